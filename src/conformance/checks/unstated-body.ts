import { childPointer } from '../../generate/index';
import type { Exchange } from '../exchange';
import type { JudgedDocument } from '../judge/judged-document';

/**
 * True for a request without the body that the document describes, where the document does not say whether
 * there must be one. That means that it may be left out, and is mostly forgotten.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-10
 */
export function lacksUnstatedBody(
  { testCase: { operation, request } }: Exchange,
  { loaded }: JudgedDocument,
): boolean {
  if (operation === undefined || (request.body?.length ?? 0) > 0) return false;
  if (!('requestBody' in operation.value)) return false;
  const { value } = loaded.resolver.resolve(childPointer(operation.pointer, 'requestBody'));
  return !('required' in value);
}
