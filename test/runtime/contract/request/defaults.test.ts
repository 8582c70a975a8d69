import { serveDocument, type ServedDocument } from '../../../support/serve-document';
import { describeParameters } from '../../../support/serve-parameters';
import { type BodyRow, describeBodies } from '../schema/describe-bodies';
import { titled } from '../../../support/it-each';

const string = { type: 'string' };
const object = (properties: object, more: object = {}): object => {
  return { type: 'object', properties, ...more };
};
const ref = (name: string, more: object = {}): object => {
  return { $ref: `#/components/schemas/${name}`, ...more };
};

const A = { a: { default: 'x' } };
const integer = { type: 'integer', default: 1 };

const components = {
  Colored: object({ color: { ...string, default: 'red' } }),
  Chain: object({ label: { ...string, default: 'none' }, next: ref('Chain') }),
};

const refused = (fault: string): object => ({ refused: `The body ${fault}` });

const rows: BodyRow[] = titled({
  'an absent property': [object(A), '{}', { a: 'x' }],
  'a property that is there': [object(A), '{"a":"y"}', { a: 'y' }],
  'null is there': [object(A), '{"a":null}', { a: null }],
  'null as a default': [object({ a: { type: 'null', default: null } }), '{}', { a: null }],
  'an int64': [
    object({ a: { type: 'integer', format: 'int64', default: 9007199254740993n } }),
    '{}',
    { a: 9007199254740993n },
  ],
  'a property that is required': [
    object(A, { required: ['a'] }),
    '{}',
    refused('lacks the property "a"'),
  ],
  'a property that is required in another schema': [
    { ...object(A), allOf: [{ required: ['a'] }] },
    '{}',
    refused('lacks the property "a"'),
  ],
  'a name of every object': [
    JSON.parse('{"properties":{"__proto__":{"default":1},"toString":{"default":2}}}'),
    '{}',
    JSON.parse('{"__proto__":1,"toString":2}') as unknown,
  ],
  'an object behind a reference': [ref('Colored'), '{}', { color: 'red' }],
  'an object in allOf': [{ allOf: [ref('Colored'), object({ a: {} })] }, '{}', { color: 'red' }],
  'objects in lists, tuples and maps': [
    object({
      list: { items: ref('Colored') },
      tuple: { prefixItems: [{}, ref('Colored')], items: ref('Colored') },
      map: object({ plain: object({}) }, { additionalProperties: ref('Colored') }),
    }),
    '{"list":[{}],"tuple":[{},{},{}],"map":{"plain":{},"a":{}}}',
    {
      list: [{ color: 'red' }],
      tuple: [{}, { color: 'red' }, { color: 'red' }],
      map: { plain: {}, a: { color: 'red' } },
    },
  ],
  'an object of itself': [
    ref('Chain'),
    '{"next":{"next":{"label":"a"}}}',
    { label: 'none', next: { label: 'none', next: { label: 'a' } } },
  ],
  'an object that is not there': [object({ one: ref('Colored') }), '{}', {}],
  'an object that is a default itself': [
    object({ one: ref('Colored', { default: {} }) }),
    '{}',
    { one: { color: 'red' } },
  ],
  'a branch': [{ oneOf: [ref('Colored'), string] }, '{}', {}],
  'a condition': [{ if: ref('Colored'), then: ref('Colored'), properties: { a: {} } }, '{}', {}],
  'defaults that differ': [{ ...object({ color: { default: 'x' } }), ...ref('Colored') }, '{}', {}],
  'defaults that are equal': [
    { ...object({ color: { default: 'red' } }), ...ref('Colored') },
    '{}',
    { color: 'red' },
  ],
  'a default that its schema refuses': [object({ a: { type: 'integer', default: 'x' } }), '{}', {}],
  'a default that another schema refuses': [
    { allOf: [object(A), object({ a: { maxLength: 0 } })] },
    '{}',
    {},
  ],
  'a default that would hold itself': [{ allOf: [ref('Circle')] }, '{}', {}],
  'what is read only': [object({ a: { readOnly: true, default: 'x' } }), '{}', {}],
});

const Circle = object({ me: ref('Circle', { default: {} }) });

describeBodies('defaults in a body', rows, { ...components, Circle }, (served) => {
  it('are another value each time', async () => {
    const index = rows.findIndex(([name]) => name === 'an object that is a default itself');
    const first = await served().decode(index, '{}');
    (first.body as { one: { color: string } }).one.color = 'changed';
    expect((await served().decode(index, '{}')).body).toStrictEqual({ one: { color: 'red' } });
  });

  it('are not filled into responses', async () => {
    expect(await served().encode(0, {})).toBe('{}');
  });
});

const parameter = (schema: object, more: object = {}): object => {
  return { name: 'p', in: 'query', schema, ...more };
};

const x = { default: 'x' };
const byContent = (schema: object): object => ({
  ...{ name: 'p', in: 'query', content: { 'application/json': { schema } } },
});
const refusedParameter = (fault: string): object => ({
  refused: `The query parameter "p" ${fault}`,
});

