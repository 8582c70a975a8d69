import { DocumentError } from './document-error';

/** More than ten times the steps of the largest documents of real services. */
const MAX_STEPS = 3_000_000;

/**
 * Limits how often schemas of a document are written out: as types, validators, defaults or copies. A document of a few
 * lines, in which each level refers to the one below twice, can ask for more output than any machine holds. Code that
 * only reads schemas visits each once instead.
 */
export class Steps {
  private taken = 0;

  /**
   * @param pointer of the schema
   * @param count more than one for output that fills the memory
   * @throws DocumentError when there were too many
   */
  take(pointer: string, count = 1): void {
    this.taken += count;
    if (this.taken <= MAX_STEPS) return;
    const message = `what is here leads to other parts of the document in so many ways that to follow them takes more than ${MAX_STEPS} steps; refer to each part once, or from fewer levels`;
    throw new DocumentError([{ pointer, message, isFinal: true }]);
  }
}
