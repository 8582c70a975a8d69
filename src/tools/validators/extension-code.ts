import type Ajv from 'ajv/dist/2020';
import { _, type CodeGen, type KeywordCxt, type Name } from 'ajv';
import type { ExtensionName, Extensions } from 'openapi-trellis/tools';
import { without, type JsonObject } from '../document';

/** Placeholder for the extensions module in compiled code. */
export const EXTENSIONS_MODULE = '#extensions';

/** Replaces `format` where the service validates the format. */
const OWN_FORMAT = 'ownFormat';

/** Moves a format that the service validates to another keyword. */
export function withOwnFormat(schema: JsonObject, { formats = {} }: Extensions): JsonObject {
  const { format } = schema;
  if (typeof format !== 'string' || !Object.hasOwn(formats, format)) return schema;
  if (formats[format]?.validate === undefined) return schema;
  return { ...without(schema, 'format'), [OWN_FORMAT]: format };
}

export function addExtensions(ajv: Ajv, extensions: Extensions): void {
  const { formats = {}, keywords = {} } = extensions;
  ajv.addKeyword({
    keyword: OWN_FORMAT,
    type: 'string',
    schemaType: 'string',
    code(cxt: KeywordCxt) {
      const name = String(cxt.schema);
      const format = extension(cxt.gen, formats[name], 'formats', name);
      cxt.fail(_`!${format}.validate(${cxt.data})`);
    },
    error: { message: '', params: ({ schema }) => _`{format: ${String(schema)}}` },
  });
  for (const name of Object.keys(keywords) as ExtensionName[]) {
    const keyword = keywords[name];
    ajv.addKeyword({
      keyword: name,
      code(cxt: KeywordCxt) {
        const own = extension(cxt.gen, keyword, 'keywords', name);
        cxt.fail(_`!${own}.validate(${cxt.schemaValue}, ${cxt.data})`);
      },
      error: { message: '', params: () => _`{message: ${keyword?.message ?? ''}}` },
    });
  }
}

function extension(gen: CodeGen, ref: unknown, kind: keyof Extensions, name: string): Name {
  const code = _`require(${EXTENSIONS_MODULE}).extensions[${kind}][${name}]`;
  return gen.scopeValue('func', { ref, code });
}
