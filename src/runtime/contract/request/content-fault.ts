import { type FailureKind, Failure, failureKinds, type RequestFault } from '../failure';

/** The reason to refuse a part of a body. */
export class ContentFault {
  /** @param fault the end of a sentence */
  constructor(
    readonly kind: FailureKind,
    readonly fault: string,
  ) {}
}

/** The source of decoded content, as messages name it: a query may be one value, too. */
export type Subject = 'body' | 'query';

/** The kind of failure for content that is malformed or does not match its schema. */
export function contentFailureKind(subject: Subject, isMalformed: boolean): FailureKind {
  if (subject === 'query') return failureKinds.invalidParameter;
  return isMalformed ? failureKinds.malformedBody : failureKinds.invalidBody;
}

/** The failure of a body or of a query, with the place of the fault in a body. */
export function contentFailure(
  kind: FailureKind,
  subject: Subject,
  message: string,
  { keyword, pointer, missing }: Pick<RequestFault, 'pointer' | 'missing' | 'keyword'> = {
    pointer: '',
  },
): Failure {
  const isBody = subject === 'body';
  const fault = {
    in: subject,
    message,
    ...(keyword !== undefined && { keyword }),
    ...(isBody && pointer !== undefined && { pointer }),
    ...(isBody && missing !== undefined && { missing }),
  };
  return new Failure(kind, message, { faults: [fault] });
}
