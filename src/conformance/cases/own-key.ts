import { isKey } from '../../resources/index';
import type { OperationRequest } from '../../samples/requests/operation-request';
import { Random } from '../../cli/random';

/** Keys that are tried until the document allows one. */
const TRIES = 10;

/**
 * The request with an Idempotency-Key of its own, which no other request has: a service may answer a key
 * that it knows with what it answered before, or refuse it for another request.
 *
 * @param isAllowed whether the document allows a key; one that it does not allow stays as it is
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header#section-2.2
 */
export function withOwnKey(
  request: OperationRequest,
  isAllowed: (key: string) => boolean,
): OperationRequest {
  const { method, target, body } = request;
  const contents = [method, target, request.headers.join(), body?.toString('latin1')].join(' ');
  const random = new Random(contents);
  const own = (key: string): string => {
    if (!isAllowed(key)) return key;
    const keys = Array.from({ length: TRIES }, () => ofSameForm(key, random));
    return keys.find(isAllowed) ?? key;
  };
  const headers = request.headers.map(
    ([name, value]) => [name, isKey(name) ? own(value) : value] as const,
  );
  return { ...request, headers };
}

/** Letters and digits, those of hexadecimal numbers apart. */
const FORMS = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'];

/** The text with other letters and digits. */
function ofSameForm(text: string, random: Random): string {
  const other = (character: string): string => {
    const form = FORMS.find((each) => each.includes(character));
    return form === undefined ? character : random.pick(form.split(''));
  };
  return text.replace(/[A-Za-z0-9]/g, other);
}
