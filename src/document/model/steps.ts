import { DocumentError } from './document-error';

/** More than ten times as many as the largest documents of real services take. */
const MAX_STEPS = 3_000_000;

/**
 * Counts the steps in which schemas of a document are written out more than once: as types, validators,
 * defaults or copies. A document of a few lines can ask for more of them than any machine takes, where each
 * level refers to the one below twice. What is only looked at is looked at once for each schema instead.
 */
export class Steps {
  private taken = 0;

  /**
   * @param pointer of the schema
   * @param count more than one for what is written out, which fills the memory
   * @throws DocumentError when there were too many
   */
  take(pointer: string, count = 1): void {
    this.taken += count;
    if (this.taken <= MAX_STEPS) return;
    const message = `what is here leads to other parts of the document in so many ways that to follow them takes more than ${MAX_STEPS} steps; refer to each part once, or from fewer levels`;
    throw new DocumentError([{ pointer, message, isFinal: true }]);
  }
}
