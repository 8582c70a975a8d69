import { responseKeyFor } from 'openapi-trellis/tools';
import {
  childPointer,
  type Direction,
  type JsonObject,
  members,
  asObject,
  type Located,
} from '../../../document';
import type { OperationChange } from '../change';
import type { SchemaComparison } from '../schemas/compare-schemas';
import { directionsOf, type OperationPair, type Version, type Versions } from '../versions';
import { compareContents } from './contents';
import { compareFields, type Field } from './fields';

/**
 * Compares each response of one version with the one that covers its statuses in the other.
 * @see https://spec.openapis.org/oas/v3.1.1#responses-object
 */
export async function compareResponses(
  pair: OperationPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const { base, revision, sender } = pair;
  const direction = directionsOf(sender).response;
  const [before = {}, after = {}] = [base, revision].map(({ value }) =>
    Object.fromEntries(members(value.responses)),
  );
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = keys.map(async (key) => {
    const [was, is] = [coveringKey(before, key), coveringKey(after, key)];
    if (was !== undefined && is !== undefined)
      return compareResponse(pair, key, was, is, comparison);
    const at = (operation: string): string => childPointer(operation, 'responses', key);
    return was === undefined
      ? [added(key, at(revision.pointer), direction)]
      : [removed(key, at(base.pointer), direction, after)];
  });
  return (await Promise.all(changes)).flat();
}

async function compareResponse(
  { base, revision, versions, sender }: OperationPair,
  key: string,
  was: string,
  is: string,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const responses = {
    base: versions.base.loaded.resolver.resolve(childPointer(base.pointer, 'responses', was)),
    revision: versions.revision.loaded.resolver.resolve(
      childPointer(revision.pointer, 'responses', is),
    ),
    ...{ versions, direction: directionsOf(sender).response, subject: `the response ${key}` },
  };
  const found = [
    ...(await compareContents(responses, comparison)),
    ...(await compareHeaders(responses, comparison)),
  ];
  return found.map((change) => ({ ...change, response: key }));
}

/** The key itself, or one that covers its statuses. */
function coveringKey(responses: JsonObject, key: string): string | undefined {
  if (Object.hasOwn(responses, key)) return key;
  if (/^\d{3}$/.test(key)) return responseKeyFor(responses, Number(key));
  return key !== 'default' && Object.hasOwn(responses, 'default') ? 'default' : undefined;
}

/** The service need not accept a status that clients did not send before. */
function added(key: string, pointer: string, direction: Direction): OperationChange {
  const message =
    direction === 'response' ? `the response ${key} is new` : `the response ${key} is accepted`;
  return { rule: 'response-added', version: 'revision', pointer, message };
}

/**
 * Clients rely on successful responses. The loss of an error response, or of a part of a range, harms nobody.
 * The service must still accept the responses that clients send.
 */
function removed(
  key: string,
  pointer: string,
  direction: Direction,
  after: JsonObject,
): OperationChange {
  const isPartly = Object.keys(after).some((other) => isWithin(other, key));
  const isReliedOn = direction === 'request' || (/^[23]/.test(key) && !isPartly);
  const message =
    direction === 'response'
      ? `the response ${key} was removed`
      : `the response ${key} is no longer accepted`;
  return {
    ...{ rule: 'response-removed', version: 'base', pointer },
    ...(!isReliedOn && { level: 'minor' }),
    message,
  };
}

function isWithin(status: string, range: string): boolean {
  return /^\dXX$/.test(range) && /^\d{3}$/.test(status) && status.startsWith(range.slice(0, 1));
}

interface ResponsePair {
  readonly base: Located;
  readonly revision: Located;
  readonly versions: Versions;
  readonly direction: Direction;
  /** Such as `the response 200`. */
  readonly subject: string;
}

/** @see https://spec.openapis.org/oas/v3.1.1#header-object */
function compareHeaders(
  { base, revision, versions, direction, subject }: ResponsePair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const pairs = {
    kind: 'response-header',
    base: fieldsOf(versions.base, base, subject),
    revision: fieldsOf(versions.revision, revision, subject),
    ...{ versions, direction },
  } as const;
  return compareFields(pairs, comparison);
}

/** By name, in lower case. `content` replaces `Content-Type`. */
function fieldsOf({ loaded }: Version, response: Located, subject: string): Map<string, Field> {
  const names = Object.keys(asObject(response.value.headers)).filter(
    (name) => name.toLowerCase() !== 'content-type',
  );
  return new Map(
    names.map((name) => {
      const located = loaded.resolver.resolve(childPointer(response.pointer, 'headers', name));
      const isRequired = located.value.required === true;
      const field = { located, isRequired, subject: `the header ${name} of ${subject}` };
      return [name.toLowerCase(), { ...field, usual: 'simple' }];
    }),
  );
}
