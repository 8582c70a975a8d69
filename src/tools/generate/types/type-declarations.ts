import { pointerKeys } from 'openapi-trellis/tools';
import {
  type JsonObject,
  valueAt,
  type Operation,
  Resolver,
  type Use,
  type MappedFormats,
  printKey,
} from '../../document';
import { commentOf } from './comments';
import { constants } from './constants';
import { FORM_WITH_FILES, FORM_WITH_FILES_DECLARATION } from './content-types';
import { layOut } from './layout';
import { SchemaGroups } from './schema-groups';
import { SchemaTypes, UNLISTED_STRING, UNLISTED_STRINGS, type ValueKind } from './schema-types';
import { SharedTypes } from './shared-types';
import { type Placeholder, type ItemsPlaceholder, type SchemaUse, skeletonOf } from './skeleton';
import { directedSchemas, TypeNames, type DirectedSchemas } from './type-names';
import { indented, namedType, NEVER, objectType, type TypeText } from './type-text';

export interface TypeModules {
  /** For handlers: 64-bit integers are `bigint`, and defaults are applied. */
  readonly types: string;
  /** For clients: 64-bit integers are `number`, unless clients keep them exact. */
  readonly clientTypes: string;
  /** The names that `types` gives to schemas of contents, by the pointers of these. */
  readonly names: ReadonlyMap<string, string>;
}

export interface TypeOptions {
  readonly filled: ReadonlySet<string>;
  readonly formats: MappedFormats;
  /** Clients have 64-bit integers as `bigint`. */
  readonly exactClient: boolean;
}

/**
 * TypeScript types of a document. openapi-typescript lays them out once, and the types of schemas are filled in here,
 * because it types several schemas differently than JSON Schema defines them.
 */
export async function typeDeclarations(
  document: JsonObject,
  operations: readonly Operation[],
  { filled, formats, exactClient }: TypeOptions,
): Promise<TypeModules> {
  const resolver = new Resolver(document);
  const { document: skeleton, fillings, hasPlaces } = skeletonOf(resolver, operations);
  const layout = await layOut(skeleton, hasPlaces);
  const groups = new SchemaGroups(resolver);
  const { received, sent } = directedSchemas(resolver, filled);
  const shared = new SharedTypes();
  const moduleWith = (kind: ValueKind, directed: DirectedSchemas): FilledIn =>
    filledIn(layout, fillings, groups, new TypeNames(groups, directed), kind, shared);
  const types = moduleWith(
    { exact: true, received: 'request', items: true, filled, formats },
    received,
  );
  const clientTypes = moduleWith(
    {
      exact: exactClient,
      received: 'response',
      items: false,
      filled: new Set(),
      formats: new Set(),
    },
    sent,
  );
  return { types: types.text, clientTypes: clientTypes.text, names: types.names };
}

interface FilledIn {
  readonly text: string;
  readonly names: TypeModules['names'];
}

/** Replaces the placeholders of the layout by types of one kind. */
function filledIn(
  layout: string,
  fillings: readonly Placeholder[],
  groups: SchemaGroups,
  names: TypeNames,
  kind: ValueKind,
  shared: SharedTypes,
): FilledIn {
  const typesFor = (use?: Use): SchemaTypes =>
    new SchemaTypes(groups, use, shared.noting(names.reference), kind, shared.differ);
  const types = {
    both: typesFor(),
    input: typesFor('input'),
    request: typesFor('request'),
    response: typesFor('response'),
  };
  const typeOf = (at: SchemaUse): TypeText =>
    shared.typeOf(at, names.reference, () => {
      const { pointer, use } = at;
      const schema = valueAt(groups.resolver.document, pointer);
      return types[use ?? 'both'].typeOf({ schema, pointer });
    });
  const texts = new Map<string, string>();
  const placeholderText = (filling: Placeholder, isQuoted: boolean): string => {
    if ('comment' in filling) return filling.comment;
    if ('name' in filling) return isQuoted ? JSON.stringify(filling.name) : printKey(filling.name);
    const at = 'items' in filling ? filling.items : filling.schema;
    const { text } = typeOf(at);
    if (!kind.items && filling.client !== undefined) return filling.client(text);
    if ('items' in filling) return itemsType(text, filling);
    // A schema that is used in two directions may have two names.
    texts.set(at.pointer, (texts.get(at.pointer) ?? text) === text ? text : '');
    return text;
  };
  const components = `schemas: ${componentsType(names).text};`;
  const text = layout.replace(LINE, (_, indentation: string, line: string) => {
    if (line === NO_SCHEMAS) return indentation + indented(components, indentation);
    const filled = line.replace(
      PLACE,
      (place, comment?: string, quoted?: string, bare?: string) => {
        const filling = fillings[Number(comment ?? quoted ?? bare)];
        return filling === undefined ? place : placeholderText(filling, quoted !== undefined);
      },
    );
    return indentation + indented(filled, indentation);
  });
  const all = text + declarations(names, typeOf, types.both, groups.resolver.document);
  const declared = new Set([...names.declared].map(({ name }) => name));
  const helpers = [
    all.includes(UNLISTED_STRING.text) ? UNLISTED_DECLARATION : '',
    all.includes(`${FORM_WITH_FILES}<`) ? FORM_WITH_FILES_DECLARATION : '',
  ];
  return {
    text: all + helpers.join(''),
    names: new Map([...texts].filter(([, each]) => declared.has(each))),
  };
}

const UNLISTED_DECLARATION = `/** Any string that the document does not list at this place; read it as a \`string\`. */
export type ${UNLISTED_STRINGS} = string & { readonly ${UNLISTED_STRINGS}: never };
`;

/** Items for handlers; byte parts of requests are Files. */
function itemsType(value: string, { items: { use }, bytes }: ItemsPlaceholder): string {
  const isRequest = use !== 'response';
  const file = `import("node:buffer").${isRequest ? 'File' : 'Blob'}`;
  const content = isRequest ? file : `Uint8Array | ${file}`;
  const isValue = !bytes.includes(true) || bytes.includes(false);
  const item = [...(bytes.includes(true) ? [content] : []), ...(isValue ? [value] : [])].join(
    ' | ',
  );
  return isRequest ? `AsyncIterable<${item}>` : `AsyncIterable<${item}> | Iterable<${item}>`;
}

/** The names of the components, before others are declared. */
function componentsType({ declared }: TypeNames): TypeText {
  const members = [...declared].map(({ name, pointer }) => {
    const [component = ''] = pointerKeys(pointer).slice(-1);
    return { name: component, type: namedType(name), optional: false };
  });
  return members.length === 0 ? NEVER : objectType(members);
}

/** Names are placeholders in the layout: no other line is like this. */
const NO_SCHEMAS = 'schemas: never;';
const LINE = /^( *)(.*\$\d.*|schemas: never;)$/gm;

/** A placeholder in the layout: a comment, a quoted name, or a name or type. */
const PLACE = /\/\*\* @description \$(\d+) \*\/|"\$(\d+)"|\$(\d+)/g;

/** The declarations of named types, with their comments and constants. */
function declarations(
  names: TypeNames,
  typeOf: (use: SchemaUse) => TypeText,
  types: SchemaTypes,
  document: JsonObject,
): string {
  const declared = [];
  // Writing a declaration may add names; the loop reaches them.
  for (const each of names.declared) {
    const { name, pointer } = each;
    const schema = valueAt(document, pointer);
    const comment = commentOf(schema);
    declared.push(
      `${comment === '' ? '' : `${comment}\n`}export type ${name} = ${typeOf(each).text};\n`,
      constants(name, { schema, pointer }, types),
    );
  }
  return declared.join('');
}
