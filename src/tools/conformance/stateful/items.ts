import { asObject, type Operation, plainText } from '../../document';
import { isKey, namesOf, requestSchema, type Resource, shapeOf } from '../../resources';
import { isEqual } from '../../judge';
import { valueSchema } from '../../samples';
import { identitiesOf, type Identity, unwrapped } from './identity';
import type { Item } from './known-items';
import {
  ifMatch,
  isMissing,
  pathParameter,
  type Step,
  type StepOptions,
  type Steps,
} from './steps';

export interface CreationResult {
  readonly resource: Resource;
  readonly creation: Step;
  /** Candidate identities, in the order in which to try them. */
  readonly identities: readonly Identity[];
}

/** An item that a sequence can work with. */
export interface UsableItem {
  readonly item: Item;
  /** Absent for an item that always exists. */
  readonly creation?: Step;
  /** Absent if no operation reads it. */
  readonly reading?: Step;
}

/** Number of bodies to try until the service accepts one. */
const TRIES = 3;

/**
 * Creates an item. Tries random values first, then those of the document's examples.
 *
 * @returns undefined if the service creates nothing, or only later (202)
 */
export async function create(
  steps: Steps,
  resource: Resource,
  options: StepOptions = {},
): Promise<CreationResult | undefined> {
  const operation = resource.create;
  if (operation === undefined) return undefined;
  const around = await parentKeys(steps, resource);
  for (let tries = 0; tries < TRIES; tries++) {
    const vary = tries === 1 ? undefined : steps.variation();
    const headers = options.headers ?? idempotencyKey(steps, operation);
    const body = 'body' in options ? options.body : bodyFor(steps, operation, vary, tries === 0);
    const step = { vary, ...options, headers, body };
    const created = await createOnce(steps, resource, around, step);
    if (created !== undefined || 'body' in options) return created;
  }
  return undefined;
}

/**
 * A new idempotency key, if the document requires one.
 *
 * @param always also gives a key that is optional
 */
export function idempotencyKey(
  steps: Steps,
  { parameters }: Operation,
  always = false,
): Record<string, string> {
  const parameter = parameters.find(({ value }) => value.in === 'header' && isKey(value.name));
  if (parameter === undefined || !(always || parameter.value.required === true)) return {};
  const pointer = valueSchema(parameter);
  const { value } = steps.maker.make(pointer, 'request', { vary: steps.variation() });
  return { 'idempotency-key': String(value) };
}

async function createOnce(
  steps: Steps,
  resource: Resource,
  around: readonly unknown[],
  { body, ...options }: StepOptions,
): Promise<CreationResult | undefined> {
  const operation = resource.create;
  if (operation === undefined) return undefined;
  const keys = isClientKeyed(resource) ? clientChosenKeys(steps, operation, around) : around;
  const given = body === undefined ? {} : { body };
  const creation = await steps.call('creates one', operation, keys, { ...options, ...given });
  if (!isDone(creation)) return undefined;
  return {
    resource,
    creation,
    identities: identitiesOf(steps.maker, resource, creation.exchange, keysSent(creation)),
  };
}

/**
 * True for a success, except 202, which only announces one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.3.3
 */
export function isDone({ isSuccess, status }: Step): boolean {
  return isSuccess && status !== 202;
}

/** Path parameters of the collection that contains an item. */
export function keysAround({ keys, around }: Item): readonly unknown[] {
  return around ?? keys.slice(0, -1);
}

/** True if a response contains the values that were sent, some of which are long enough to be unique. */
export function givesBack({ sent }: Step, json: unknown): boolean {
  const is = unwrapped(json);
  const told = Object.entries(asObject(sent)).filter(([name]) => name in is);
  const isTelling = told.filter(([, value]) => plainText(value).length >= TELLING_LENGTH);
  return isTelling.length > 0 && isTelling.every(([name, value]) => isEqual(is[name], value));
}

/** Length from which a random text is unlikely to occur twice. */
export const TELLING_LENGTH = 6;

export function keysSent({ operation, exchange }: Pick<Step, 'operation' | 'exchange'>): unknown[] {
  const given = exchange.testCase.values?.parameters ?? [];
  return namesOf(operation.path).map(
    (name) =>
      given.find(({ parameter: { value } }) => value.in === 'path' && value.name === name)?.value,
  );
}