describeParameters(
  'a default of a parameter',
  titled({
    'that is absent': [parameter(x), '', 'x'],
    'that is there': [parameter(x), '?p=y', 'y'],
    'that is empty': [parameter(integer), '?p=', refusedParameter('must be of type integer')],
    'that is empty, which counts as left out': [
      parameter(integer, { allowEmptyValue: true }),
      '?p=',
      1,
      { queryOnly: 'fields have no such rule' },
    ],
    'that is required': [parameter(x, { required: true }), '', refusedParameter('is missing')],
    'that is an int64': [parameter({ type: 'integer', format: 'int64', default: 7 }), '', 7n],
    'that is a list': [parameter({ type: 'array', items: string, default: ['a'] }), '', ['a']],
    'that is an object': [
      parameter(ref('Colored'), { style: 'deepObject' }),
      '?p[size]=1&q=a',
      { color: 'red' },
      { beside: [parameter({}, { name: 'q' })] },
    ],
    'of an object that is absent': [
      parameter(ref('Colored', { default: {} }), { style: 'deepObject' }),
      '',
      { color: 'red' },
    ],
    'that its schema refuses': [parameter({ type: 'integer', default: 'x' }), '', undefined],
    'in a header': [parameter(x, { in: 'header' }), '', 'x'],
    'in a cookie': [parameter(x, { in: 'cookie' }), '', 'x'],
    'in the path, where it always is': [parameter(x, { in: 'path', required: true }), '/y', 'y'],
    'by content': [
      { name: 'p', in: 'query', content: { 'application/json': { schema: ref('Colored') } } },
      '?p={}',
      { color: 'red' },
    ],
  }),
  { schemas: components },
);

/** A default that no object of the schema may have, in one that says no more. */
const closed = { allOf: [object(A)], additionalProperties: false };
const bounded = {
  Closed: closed,
  Small: object({ ...A, b: {} }, { maxProperties: 1 }),
  Chain: object({ ...A, next: ref('Chain') }, { not: { required: ['a', 'next'] } }),
};

