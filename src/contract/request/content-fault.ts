import type { FailureKind } from '../failure';

/** Why a part of a body is refused. */
export class ContentFault {
  /** @param fault the end of a sentence */
  constructor(
    readonly kind: FailureKind,
    readonly fault: string,
  ) {}
}
