import type { DocumentNotice } from '../../../../src/tools/document/model/document-error';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { itEach } from '../../../support/it-each';

const text = { type: 'string' };
const closed = {
  type: 'object',
  required: ['b'],
  properties: { b: text },
  additionalProperties: false,
};

/** What is said of a schema that no value fits, or that some value fits, as the body of an operation. */
function warned(
  schema: unknown,
  components: object = {},
  parameters: readonly object[] = [],
): DocumentNotice[] {
  const warnings: DocumentNotice[] = [];
  const document = {
    openapi: '3.1.0',
    info: { title: 'Schemas', version: '1' },
    paths: {
      '/x': {
        post: {
          operationId: 'x',
          parameters,
          requestBody: { content: { 'application/json': { schema } } },
          responses: { 204: { description: 'Taken' } },
        },
      },
    },
    components: { schemas: components },
  };
  const report = (notice: DocumentNotice): unknown =>
    notice.message.includes('no value fits') && warnings.push(notice);
  loadContract(document, { report });
  return warnings;
}

const BODY = '/paths/~1x/post/requestBody/content/application~1json/schema';

itEach<[unknown, place: string, reason: string]>({
  nothing: [false, '', 'its schema is "false"'],
  'a list of no values': [{ type: 'string', enum: [] }, '/allOf/0', 'an empty "enum"'],
  'types that exclude each other': [
    { type: 'string', allOf: [{ type: ['integer', 'null'] }] },
    '/allOf/0/type',
    '"type: string", "type: ["integer","null"]" exclude each other',
  ],
  'a constant of another type': [
    { type: 'string', const: 5 },
    '/const',
    '"type: string", "const: 5"',
  ],
  'lists without a common value': [
    { enum: [1, 'a'], allOf: [{ enum: [2, 'b'] }] },
    '/allOf/0/enum',
    '"enum: [1,"a"]", "enum: [2,"b"]"',
  ],
  'bounds that cross': [
    { type: 'integer', minimum: 5, maximum: 3 },
    '/maximum',
    '"type: integer", "minimum: 5", "maximum: 3" exclude each other',
  ],
  'exclusive bounds that meet': [
    { type: 'number', exclusiveMinimum: 1, maximum: 1 },
    '/maximum',
    '"exclusiveMinimum: 1", "maximum: 1"',
  ],
  'bounds without a whole number between them': [
    { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 },
    '/exclusiveMaximum',
    '"type: integer", "exclusiveMinimum: 1", "exclusiveMaximum: 2"',
  ],
  'lengths that cross': [
    { type: 'string', minLength: 5, maxLength: 3 },
    '/maxLength',
    '"minLength: 5", "maxLength: 3"',
  ],
  'amounts that cross': [
    { type: 'array', minItems: 2, maxItems: 1 },
    '/maxItems',
    '"minItems: 2", "maxItems: 1"',
  ],
  'a pattern of longer texts': [
    { type: 'string', allOf: [{ pattern: '^[a-f]{8}$' }, { maxLength: 7 }] },
    '/allOf/1/maxLength',
    '"type: string", "pattern: ^[a-f]{8}$", "maxLength: 7"',
  ],
  'an integer that its format does not have': [
    { type: 'integer', minimum: 300, format: 'int8' },
    '/format',
    '"minimum: 300", "format: int8"',
  ],
  'a required item that no value is': [
    { type: 'array', minItems: 1, items: { type: 'string', const: 1 } },
    '/items/const',
    'an item is required, and "type: string", "const: 1" exclude each other',
  ],
  'a required property deep inside': [
    {
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: 'object', required: ['b'], properties: { b: { type: 'null', const: 0 } } },
      },
    },
    '/properties/a/properties/b/const',
    'the property "a" is required, and the property "b" is required',
  ],
  'a closed schema beside one that requires more': [
    { allOf: [{ type: 'object', required: ['a'], properties: { a: text } }, closed] },
    '/allOf/1/additionalProperties',
    'the property "a" is required, and "additionalProperties: false" of this schema does not name it',
  ],
  'a closed schema around alternatives': [
    {
      oneOf: ['A', 'B'].map((kind) => {
        return { type: 'object', required: ['t'], properties: { t: { const: kind } } };
      }),
      additionalProperties: false,
    },
    '/oneOf',
    'no alternative fits; of the first, the property "t" is required',
  ],
  'unevaluated properties beside what requires them': [
    { type: 'object', required: ['a'], unevaluatedProperties: false },
    '/unevaluatedProperties',
    '"unevaluatedProperties: false" of this schema does not name it',
  ],
  'alternatives that are the same': [{ oneOf: [text, text] }, '/oneOf', 'is there twice'],
})('says that no value fits %s', (_, schema, place, reason) => {
  const [warning, ...others] = warned(schema, { A: text });
  expect(warning).toMatchObject({
    severity: 'warning',
    pointer: BODY + place,
    message: expect.stringContaining(reason) as string,
  });
  expect(warning?.message).toMatch(/^no value fits the body of "x": /);
  expect(others).toEqual([]);
});

