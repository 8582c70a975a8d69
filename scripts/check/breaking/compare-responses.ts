import { responseKeyFor } from '../../../src/contract';
import { asObject, childPointer, type Located, members } from '../../generate/index';
import type { OperationChange } from './change';
import { compareContents } from './compare-contents';
import type { OperationPair } from './compare-parameters';
import type { SchemaComparison } from './compare-schemas';
import { schemaChanges } from './schema-changes';

/** @see https://spec.openapis.org/oas/v3.1.1#responses-object */
export async function compareResponses(
  pair: OperationPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const { base, revision, versions } = pair;
  const [before = {}, after = {}] = [base, revision].map(({ value }) =>
    Object.fromEntries(members(value.responses)),
  );
  const at = (key: string): readonly [Located, Located] => [
    versions.base.loaded.resolver.resolve(childPointer(base.pointer, 'responses', key)),
    versions.revision.loaded.resolver.resolve(
      childPointer(revision.pointer, 'responses', coveringKey(after, key) ?? key),
    ),
  ];
  const changes = Object.keys(before).map(async (key): Promise<OperationChange[]> => {
    if (coveringKey(after, key) === undefined) {
      return [removed(key, childPointer(base.pointer, 'responses', key))];
    }
    const [was, is] = at(key);
    const subject = `the response ${key}`;
    const contents = { base: was, revision: is, versions, direction: 'response', subject } as const;
    return [
      ...(await compareContents(contents, comparison)),
      ...(await compareHeaders(pair, was, is, subject, comparison)),
    ];
  });
  const added = Object.keys(after)
    .filter((key) => coveringKey(before, key) === undefined)
    .map((key): OperationChange => ({
      ...{ rule: 'response-added', level: 'minor', version: 'revision' },
      pointer: childPointer(revision.pointer, 'responses', key),
      message: `the response ${key} is new`,
    }));
  return [...(await Promise.all(changes)).flat(), ...added];
}

/** The key itself, or one that covers its status. */
function coveringKey(responses: object, key: string): string | undefined {
  if (Object.hasOwn(responses, key)) return key;
  return /^\d{3}$/.test(key)
    ? responseKeyFor(responses as Readonly<Record<string, unknown>>, Number(key))
    : undefined;
}

/** Clients rely on successes; a refusal that no longer comes leaves nobody without. */
function removed(key: string, pointer: string): OperationChange {
  const isSuccess = /^[23]/.test(key);
  return {
    ...{ rule: 'response-removed', level: isSuccess ? 'major' : 'minor', version: 'base', pointer },
    message: `the response ${key} was removed`,
  };
}

/** @see https://spec.openapis.org/oas/v3.1.1#header-object */
async function compareHeaders(
  { versions }: OperationPair,
  was: Located,
  is: Located,
  subject: string,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const names = new Map(
    Object.keys(asObject(is.value.headers)).map((name) => [name.toLowerCase(), name]),
  );
  const changes = Object.keys(asObject(was.value.headers)).map(async (name) => {
    const other = names.get(name.toLowerCase());
    const { resolver } = versions.base.loaded;
    const before = resolver.resolve(childPointer(was.pointer, 'headers', name));
    if (other === undefined) {
      const isPromised = before.value.required === true;
      const change: OperationChange = {
        ...{ rule: 'response-header-removed', level: isPromised ? 'major' : 'minor' },
        ...{ version: 'base', pointer: before.pointer },
        message: `${subject} no longer has the header ${name}`,
      };
      return [change];
    }
    const after = versions.revision.loaded.resolver.resolve(
      childPointer(is.pointer, 'headers', other),
    );
    if (!('schema' in before.value) || !('schema' in after.value)) return [];
    return schemaChanges(comparison, {
      base: { version: versions.base, pointer: childPointer(before.pointer, 'schema') },
      revision: { version: versions.revision, pointer: childPointer(after.pointer, 'schema') },
      ...{ direction: 'response', subject: `the header ${name} of ${subject}` },
    });
  });
  return (await Promise.all(changes)).flat();
}
