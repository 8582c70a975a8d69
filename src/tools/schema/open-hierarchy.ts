import {
  asObject,
  isPlace,
  listAt,
  memberAt,
  type ObjectSchemaAt,
  type References,
  type SchemaAt,
  strings,
  UNLISTED,
} from '../document';

/**
 * A schema that others extend by `allOf`, with a discriminator that may also name none of them. Its children are
 * like the properties of an open object: a new child breaks no client of the base.
 */
export interface OpenHierarchy {
  /** The property that names a child. */
  readonly property: string;
  /** The names that are in use according to the document. */
  readonly used: ReadonlySet<string>;
  /** By each name that a child's schema has, used or not. */
  readonly children: ReadonlyMap<string, readonly SchemaAt[]>;
  /** Unused names of children that have others. */
  readonly spare: ReadonlySet<string>;
  /** The schema that also applies to values of no child. */
  readonly own: SchemaAt;
}

/** The hierarchy of which a schema is the base, in the form that document/schemas/hierarchies.ts makes. */
export function openHierarchyAt(references: References, at: SchemaAt): OpenHierarchy | undefined {
  if (!isPlace(at)) return undefined;
  const alternatives = listAt(at, 'oneOf').filter(isPlace);
  const rest = alternatives.find(({ schema }) => schema[UNLISTED] === true);
  if (rest === undefined) return undefined;
  const property = String(asObject(at.schema.discriminator).propertyName);
  const target = ({ schema, pointer }: ObjectSchemaAt): SchemaAt =>
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

function namesIn(place: ObjectSchemaAt, property: string): string[] {
  const { schema } = memberAt(place, 'properties', property);
  return strings(asObject(schema).enum);
}

/** The label of a child's schema, for meaning.ts. @param name absent for values of no child */
export function childLabel(property: string, name?: string): string {
  return `${CHILD}${JSON.stringify([property, ...(name === undefined ? [] : [name])])}`;
}

const CHILD = 'child ';

/** The base's property and its value, from the label of a child. */
export function childOf(label: string): readonly string[] | undefined {
  return label.startsWith(CHILD) ? strings(JSON.parse(label.slice(CHILD.length))) : undefined;
}
