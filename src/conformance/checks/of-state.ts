import type { ReceivedResponse } from '../exchange';

const OF_STATE =
  /\b(?:not (?:be )?f(?:ou|i)nd|(?:does|do|did)(?: not|n't) exist|no such|already (?:exists?|taken|in use|used|registered)|is taken|duplicate)\b/i;

/**
 * True for a refusal that says that something is not there, or is there already: by what the service has,
 * and not by what the document allows.
 */
export function speaksOfState({ body }: ReceivedResponse): boolean {
  return OF_STATE.test(body.toString().replaceAll(/[_-]/g, ' '));
}
