import { detectSpec, getTypes, type lintDocument } from '@redocly/openapi-core';
import type { JsonObject } from '../../generate/index';

/** What the linter knows of the objects of a document: which fields hold which objects. */
export type LintTypes = NonNullable<Parameters<typeof lintDocument>[0]['customTypes']>;

/**
 * The types of the objects of a document, with the fields of OpenAPI 3.2 where it is one, which the linter
 * itself reads as 3.1.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#schema-object
 */
export function lintTypes(document: JsonObject): LintTypes {
  const types = getTypes(detectSpec(document));
  return String(document.openapi).startsWith('3.2') ? withFields(types) : types;
}

/** The fields of OpenAPI 3.2 that hold objects, by the names of the linter's types. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PathItem: { query: 'Operation', additionalOperations: 'OperationsMap' },
  MediaType: {
    itemSchema: 'Schema',
    itemEncoding: 'Encoding',
    prefixEncoding: 'EncodingList',
  },
  Encoding: {
    encoding: 'EncodingMap',
    itemEncoding: 'Encoding',
    prefixEncoding: 'EncodingList',
  },
  Components: { mediaTypes: 'MediaTypesMap' },
};

/** The types that only these fields have. */
const ADDED: LintTypes = {
  OperationsMap: { properties: {}, additionalProperties: () => 'Operation' },
  EncodingList: { properties: {}, items: 'Encoding' },
};

function withFields(types: LintTypes): LintTypes {
  const extended = Object.entries(FIELDS).map(([name, fields]) => {
    const type = types[name] ?? { properties: {} };
    return [name, { ...type, properties: { ...type.properties, ...fields } }] as const;
  });
  return { ...types, ...Object.fromEntries(extended), ...ADDED };
}
