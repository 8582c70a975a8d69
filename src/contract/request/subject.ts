import { failureKinds, type FailureKind } from '../failure';

/** What content is decoded from. */
export interface Subject {
  /** As messages name it. */
  readonly name: 'body' | 'query';
  /** For what is not well-formed. */
  readonly malformed: FailureKind;
  /** For what does not fit its schema. */
  readonly invalid: FailureKind;
}

export const BODY: Subject = {
  name: 'body',
  malformed: failureKinds.malformedBody,
  invalid: failureKinds.invalidBody,
};

/** A query that is one value. */
export const QUERY: Subject = {
  name: 'query',
  malformed: failureKinds.invalidParameter,
  invalid: failureKinds.invalidParameter,
};
