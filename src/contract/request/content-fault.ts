import { type FailureKind, Failure, failureKinds, type RequestFault } from '../failure';

/** Why a part of a body is refused. */
export class ContentFault {
  /** @param fault the end of a sentence */
  constructor(
    readonly kind: FailureKind,
    readonly fault: string,
  ) {}
}

/** What content is decoded from, as messages name it: a query may be one value, too. */
export type Subject = 'body' | 'query';

/** The kind of failure for content that is malformed, or that its schema refuses. */
export function contentFailureKind(subject: Subject, isMalformed: boolean): FailureKind {
  if (subject === 'query') return failureKinds.invalidParameter;
  return isMalformed ? failureKinds.malformedBody : failureKinds.invalidBody;
}

/** The failure of a body or of a query, with the place of the fault in a body. */
export function contentFailure(
  kind: FailureKind,
  subject: Subject,
  message: string,
  { keyword, ...place }: Pick<RequestFault, 'pointer' | 'missing' | 'keyword'> = { pointer: '' },
): Failure {
  const fault = { in: subject, message, ...(keyword !== undefined && { keyword }) };
  return new Failure(kind, message, {
    faults: [subject === 'body' ? { ...fault, ...place } : fault],
  });
}