const taken: BodyRow[] = titled({
  additionalProperties: [closed, '{}', {}],
  'additionalProperties of another type': [
    { allOf: [object(A), { additionalProperties: { type: 'integer' } }] },
    '{}',
    {},
  ],
  maxProperties: [object({ ...A, b: {} }, { maxProperties: 1 }), '{"b":1}', { b: 1 }],
  propertyNames: [object(A, { propertyNames: { pattern: '^b' } }), '{}', {}],
  patternProperties: [object(A, { patternProperties: { '^a': { maxLength: 0 } } }), '{}', {}],
  unevaluatedProperties: [{ allOf: [object(A), { unevaluatedProperties: false }] }, '{}', {}],
  dependentRequired: [object(A, { dependentRequired: { a: ['b'] } }), '{}', {}],
  dependentSchemas: [object(A, { dependentSchemas: { a: { required: ['b'] } } }), '{}', {}],
  not: [object(A, { not: { required: ['a'] } }), '{}', {}],
  'not, of a number': [object(A, { not: { minProperties: 1 } }), '{}', {}],
  if: [object(A, { if: { required: ['a'] }, then: { required: ['b'] } }), '{}', {}],
  'if, of a number': [
    object({ ...A, b: {} }, { if: { maxProperties: 0 }, else: { required: ['b'] } }),
    '{}',
    {},
  ],
  anyOf: [object(A, { anyOf: [object({ a: { const: 'y' } })] }), '{}', {}],
  oneOf: [
    object({ ...A, b: {} }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
    '{"b":1}',
    { b: 1 },
  ],
  const: [object(A, { const: {} }), '{}', {}],
  enum: [object(A, { enum: [{}, 1] }), '{}', {}],
  contains: [{ items: object(A), contains: { maxProperties: 0 } }, '[{}]', [{}]],
  uniqueItems: [{ items: object(A), uniqueItems: true }, '[{},{"a":"x"}]', [{}, { a: 'x' }]],
  'items, of another schema for items': [
    { allOf: [{ prefixItems: [object(A)] }, { unevaluatedItems: { maxProperties: 0 } }] },
    '[{}]',
    [{}],
  ],
  'a schema around the object': [
    object({ one: object(A) }, { not: object({ one: { required: ['a'] } }) }),
    '{"one":{}}',
    { one: {} },
  ],
  'a schema around a map': [
    { additionalProperties: object(A), not: object({ one: { required: ['a'] } }) },
    '{"one":{}}',
    { one: {} },
  ],
  'what is left alone by the others': [
    object({ ...A, b: { default: 'y' } }, { maxProperties: 1 }),
    '{}',
    { a: 'x' },
  ],
  'the others': [{ ...closed, properties: { b: { default: 'y' } } }, '{}', { b: 'y' }],
  'each item by itself': [{ items: ref('Small') }, '[{},{"b":1}]', [{ a: 'x' }, { b: 1 }]],
  'an object that a default brings in': [
    object({ one: { ...closed, properties: { b: { default: 'y' } }, default: {} } }),
    '{}',
    { one: { b: 'y' } },
  ],
  'all objects in one that is refused': [ref('Chain'), '{"next":{}}', { next: {} }],
});

/** Refused for what was sent, whatever is filled in. */
const kept: BodyRow[] = titled({
  minProperties: [
    object(A, { minProperties: 1 }),
    '{}',
    refused('must have at least 1 properties'),
  ],
  dependentRequired: [
    object({ ...A, b: {} }, { dependentRequired: { b: ['a'] } }),
    '{"b":1}',
    refused('has the property "b" and lacks "a"'),
  ],
  oneOf: [
    object(A, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
    '{}',
    refused('fits none of the alternatives of its schema'),
  ],
  not: [
    object(A, { not: { const: {} } }),
    '{}',
    refused('matches a schema that it must not match'),
  ],
  additionalProperties: [closed, '{"b":1}', refused('has the property "b", which is not allowed')],
});

describeBodies('a body is taken where its default is refused:', taken, bounded);
describeBodies('a body is refused where its default would do:', kept, bounded);

const open = { ...closed, properties: { b: { type: 'string' } } };

describeParameters('a parameter whose default is refused', [
  ['of a query object', parameter(open, { explode: false }), '?p=b,1', { b: '1' }],
  ['of deepObject', parameter(open, { style: 'deepObject' }), '?p[b]=1', { b: '1' }],
  ['by content', byContent(open), '?p={"b":"1"}', { b: '1' }],
]);

const filled =
  '{ type: object, properties: { a: { type: string }, b: { type: integer, default: 1 } } }';
const left =
  '{ allOf: [{ properties: { a: { default: x } } }], properties: { b: { type: string } }, additionalProperties: false }';
const responses = '{ 204: { description: Done } }';
const body = (name: string, mediaType: string, schema: string): string =>
  `/${name}: { post: { operationId: ${name}, requestBody: { required: true, content: { ${mediaType}: { ${schema} } } }, responses: ${responses} } }`;

const FORM = 'application/x-www-form-urlencoded';
const document = `
openapi: 3.2.0
info: { title: Library, version: 1.0.0 }
paths:
  /query: { post: { operationId: query, parameters: [{ name: q, in: querystring, content: { ${FORM}: { schema: ${filled} } } }], responses: ${responses} } }
  ${body('items', 'application/jsonl', `itemSchema: ${filled}`)}
  ${body('form', FORM, `schema: ${left}`)}
  ${body('parts', 'multipart/form-data', `schema: ${left}`)}
  ${body('left', 'application/jsonl', `itemSchema: ${left}`)}
  /limit: { post: { operationId: limit, parameters: [{ name: limit, in: query, schema: { type: integer, default: 10 } }], responses: ${responses} } }
`;

interface Input {
  readonly body?: AsyncIterable<unknown> | object;
  readonly query: unknown;
  readonly querystring?: unknown;
}

describe('what is no body of JSON', () => {
  const received: unknown[] = [];
  let served: ServedDocument;
  let plain: ServedDocument;
  beforeAll(async () => {
    const take = async (input: Input): Promise<{ status: number }> => {
      const { querystring, body, query } = input;
      if (body === undefined) received.push(querystring ?? query);
      else if (!(Symbol.asyncIterator in body)) received.push(body);
      else for await (const item of body) received.push(item);
      return { status: 204 };
    };
    const ids = ['query', 'items', 'form', 'parts', 'left', 'limit'];
    const handlers = Object.fromEntries(ids.map((id) => [id, take]));
    served = await serveDocument(document, handlers);
    plain = await serveDocument(document, handlers, { defaults: false });
  });
  beforeEach(() => received.splice(0));
  afterAll(() => Promise.all([served.close(), plain.close()]));

  async function post(target: string, type = '', sent = '', { url } = served): Promise<unknown[]> {
    const headers = type === '' ? {} : { 'Content-Type': type };
    const { status } = await fetch(url + target, { method: 'POST', headers, body: sent });
    return [status, ...received];
  }

  const BOUNDARY = '--b\r\nContent-Disposition: form-data; name="b"\r\n\r\n1\r\n--b--\r\n';

  it.each<[name: string, target: string, type: string, sent: string, want: unknown[]]>([
    ['a query that is one value', '/query?a=x', '', '', [{ a: 'x', b: 1 }]],
    ['items', '/items', 'application/jsonl', '{"a":"x"}\n{"b":2}\n', [{ a: 'x', b: 1 }, { b: 2 }]],
    ['a form, without what is refused', '/form', FORM, 'b=1', [{ b: '1' }]],
    [
      'a form of parts, without what is refused',
      '/parts',
      'multipart/form-data; boundary=b',
      BOUNDARY,
      [{ b: '1' }],
    ],
    ['an item, without what is refused', '/left', 'application/jsonl', '{"b":"1"}', [{ b: '1' }]],
    ['a query', '/limit', '', '', [{ limit: 10 }]],
  ])('has its defaults: %s', async (_, target, type, sent, want) => {
    expect(await post(target, type, sent)).toStrictEqual([204, ...want]);
    expect(served.faults).toStrictEqual([]);
  });

  it('has none where generation is told so', async () => {
    expect(await post('/limit', '', '', plain)).toStrictEqual([204, {}]);
  });
});
