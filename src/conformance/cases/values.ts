import { Random } from '../../cli/random';
import { pointerKeys } from '../../contract';
import { type BoundaryCase, isJsonObject, type Operation } from '../../generate/index';
import { isKey } from '../../resources/index';
import type { OperationRequest, OperationValues } from '../../samples/requests/operation-request';

/** Keywords of which a value shows as much with fewer members. */
const OF_MEMBERS = ['type', 'properties', 'required', 'additionalProperties'];

/**
 * What a case is about, put into a value that was accepted, or that has nothing else: what is refused then
 * is refused for it, and not for what stands beside it.
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
 * A value whose strings and numbers are those of another value where that has some of the same type, all
 * but the ones at a place and below.
 *
 * @param kept JSON Pointer of the place in the value; '' keeps only what is no leaf
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
 * The values with the id of the path in the body too, where a change names what it changes twice: a service
 * may refuse content that is not consistent with the target.
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

/** The member of a body that says what the last path parameter says; undefined where there is none. */
export function idMember(
  { method, path }: Operation,
  members: readonly string[],
): { readonly member: string; readonly parameter: string } | undefined {
  const parameter = /\{([^{}]+)\}$/.exec(path)?.[1];
  if (parameter === undefined || !['PUT', 'PATCH'].includes(method)) return undefined;
  const isId = /id$/i.test(parameter);
  const member = members.find((name) => name === parameter) ?? (isId ? 'id' : undefined);
  return member !== undefined && members.includes(member) ? { member, parameter } : undefined;
}

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

/** The text with other letters and digits of the same kinds. */
function ofSameForm(text: string, random: Random): string {
  const other = (character: string): string => {
    const form = FORMS.find((each) => each.includes(character));
    return form === undefined ? character : random.pick(form.split(''));
  };
  return text.replace(/[A-Za-z0-9]/g, other);
}

/** Of integers that are ids. */
const LEAST_ID = 100_000;
const GREATEST_ID = 2 ** 31 - 1;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @see https://www.rfc-editor.org/rfc/rfc9562#section-4 */
function withVersionOf(uuid: string, fresh: string): string {
  const digits = [fresh.slice(0, 14), uuid.charAt(14), fresh.slice(15, 19), uuid.charAt(19)];
  return digits.join('') + fresh.slice(20);
}

/** A text of the same form, or a large integer: one that is not likely to be met twice. */
export function freshId(id: unknown, random: Random): unknown {
  if (typeof id === 'string') {
    const fresh = ofSameForm(id, random);
    return UUID.test(id) ? withVersionOf(id, fresh) : fresh;
  }
  return Number.isInteger(id) ? random.integer(LEAST_ID, GREATEST_ID) : id;
}

/** True for a member of a body by which a service may know what it makes. @param name or a pointer that ends with it */
export function isOwnId(name: string): boolean {
  return /(?:^|[/_-])(?:id|uid|uuid|guid|key|slug|email|username)$/i.test(name);
}
