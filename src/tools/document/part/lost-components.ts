import { CommandError } from '../../cli';
import { getOrMake } from '../get-or-make';
import { withReached } from '../graph';
import {
  asObject,
  entries,
  type JsonObject,
  members,
  objects,
  strings,
} from '../model/json-object';
import { childPointer, fragmentPointer } from '../model/json-pointer';
import { visitReferences } from '../model/visit-references';
import { schemasOf, visitSchemas } from '../model/walk-document';
import { mappedPointer } from '../schemas/discriminator';
import { discriminates } from '../schemas/hierarchies';

/** What each component, and each place outside of the components, refers to. */
type Uses = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The components that nothing needs outside of what is gone.
 *
 * @throws CommandError if what stays refers into a path that is gone
 */
export function lostComponents(
  document: JsonObject,
  isGone: (pointer: string) => boolean,
): string[] {
  const uses = usesIn(document);
  const places = [...uses.keys()].filter((from) => !from.startsWith('/components/'));
  const all = members(document.components).flatMap(([section, map]) =>
    entries(map).map(([name]) => childPointer('/components', section, name)),
  );
  const needed = withReached(
    uses,
    places.filter((from) => !isGone(from)),
  );
  const into = [...needed].find(isGone);
  if (into === undefined) return all.filter((each) => !needed.has(each));
  throw new CommandError(
    `A selected operation refers to "#${into}", which is of one that is not selected; select that too, or move what is there into the components`,
  );
}

function usesIn(document: JsonObject): Uses {
  const uses = new Map<string, Set<string>>();
  const add = (from: string, to: string): void => {
    getOrMake(uses, componentOf(from), () => new Set()).add(componentOf(to));
  };
  const named: string[] = [];
  for (const { schema, pointer } of schemasOf(document)) {
    visitSchemas(schema, pointer, ({ $id, $anchor, $dynamicAnchor, discriminator }, at) => {
      if ([$id, $anchor, $dynamicAnchor].some((name) => name !== undefined)) named.push(at);
      const { mapping, defaultMapping } = asObject(discriminator);
      for (const value of strings([...Object.values(asObject(mapping)), defaultMapping])) {
        add(at, mappedPointer(value));
      }
    });
  }
  /** A name or a URI may mean each schema that has one. */
  const targets = (reference: string): readonly string[] => {
    const pointer = fragmentPointer(reference);
    return pointer === undefined ? named : [pointer];
  };
  visitReferences(document, (from, reference) => {
    for (const to of targets(reference)) add(from, to);
  });
  // The children of a base with a discriminator are known wherever the base is.
  const schemas = entries(asObject(document.components).schemas);
  const family = new Set(
    schemas.filter(([, schema]) => discriminates(schema)).map(([name]) => name),
  );
  const pointerOf = (name: string): string => childPointer('', 'components', 'schemas', name);
  const joined = schemas.map(
    ([name, schema]) => [name, joinedBy(schema).flatMap(targets)] as const,
  );
  for (const base of family) {
    for (const [name, parents] of joined) {
      if (!parents.some((parent) => componentOf(parent) === pointerOf(base))) continue;
      add(pointerOf(base), pointerOf(name));
      family.add(name);
    }
  }
  return uses;
}

/** The references of a schema, and of the parts of its `allOf`. */
function joinedBy(schema: unknown): string[] {
  const { $ref, allOf } = asObject(schema);
  return [...strings([$ref]), ...objects(allOf).flatMap(joinedBy)];
}

/** A component, or a place outside of the components as it is. */
function componentOf(pointer: string): string {
  return /^\/components\/[^/]*\/[^/]*/.exec(pointer)?.[0] ?? pointer;
}
