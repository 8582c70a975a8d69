import schema from 'ajv/dist/refs/json-schema-2020-12/schema.json';
import applicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json';
import content from 'ajv/dist/refs/json-schema-2020-12/meta/content.json';
import core from 'ajv/dist/refs/json-schema-2020-12/meta/core.json';
import formatAnnotation from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json';
import metaData from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json';
import unevaluated from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json';
import validation from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json';

export const METASCHEMA = schema.$id;

export const METASCHEMAS: ReadonlyMap<string, unknown> = new Map(
  [schema, applicator, content, core, formatAnnotation, metaData, unevaluated, validation].map(
    (each) => [each.$id, each],
  ),
);

/** JSON Schema's vocabularies by URI, with the keywords they define. */
export const VOCABULARIES: ReadonlyMap<string, readonly string[]> = new Map(
  [applicator, content, core, formatAnnotation, metaData, unevaluated, validation].flatMap((each) =>
    Object.keys(each.$vocabulary).map((uri) => [uri, Object.keys(each.properties)]),
  ),
);
