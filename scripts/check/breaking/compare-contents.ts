import {
  asObject,
  childPointer,
  type Direction,
  type LoadedContract,
  type Located,
} from '../../generate/index';
import type { OperationChange } from './change';
import type { SchemaComparison } from './compare-schemas';
import { schemaChanges } from './schema-changes';
import type { Version } from './version';

/** What has `content` in two versions: a Request Body Object, or a Response Object. */
export interface ContentPair {
  readonly base: Located;
  readonly revision: Located;
  readonly versions: { readonly base: Version; readonly revision: Version };
  readonly direction: Direction;
  /** Such as `the request body`. */
  readonly subject: string;
}

/** @see https://spec.openapis.org/oas/v3.1.1#media-type-object */
export async function compareContents(
  { base, revision, versions, direction, subject }: ContentPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const before = mediaTypes(versions.base.loaded, base);
  const after = mediaTypes(versions.revision.loaded, revision);
  const changes = [...before].map(async ([name, was]): Promise<OperationChange[]> => {
    const is = after.get(name) ?? covering(after, name);
    if (is === undefined) return [removal(direction, subject, name, was.pointer)];
    const inContent = after.size > 1 || before.size > 1 ? `${subject} of ${name}` : subject;
    const keys = ['schema', 'itemSchema'].filter((key) => key in was.value || key in is.value);
    const compared = keys.map((key) =>
      schemaChanges(comparison, {
        base: { version: versions.base, pointer: childPointer(was.pointer, key) },
        revision: { version: versions.revision, pointer: childPointer(is.pointer, key) },
        ...{ direction, subject: inContent },
      }),
    );
    return (await Promise.all(compared)).flat();
  });
  const added = [...after]
    .filter(([name]) => !before.has(name))
    .map(([name, { pointer }]) => addition(direction, subject, name, pointer));
  return [...(await Promise.all(changes)).flat(), ...added];
}

function mediaTypes(
  { resolver }: LoadedContract,
  { pointer, value }: Located,
): Map<string, Located> {
  const names = Object.keys(asObject(value.content));
  return new Map(
    names.map((name) => [
      name.toLowerCase().replace(/\s+/g, ''),
      resolver.resolve(childPointer(pointer, 'content', name)),
    ]),
  );
}

/** A range takes what it covers. @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1 */
function covering(types: ReadonlyMap<string, Located>, name: string): Located | undefined {
  return types.get(`${name.replace(/\/.*/, '')}/*`) ?? types.get('*/*');
}

function removal(
  direction: Direction,
  subject: string,
  name: string,
  pointer: string,
): OperationChange {
  const rule =
    direction === 'request' ? 'request-media-type-removed' : 'response-media-type-removed';
  const message = `${subject} no longer has the media type ${name}`;
  return { rule, level: 'major', message, version: 'base', pointer };
}

function addition(
  direction: Direction,
  subject: string,
  name: string,
  pointer: string,
): OperationChange {
  const rule = direction === 'request' ? 'request-media-type-added' : 'response-media-type-added';
  const message = `${subject} has the media type ${name}, which the base does not`;
  return { rule, level: 'minor', message, version: 'revision', pointer };
}