/** True if the client chooses the path of the item it creates. */
export function isClientKeyed({ create: operation, itemPath }: Resource): boolean {
  return operation !== undefined && shapeOf(operation.path) === shapeOf(itemPath ?? '');
}

/**
 * The path parameters of an item whose last one the client chooses.
 *
 * @param around the first ones; further ones are those known for the operation
 */
export function clientChosenKeys(
  steps: Steps,
  operation: Operation,
  around: readonly unknown[],
): unknown[] {
  const names = namesOf(operation.path);
  return names.map((name, index) => {
    const parameter = pathParameter(operation, name);
    if (index < around.length || parameter === undefined) return around[index];
    const isChosen = index === names.length - 1;
    const given = isChosen ? undefined : steps.known.exampleFor(operation, parameter);
    const options = { vary: steps.variation() };
    return given ?? steps.maker.make(valueSchema(parameter), 'request', options).value;
  });
}

/** The path parameters of an item's parent; creates the parent if none is known. */
export async function parentKeys(steps: Steps, { parent }: Resource): Promise<readonly unknown[]> {
  if (parent === undefined) return [];
  const known = steps.known.of(parent);
  if (known !== undefined) return known.keys;
  const usable = await makeItem(steps, parent);
  if (usable !== undefined) steps.known.add(usable.item);
  return usable?.item.keys ?? [];
}

/**
 * A body for an operation, whose references name existing items.
 *
 * @param vary seed of random values; undefined takes the document's examples
 * @param whole with all optional members instead of some
 * @returns undefined if the operation does not accept JSON
 */
export function bodyFor(
  steps: Steps,
  operation: Operation,
  vary: string | undefined,
  whole = true,
): unknown {
  const { maker, loaded } = steps;
  const pointer = requestSchema(loaded, operation);
  if (pointer === undefined) return undefined;
  const options = vary === undefined ? {} : { vary, ...(whole && { optional: 'all' as const }) };
  return steps.known.refer(pointer, maker.make(pointer, 'request', options).value);
}

/**
 * Reads a created item, by each candidate identity until one is found.
 *
 * @returns the item, and the readings that failed
 */
export async function readCreated(
  steps: Steps,
  { resource, creation, identities }: CreationResult,
): Promise<{ readonly usable: UsableItem | undefined; readonly failed: readonly Step[] }> {
  const failed: Step[] = [];
  const itemOf = (keys: readonly unknown[]): Item => {
    const around = isClientKeyed(resource) ? keys.slice(0, -1) : keysSent(creation);
    return { resource, path: resource.itemPath ?? '', keys, around };
  };
  if (resource.read === undefined) {
    const [best] = identities;
    return { usable: best && { item: itemOf(best.keys), creation }, failed };
  }
  for (const { keys } of identities) {
    const reading = await steps.call('reads what was created', resource.read, keys);
    if (reading.isSuccess) {
      steps.observations.addRetrieved(resource);
      return { usable: { item: itemOf(keys), creation, reading }, failed };
    }
    failed.push(reading);
  }
  return { usable: undefined, failed };
}

/**
 * An item to work with: a new one, or one that always exists.
 *
 * @returns undefined if there is none
 */
export async function makeItem(
  steps: Steps,
  resource: Resource,
  options: StepOptions = {},
): Promise<UsableItem | undefined> {
  if (resource.isSingle) return readSingle(steps, resource);
  const created = await create(steps, resource, options);
  const usable = created && (await readCreated(steps, created)).usable;
  if (usable !== undefined) steps.created.push(usable.item);
  return usable;
}

async function readSingle(steps: Steps, resource: Resource): Promise<UsableItem | undefined> {
  if (resource.read === undefined) return undefined;
  const keys = await parentKeys(steps, resource);
  const reading = await steps.call('reads what is there', resource.read, keys);
  const item = { resource, path: resource.itemPath ?? '', keys };
  return reading.isSuccess ? { item, reading } : undefined;
}

/**
 * Removes an item and reads it.
 *
 * @returns undefined unless it is missing then
 */
export async function removeItem(
  steps: Steps,
  { item, reading }: UsableItem,
): Promise<[removal: Step, gone: Step] | undefined> {
  const { remove } = item.resource;
  if (remove === undefined || reading === undefined) return undefined;
  const removal = await steps.call('removes it', remove, item.keys, { headers: ifMatch(reading) });
  const gone = await steps.repeat('reads what was removed', reading);
  return isDone(removal) && isMissing(gone) ? [removal, gone] : undefined;
}
