import { Failure, failureKinds, type FailureKind, type RequestFault } from '../failure';

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

/** The failure of a body or of a query, with the place of the fault in a body. */
export function subjectFailure(
  kind: FailureKind,
  subject: Subject['name'],
  message: string,
  { keyword, ...place }: Pick<RequestFault, 'pointer' | 'missing' | 'keyword'> = { pointer: '' },
): Failure {
  const fault = { in: subject, message, ...(keyword !== undefined && { keyword }) };
  return new Failure(kind, message, {
    faults: [subject === 'body' ? { ...fault, ...place } : fault],
  });
}