const node = { $ref: '#/components/schemas/Node' };

itEach<[unknown]>({
  'bounds that meet': [{ type: 'integer', minimum: 3, maximum: 3 }],
  'bounds for what need not be a number': [{ type: ['integer', 'null'], minimum: 3, maximum: 2 }],
  'bounds beyond 2^53': [{ type: 'integer', minimum: 2n ** 63n - 1n, maximum: 2n ** 63n - 1n }],
  'an optional property that is forbidden': [{ type: 'object', properties: { a: false } }],
  'a required property that a client does not send': [
    {
      type: 'object',
      required: ['a'],
      properties: { a: { readOnly: true, const: 1, type: 'null' } },
    },
  ],
  'what a pattern names': [{ ...closed, required: ['a'], patternProperties: { '^a': {} } }],
  'what an alternative names beside unevaluated properties': [
    {
      type: 'object',
      required: ['a'],
      anyOf: [{ properties: { a: {} } }],
      unevaluatedProperties: false,
    },
  ],
  'one alternative of two': [{ oneOf: [{ type: 'string', const: 1 }, text] }],
  'one of three that are there': [{ oneOf: [text, text, { type: 'null' }] }],
  'alternatives that any may fit': [{ anyOf: [text, text] }],
  'a long list': [{ type: 'string', enum: Array.from({ length: 20_000 }, (_, at) => `v${at}`) }],
  'an array that may be empty': [{ type: 'array', items: false }],
  'a schema that leads to itself': [
    { type: 'object', properties: { next: node }, anyOf: [node, {}] },
  ],
})('says nothing of %s', (_, schema) => {
  const Node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } };
  expect(warned(schema, { Node })).toEqual([]);
});

describe('the content of a parameter', () => {
  const warnedOf = (mediaType: string, schema: object): DocumentNotice[] =>
    warned(true, {}, [{ name: 'p', in: 'query', content: { [mediaType]: { schema } } }]);
  const list = { type: 'array', items: text };

  it.each([
    ['application/x-www-form-urlencoded', { type: 'object', properties: { a: text } }],
    ['text/csv', list],
    ['application/xml', { allOf: [{ type: 'object' }, { properties: { a: text } }] }],
  ])('%s is said to be text where its schema has a structure', (mediaType, schema) => {
    expect(warnedOf(mediaType, schema)).toMatchObject([
      {
        severity: 'warning',
        pointer: expect.stringMatching(/\/parameters\/0\/content\/.*\/schema$/) as string,
        message: expect.stringContaining(
          `the parameter "p" is read as text, since its content is ${mediaType}`,
        ) as string,
      },
    ]);
  });

  it.each([
    ['application/json', list],
    ['application/vnd.list+json', list],
    ['text/csv', text],
    ['application/xml', {}],
    ['text/plain', { type: ['object', 'string'] }],
  ])('%s has no warning where it is read', (mediaType, schema) => {
    expect(warnedOf(mediaType, schema)).toEqual([]);
  });
});
