import { idMember } from '../../judge';
import { Random } from '../../cli';
import type { BoundaryCase, OperationRequest, OperationValues } from '../../samples';
import { isJsonObject, type Operation } from '../../document';
import { isKey } from '../../resources';
import { pointerKeys } from 'openapi-trellis/tools';

/** Keywords that a value with fewer members covers just as well. */
const OF_MEMBERS = ['type', 'properties', 'required', 'additionalProperties'];

/**
 * Puts the part a case is about into an accepted value, or into an otherwise empty one. If the result is refused,
 * that part is the reason, and not another.
 */
export function amongAccepted(made: BoundaryCase, accepted: unknown): unknown {
  const put = (part: unknown, known: unknown, keys: readonly string[]): unknown => {
    const into = known === undefined && isJsonObject(part) ? {} : known;
    const [key, ...rest] = keys;
    if (key === undefined) return withMembersOf(made, part, into);
    if (Array.isArray(part) && Array.isArray(into)) {
      const items: readonly unknown[] = into;
      const index = Number(key);
      const isThere = index < items.length;
      return isThere ? items.with(index, put(part[index], items[index], rest)) : part;
    }
    if (!isJsonObject(part) || !isJsonObject(into)) return part;
    return { ...into, [key]: put(part[key], into[key], rest) };
  };
  return put(made.value, accepted, pointerKeys(made.instance));
}

function withMembersOf({ keyword }: BoundaryCase, part: unknown, accepted: unknown): unknown {
  if (!OF_MEMBERS.includes(keyword) || !isJsonObject(part) || !isJsonObject(accepted)) return part;
  return Object.fromEntries(Object.entries(accepted).filter(([name]) => Object.hasOwn(part, name)));
}

/**
 * Exchanges the strings and numbers of a value for those of another value, if their types are the same.
 *
 * @param kept JSON Pointer of the part that stays as it is; '' keeps the value only if it is a string or a number
 * @param isOfInterest false for the name of a member that stays as it is; all are exchanged by default
 */
export function withOtherLeaves(
  value: unknown,
  others: unknown,
  kept: string,
  isOfInterest: (name: string) => boolean = () => true,
): unknown {
  if (kept === '' && isLeaf(value)) return value;
  const exchanged = (
    part: unknown,
    other: unknown,
    keys: readonly string[] | undefined,
    isLooked: boolean,
  ): unknown => {
    if (keys?.length === 0) return part;
    const below = (name: string): readonly string[] | undefined =>
      keys?.[0] === name ? keys.slice(1) : undefined;
    if (Array.isArray(part)) {
      const items: readonly unknown[] = Array.isArray(other) ? other : [];
      return part.map((item, index) =>
        exchanged(item, items[index], below(String(index)), isLooked),
      );
    }
    if (isJsonObject(part)) {
      const members = isJsonObject(other) ? other : {};
      const entries = Object.entries(part).map(([name, member]) => [
        name,
        exchanged(member, members[name], below(name), isOfInterest(name)),
      ]);
      return Object.fromEntries(entries);
    }
    const isAlike = isLeaf(part) && isLeaf(other) && kindOf(part) === kindOf(other);
    return isLooked && isAlike ? other : part;
  };
  return exchanged(value, others, kept === '' ? undefined : pointerKeys(kept), isOfInterest(''));
}

function isLeaf(value: unknown): boolean {
  return kindOf(value) !== 'other';
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'other';
}

/**
 * Puts the id of the path into the body of PUT and PATCH, too, if the body has a member for it: a service may
 * refuse content that is not consistent with the target.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.4
 */
export function withSameId(operation: Operation, values: OperationValues): OperationValues {
  const { body, parameters } = values;
  if (body === undefined || !isJsonObject(body.value)) return values;
  const id = idMember(operation, Object.keys(body.value));
  if (id === undefined) return values;
  const known = parameters.find(
    ({ parameter: { value } }) => value.in === 'path' && value.name === id.parameter,
  );
  if (typeof known?.value !== typeof body.value[id.member]) return values;
  return { parameters, body: { ...body, value: { ...body.value, [id.member]: known?.value } } };
}

/** Number of keys that are tried until the document allows one. */
const TRIES = 10;

/**
 * Gives the request an Idempotency-Key that no other request has: a service may repeat its response for a known
 * key, or refuse the key for another request.
 *
 * @param isAllowed whether the document allows a key; a key that it does not allow stays as it is
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

/** Classes of characters: digits, then letters, with hexadecimal digits apart. */
const FORMS = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'];

/** Replaces letters and digits with random ones of the same class. */
function ofSameForm(text: string, random: Random): string {
  const other = (character: string): string => {
    const form = FORMS.find((each) => each.includes(character));
    return form === undefined ? character : random.pick(form.split(''));
  };
  return text.replace(/[A-Za-z0-9]/g, other);
}

/** Smallest integer that is used as an id. */
const LEAST_ID = 100_000;
const GREATEST_ID = 2 ** 31 - 1;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @see https://www.rfc-editor.org/rfc/rfc9562#section-4 */
function withVersionOf(uuid: string, fresh: string): string {
  const digits = [fresh.slice(0, 14), uuid.charAt(14), fresh.slice(15, 19), uuid.charAt(19)];
  return digits.join('') + fresh.slice(20);
}

/** A random text of the same form, or a large random integer, which is unlikely to be in use. */
export function freshId(id: unknown, random: Random): unknown {
  if (typeof id === 'string') {
    const fresh = ofSameForm(id, random);
    return UUID.test(id) ? withVersionOf(id, fresh) : fresh;
  }
  return Number.isInteger(id) ? random.integer(LEAST_ID, GREATEST_ID) : id;
}

/** True for a member by which a service may identify a new item. @param name or a pointer that ends with it */
export function isOwnId(name: string): boolean {
  return /(?:^|[/_-])(?:id|uid|uuid|guid|key|slug|email|username)$/i.test(name);
}
