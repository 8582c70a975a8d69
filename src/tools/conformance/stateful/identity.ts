import { asObject, isJsonObject, type JsonObject, type Located, getOrMake } from '../../document';
import { type ValueGenerator, valueSchema } from '../../samples';
import {
  matchTemplate,
  namesOf,
  type Resource,
  shapeOf,
  memberNamed,
  ID_NAMES,
  wrapperIn,
} from '../../resources';
import { exactJson, type Exchange, headerValues, jsonOf, responseOf } from '../../judge';
import { keysByLink } from './links';

/**
 * The source of the id of a created item. `link`, `path` and `location` are certain: a Link Object, a path chosen
 * by the client, and the Location header (RFC 9110, section 10.2.2).
 */
type Sign =
  'link' | 'path' | 'location' | 'parameter name' | 'usual name' | 'self link' | 'sent' | 'listed';

const CERTAIN: ReadonlySet<Sign> = new Set(['link', 'path', 'location']);

/** Candidate values for the path parameters of a created item. */
export interface Identity {
  readonly keys: readonly unknown[];
  readonly signs: ReadonlySet<Sign>;
}

/** True if the id is stated, or if two independent signs agree. */
export function isCertain({ signs }: Identity): boolean {
  return signs.size > 1 || [...signs].some((sign) => CERTAIN.has(sign));
}

/**
 * The candidate identities of a created item, in the order in which to try them.
 *
 * @param around path parameters of the collection
 */
export function identitiesOf(
  maker: ValueGenerator,
  resource: Resource,
  creation: Exchange,
  around: readonly unknown[],
): Identity[] {
  const { itemPath, create } = resource;
  if (itemPath === undefined || create === undefined) return [];
  const names = namesOf(itemPath);
  if (shapeOf(create.path) === shapeOf(itemPath)) {
    return [{ keys: around, signs: new Set<Sign>(['path']) }];
  }
  const found = new Map<string, { keys: readonly unknown[]; signs: Set<Sign> }>();
  const add = (sign: Sign, keys: readonly unknown[] | undefined): void => {
    const fitting = keys && fittingKeys(maker, resource, keys);
    if (fitting?.length !== names.length) return;
    const key = fitting.map(String).join(' ');
    getOrMake(found, key, () => ({ keys: fitting, signs: new Set<Sign>() })).signs.add(sign);
  };
  for (const link of resource.links) add('link', keysByLink(link, creation));
  const shared = around.slice(0, sharedNames(create.path, itemPath));
  for (const [sign, keys] of stated(itemPath, creation, shared)) add(sign, keys);
  return [...found.values()].sort((a, b) => weight(b) - weight(a));
}

/** Number of path parameters in the common beginning of two paths. */
function sharedNames(one: string, other: string): number {
  const [a, b] = [one, other].map((path) => shapeOf(path).split('/'));
  const end = a?.findIndex((segment, index) => segment !== b?.[index]) ?? 0;
  return namesOf(
    one
      .split('/')
      .slice(0, end < 0 ? undefined : end)
      .join('/'),
  ).length;
}

/** If Location and the response body disagree, the body is tried first. */
function weight({ signs }: Identity): number {
  if (signs.has('link') || signs.has('path')) return 10;
  return signs.size === 1 && signs.has('location') ? 0 : signs.size;
}

/** Candidate values for the path parameters of a listed item. */
export function identitiesIn(
  maker: ValueGenerator,
  resource: Resource,
  listed: unknown,
  around: readonly unknown[],
): unknown[][] {
  const names = namesOf(resource.itemPath ?? '');
  const object = asObject(listed);
  const ids = [names.at(-1) ?? '', ...ID_NAMES].map((name) => memberNamed(object, name));
  const links = selfLinks(object).map((link) => keysIn(resource.itemPath ?? '', link));
  return [...ids.map((id) => [...around, id]), ...links]
    .map((keys) => (keys === undefined ? [] : fittingKeys(maker, resource, keys)))
    .filter((keys) => keys.length === names.length);
}

/** The keys as the path parameters of the item accept them; fewer keys if some are not accepted. */
function fittingKeys(
  maker: ValueGenerator,
  { itemPath = '', ...methods }: Resource,
  keys: readonly unknown[],
): unknown[] {
  const operation = methods.read ?? methods.replace ?? methods.change ?? methods.remove;
  const parameters = operation?.parameters.filter(({ value }) => value.in === 'path') ?? [];
  return namesOf(operation?.path ?? itemPath).flatMap((name, index) => {
    const parameter = parameters.find(({ value }) => value.name === name);
    return fittingKey(maker, parameter, keys[index]);
  });
}

function fittingKey(
  maker: ValueGenerator,
  parameter: Located | undefined,
  key: unknown,
): unknown[] {
  if (!['string', 'number', 'bigint'].includes(typeof key) || key === '') return [];
  const text = String(key);
  const forms = [key, ...(/^-?[0-9]{1,19}$/.test(text) ? [BigInt(text)] : []), text];
  const takes = (form: unknown): boolean =>
    parameter === undefined || maker.takes(valueSchema(parameter), 'request', form);
  return forms.filter(takes).slice(0, 1);
}

type Stated = [Sign, keys: unknown[] | undefined];

function stated(itemPath: string, creation: Exchange, around: readonly unknown[]): Stated[] {
  const response = responseOf(creation);
  if (response === undefined) return [];
  const created = unwrapped(jsonOf(response));
  const { body } = creation.testCase.request;
  const sent = asObject(body && exactJson(body));
  const name = namesOf(itemPath).at(-1) ?? '';
  const byLink = (sign: Sign, link: string): Stated => [sign, keysIn(itemPath, link)];
  const byKey = (sign: Sign, key: unknown): Stated => [sign, [...around, key]];
  const usual = ID_NAMES.filter((each) => each !== name);
  return [
    ...headerValues(response, 'location')
      .slice(0, 1)
      .map((link) => byLink('location', link)),
    ...headerValues(response, 'content-location').map((link) => byLink('self link', link)),
    byKey('parameter name', memberNamed(created, name)),
    ...usual.map((each) => byKey('usual name', created[each])),
    ...selfLinks(created).map((link) => byLink('self link', link)),
    ...[name, 'id'].map((each) => byKey('sent', memberNamed(sent, each))),
  ];
}

/** The path parameters in a link; undefined if the link does not match the template. */
export function keysIn(template: string, link: string): unknown[] | undefined {
  const [path = ''] = link.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').split(/[?#]/);
  return matchTemplate(template, path);
}

/** The item in a response: the object itself, or its only member that is an object, such as `data`. */
export function unwrapped(value: unknown): JsonObject {
  const object = asObject(value);
  const name = wrapperIn(object);
  return name === undefined ? object : asObject(object[name]);
}

/** Links of an item to itself. */
export function selfLinks(created: JsonObject): string[] {
  const links = [created._links, created.links].map(asObject);
  const listed = Array.isArray(created.links) ? created.links.map(asObject) : [];
  const found = [
    ...[created.self, created.href, created.url, ...links.map(({ self }) => self)],
    ...listed.filter(({ rel }) => rel === 'self'),
  ];
  return found
    .map((link) => (isJsonObject(link) ? link.href : link))
    .filter((link) => typeof link === 'string');
}
