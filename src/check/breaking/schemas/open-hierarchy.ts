import {
  asObject,
  isPlace,
  listAt,
  memberAt,
  type Place,
  type References,
  type SchemaAt,
  strings,
  UNLISTED,
} from '../../../generate/index';

/**
 * A schema that others join by `allOf`, and in whose discriminator a value may name none of them. It is to
 * its children what an open object is to its properties: a new one takes nothing from who keeps to the base.
 */
export interface OpenHierarchy {
  /** The property that names a child. */
  readonly property: string;
  /** Names that the document says are used. */
  readonly used: ReadonlySet<string>;
  /** By each name that the schema of a child goes with, whether or not it is used. */
  readonly children: ReadonlyMap<string, readonly SchemaAt[]>;
  /** Names that are not used, of children that have others. */
  readonly spare: ReadonlySet<string>;
  /** What is said of values of no child, too. */
  readonly own: SchemaAt;
}

/** The hierarchy that a schema is the base of. Its form is that of document/schemas/hierarchies.ts. */
export function openHierarchyAt(references: References, at: SchemaAt): OpenHierarchy | undefined {
  if (!isPlace(at)) return undefined;
  const alternatives = listAt(at, 'oneOf').filter(isPlace);
  const rest = alternatives.find(({ schema }) => schema[UNLISTED] === true);
  if (rest === undefined) return undefined;
  const property = String(asObject(at.schema.discriminator).propertyName);
  const target = ({ schema, pointer }: Place): SchemaAt =>
    references.referenced(String(schema.$ref), pointer);
  const used = alternatives
    .filter((each) => each !== rest)
    .flatMap((each) =>
      namesIn(each, property).map((name): Child => [
        name,
        [target(each), ...listAt(each, 'allOf')],
      ]),
    );
  const implied = listAt(rest, 'allOf')
    .filter(isPlace)
    .flatMap((each) => {
      const [when, then] = [memberAt(each, 'if'), memberAt(each, 'then')];
      if (!isPlace(when) || !isPlace(then)) return [];
      return namesIn(when, property).map((name): Child => [name, [target(then)]]);
    });
  const known = new Set(used.map(([, [child]]) => child?.pointer));
  return {
    property,
    used: new Set(used.map(([name]) => name)),
    children: new Map([...used, ...implied]),
    spare: new Set(
      implied.filter(([, [child]]) => known.has(child?.pointer)).map(([name]) => name),
    ),
    own: target(rest),
  };
}

type Child = [name: string, schemas: readonly SchemaAt[]];

function namesIn(place: Place, property: string): string[] {
  const { schema } = memberAt(place, 'properties', property);
  return strings(asObject(schema).enum);
}

/** Labels the schema of a child, as schema-meaning.ts labels parts. @param name absent for values of no child */
export function childLabel(property: string, name?: string): string {
  return `${CHILD}${JSON.stringify([property, ...(name === undefined ? [] : [name])])}`;
}

const CHILD = 'child ';

/** The property of the base and the name in it, from the label of a child. */
export function childOf(label: string): readonly string[] | undefined {
  return label.startsWith(CHILD) ? strings(JSON.parse(label.slice(CHILD.length))) : undefined;
}
