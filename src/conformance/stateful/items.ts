import { asObject, type Operation } from '../../generate/index';
import { isKey, namesOf, requestSchema, type Resource, shapeOf } from '../../resources/index';
import { valueSchema } from '../../samples/requests/sample-values';
import { isEqual } from './compare';
import { identitiesOf, type Identity, unwrapped } from './identity';
import type { Item } from './known-items';
import { pathParameter, type Step, type StepOptions, type Steps } from './steps';

/** What a service created. */
export interface CreationResult {
  readonly resource: Resource;
  readonly creation: Step;
  /** How it may be named, in the order in which it is to be tried. */
  readonly identities: readonly Identity[];
}

/** An item that a sequence can work with. */
export interface UsableItem {
  readonly item: Item;
  /** Absent for what is always there. */
  readonly creation?: Step;
  /** Absent where nothing reads it. */
  readonly reading?: Step;
}

/** As many bodies are tried until the service takes one. */
const TRIES = 3;

/**
 * Creates something; first with values at random, then with those of the document's examples.
 *
 * @returns undefined where the service creates nothing, or only later (202)
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
 * A key of its own for each creation, where the document wants one.
 *
 * @param always also where it may be left out
 */
export function idempotencyKey(
  steps: Steps,
  { parameters }: Operation,
  always = false,
): Record<string, string> {
  const parameter = parameters.find(({ value }) => value.in === 'header' && isKey(value.name));
  if (parameter === undefined || !(always || parameter.value.required === true)) return {};
  const pointer = valueSchema(parameter);
  const { value } = steps.run.maker.make(pointer, 'request', { vary: steps.variation() });
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
  const keys = isClientKeyed(resource) ? [...around, clientChosenKey(steps, operation)] : around;
  const given = body === undefined ? {} : { body };
  const creation = await steps.call('creates one', operation, keys, { ...options, ...given });
  if (!isDone(creation)) return undefined;
  return {
    resource,
    creation,
    identities: identitiesOf(steps.run, resource, creation.exchange, keysSent(creation)),
  };
}

/**
 * True for a success that is no promise of one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.3.3
 */
export function isDone({ isSuccess, status }: Step): boolean {
  return isSuccess && status !== 202;
}

/** The values of the expressions of the path of the collection that an item is in. */
export function keysAround({ keys, around }: Item): readonly unknown[] {
  return around ?? keys.slice(0, -1);
}

/**
 * True where what is read is what was created: it has what was sent that is too long to be met twice.
 */
export function givesBack({ sent }: Step, json: unknown): boolean {
  const is = unwrapped(json);
  const told = Object.entries(asObject(sent)).filter(([name]) => name in is);
  const isTelling = told.filter(([, value]) => String(value).length >= TELLING_LENGTH);
  return isTelling.length > 0 && isTelling.every(([name, value]) => isEqual(is[name], value));
}

/** Texts at random are not met twice from this length on. */
export const TELLING_LENGTH = 6;

/** The values of the expressions of an operation's path, as they were sent. */
export function keysSent({ operation, exchange }: Step): unknown[] {
  const given = exchange.testCase.values?.parameters ?? [];
  return namesOf(operation.path).map(
    (name) =>
      given.find(({ parameter: { value } }) => value.in === 'path' && value.name === name)?.value,
  );
}

/** True where the client chooses the path of what it creates. */
export function isClientKeyed({ create: operation, itemPath }: Resource): boolean {
  return operation !== undefined && shapeOf(operation.path) === shapeOf(itemPath ?? '');
}

/** An id that the client chooses, for an operation on an item's own path. */
export function clientChosenKey(steps: Steps, operation: Operation | undefined): unknown {
  const name = namesOf(operation?.path ?? '').at(-1);
  const parameter = pathParameter(operation, name);
  if (parameter === undefined) return undefined;
  const pointer = valueSchema(parameter);
  return steps.run.maker.make(pointer, 'request', { vary: steps.variation() }).value;
}

/** The keys of the item that another lies within; one is created where none is known. */
export async function parentKeys(steps: Steps, { parent }: Resource): Promise<readonly unknown[]> {
  if (parent === undefined) return [];
  const known = steps.known.of(parent);
  if (known !== undefined) return known.keys;
  const usable = await makeItem(steps, parent);
  if (usable !== undefined) steps.known.add(usable.item);
  return usable?.item.keys ?? [];
}

/**
 * A body for an operation, in which what refers to others refers to what is there.
 *
 * @param vary chooses at random; undefined takes the document's examples
 * @param whole with all members that can be there, else with some of them
 * @returns undefined where the operation takes no JSON
 */
export function bodyFor(
  steps: Steps,
  operation: Operation,
  vary: string | undefined,
  whole = true,
): unknown {
  const { maker, judged } = steps.run;
  const pointer = requestSchema(judged.loaded, operation);
  if (pointer === undefined) return undefined;
  const options = vary === undefined ? {} : { vary, ...(whole && { optional: 'all' as const }) };
  return steps.known.refer(pointer, maker.make(pointer, 'request', options).value);
}

/**
 * Reads what was created, by each of its identities until one leads somewhere.
 *
 * @returns an item, and the readings that led nowhere
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
 * Something to work with: created, or what is always there.
 *
 * @returns undefined where there is nothing
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
