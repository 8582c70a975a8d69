import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { errorOfValue } from '../../../../src/tools/schema/value-error';
import type { DocumentNotice } from '../../../../src/tools/document/model/document-error';
import { isJsonObject } from '../../../../src/tools/document/model/json-object';
import {
  childPointer,
  pointerKeys,
  valueAt,
} from '../../../../src/tools/document/model/json-pointer';
import { itEach } from '../../../support/it-each';

/**
 * Documents that have one fault each, as real ones do. What has one meaning is read so, with a warning; what has two leaves
 * out the operation that it touches, with the reason.
 */

const JSON_TYPE = 'application/json';
const PET = '/components/schemas/Pet';
const NAME = `${PET}/properties/name`;
const AGE = `${PET}/properties/age`;
const LIST = '/paths/~1pets/get';
const ADD = '/paths/~1pets/post';
const LIMIT = `${LIST}/parameters/0`;
const BODY = `${ADD}/requestBody`;
const BODY_MEDIA = `${BODY}/content/application~1json`;
const BODY_SCHEMA = `${BODY_MEDIA}/schema`;
const PET_SCHEMA = { $ref: '#/components/schemas/Pet' };
const CSV_EXPLODED = { in: 'query', name: 'l', style: 'csv', explode: true, schema: {} };
const ADDED = `${ADD}/responses/201`;
const MEDIA = `${ADDED}/content/application~1json`;
const KEY = '/components/securitySchemes/key';
const LIMIT_VALUE = { in: 'query', name: 'limit', schema: {} };
const SWAGGER_BODY = { in: 'body', name: 'pet', required: true, schema: PET_SCHEMA };

function pets(): Record<string, unknown> {
  const content = { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Pet' } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: '/v1' }],
    tags: [{ name: 'pets' }],
    paths: {
      '/pets': {
        get: {
          operationId: 'list',
          tags: ['pets'],
          parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer' } }],
          responses: { 200: { description: 'Pets' } },
        },
        post: {
          operationId: 'add',
          security: [{ key: [] }],
          requestBody: { required: true, content: structuredClone(content) },
          responses: {
            201: {
              description: 'Added',
              headers: { 'X-A': { schema: { type: 'string' } } },
              content,
            },
            default: { description: 'Refused' },
          },
        },
      },
      '/pets/{id}': {
        parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
        delete: { operationId: 'remove', responses: { 204: { description: 'Removed' } } },
      },
    },
    components: {
      schemas: {
        Pet: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } },
        },
        Any: {},
      },
      parameters: { Limit: { in: 'query', name: 'limit', schema: {} } },
      requestBodies: { Pet: { content: structuredClone(content) } },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    },
  };
}

/** What is written at a pointer in place of what is there; REMOVED for nothing. */
type Edits = Readonly<Record<string, unknown>>;
const REMOVED = Symbol('removed');

function edited(edits: Edits): string {
  const document = pets();
  for (const [pointer, value] of Object.entries(edits)) {
    const end = pointer.lastIndexOf('/');
    const [key = ''] = pointerKeys(pointer.slice(end));
    const holder = valueAt(document, pointer.slice(0, end)) as Record<string, unknown>;
    if (value === REMOVED) Reflect.deleteProperty(holder, key);
    else holder[key] = value;
  }
  return JSON.stringify(document);
}

interface Read {
  readonly served: readonly string[];
  readonly notices: readonly DocumentNotice[];
  /** As published. */
  readonly document: unknown;
  /** Whether the body of `add` that has these values is taken. */
  readonly takes: (body: unknown) => boolean;
}

function read(text: string): Read {
  const source = parseSource(text, 'pets.json');
  const notices: DocumentNotice[] = [];
  const { faults } = source;
  const loaded = loadContract(source.document, {
    faults,
    report: (notice) => notices.push(notice),
  });
  const schema = `${BODY}/content/application~1json/schema`;
  return {
    served: loaded.operations.map(({ operationId }) => operationId),
    notices,
    document: loaded.document,
    takes: (body) => errorOfValue(loaded.validatorAt(schema, 'request'), body) === undefined,
  };
}

/** A fault that has one meaning: what is written, and what is read in the same place. */
type Slip = readonly [fault: string, pointer: string, written: unknown, read: unknown];

/** @param place of what is written */
const at = (place: string, rows: Readonly<Record<string, readonly [unknown, unknown]>>): Slip[] =>
  Object.entries(rows).map(([fault, [written, read]]) => [fault, place, written, read]);

/** What is written as a field of an object, and what is read. */
const fieldsOf = (owner: string, rows: readonly (readonly [string, unknown, unknown])[]): Slip[] =>
  rows.map(([field, written, read]) => [
    `"${field}" of ${owner} that is ${JSON.stringify(written)}`,
    childPointer(owner, field),
    written,
    read,
  ]);

const NOTHING = undefined;

/** Fields with nothing behind their key, by the object that has them. */
const EMPTY: Readonly<Record<string, readonly string[]>> = {
  '': ['servers', 'tags', 'security', 'externalDocs', 'webhooks'],
  '/components': ['responses', 'parameters', 'headers'],
  '/paths/~1pets': ['parameters', 'put', 'servers', 'summary'],
  [LIST]: [
    ...['tags', 'parameters', 'requestBody', 'callbacks', 'security'],
    ...['deprecated', 'summary', 'externalDocs', 'servers'],
  ],
  [ADDED]: ['headers', 'content', 'links'],
  [LIMIT]: ['description', 'required', 'style', 'examples'],
  [PET]: [
    ...['description', 'additionalProperties', 'enum', 'allOf', 'patternProperties'],
    ...['minProperties', 'discriminator', 'type'],
  ],
};

/** Words for types, as other languages and formats have them. */
const WORDS: readonly (readonly [written: unknown, read: unknown])[] = [
  ...['int', 'Integer', 'integer,', ' integer ', 'long', 'int64', 'int8', 'uint16', 'UInt64'].map(
    (word) => [word, 'integer'] as const,
  ),
  ...['float', 'double', 'decimal'].map((word) => [word, 'number'] as const),
  ...['String', "'string'", 'str', 'text', 'uuid', 'date', 'datetime', 'file'].map(
    (word) => [word, 'string'] as const,
  ),
  ...['Object', 'map', 'dict'].map((word) => [word, 'object'] as const),
  ['List', 'array'],
  ['bool', 'boolean'],
  [null, 'null'],
  [
    ['integer', null],
    ['integer', 'null'],
  ],
  [
    ['Integer', 'NULL'],
    ['integer', 'null'],
  ],
  [['integer', 'integer'], ['integer']],
  ['integer|null', ['integer', 'null']],
  ['integer, null', ['integer', 'null']],
];

const SLIPS: readonly Slip[] = [
  ...at('/paths/~1none', { 'a path without anything': [null, {}] }),
  ...at('/components/schemas/None', { 'a schema without anything': [null, {}] }),
  ...at(`${PET}/properties/tag`, { 'a property without anything': [null, {}] }),
  ...at(`${ADD}/responses/202`, { 'a status without anything': [null, { description: '' }] }),
  ...at(MEDIA, { 'a media type without anything': [null, {}] }),
  ...at(`${ADDED}/headers/X-B`, { 'a header without anything': [null, { schema: {} }] }),
  ...fieldsOf(LIST, [
    ['tags', 'pets', ['pets']],
    ['tags', 7, NOTHING],
    ['tags', [7], ['7']],
    ['deprecated', 'true', true],
    ['deprecated', 'soon', NOTHING],
    ['deprecated', 1, NOTHING],
    ['operationId', 12, NOTHING],
    ['summary', 12, ''],
    ['description', {}, ''],
    ['externalDocs', 'https://pets.test', { url: 'https://pets.test' }],
    ['externalDocs', 7, NOTHING],
  ]),
  ...fieldsOf('', [
    ['tags', ['pets'], [{ name: 'pets' }]],
    ['tags', 'pets', [{ name: 'pets' }]],
    ['externalDocs', 'https://pets.test', { url: 'https://pets.test' }],
    ['jsonSchemaDialect', 'https://pets.test/dialect', NOTHING],
  ]),
  ...at('/info', { 'a document without info': [REMOVED, { title: '', version: '' }] }),
  ...fieldsOf('/info', [
    ['version', 1, '1'],
    ['title', 7, '7'],
    ['description', 7, ''],
  ]),
  ...fieldsOf(ADDED, [['description', 7, '']]),
  ...fieldsOf(LIMIT, [
    ['description', 7, ''],
    ['deprecated', 'no', false],
    ['examples', [1, 2], NOTHING],
  ]),
  ...['success', 'OK', 'error response', 'client-error'].flatMap((word) =>
    at(`${LIST}/responses/${word}`, {
      [`the response "${word}"`]: [{ description: 'x' }, NOTHING],
    }),
  ),
  ...at(`${LIST}/parameters`, {
    'a body of Swagger 2.0': [
      [{ in: 'query', name: 'q', schema: {} }, SWAGGER_BODY],
      [{ in: 'query', name: 'q', schema: {} }],
    ],
  }),
  ...[MEDIA, BODY_MEDIA, `${ADDED}/headers/X-A`, LIMIT].flatMap((owner) =>
    fieldsOf(owner, [
      ['examples', { a: 'Tom', b: { value: 'Ann' } }, { a: { value: 'Tom' }, b: { value: 'Ann' } }],
    ]),
  ),
  ...fieldsOf(`${MEDIA}/schema`, [
    [
      'discriminator',
      { propertyName: 'name', mapping: { tom: '#/definitions/Pet', ann: 'Pet' } },
      { propertyName: 'name', mapping: { tom: '#/components/schemas/Pet', ann: 'Pet' } },
    ],
  ]),
  // Empty lists for empty objects, as PHP writes them, and schemas that are a word.
  ...fieldsOf(LIST, [['callbacks', [], {}]]),
  ...['headers', 'links', 'content'].flatMap((field) => fieldsOf(ADDED, [[field, [], {}]])),
  ...fieldsOf(MEDIA, [
    ['examples', [], {}],
    ['encoding', [], {}],
    ['schema', [], {}],
    ['schema', 'object', { type: 'object' }],
    ['schema', '#/components/schemas/Pet', PET_SCHEMA],
  ]),
  ...fieldsOf('', [['webhooks', [], {}]]),
  ...fieldsOf('/components', [
    ['parameters', [], {}],
    ['links', [], {}],
  ]),
  ...fieldsOf(PET, [
    ['patternProperties', [], {}],
    ['additionalProperties', [], {}],
    ['dependentSchemas', [], {}],
    ['additionalProperties', 'string', { type: 'string' }],
    ['allOf', ['#/components/schemas/Any'], [{ $ref: '#/components/schemas/Any' }]],
  ]),
  ...fieldsOf(`${PET}/properties`, [['nickname', 'string', { type: 'string' }]]),
  ...at(`${MEDIA}/examples`, { 'an example without anything': [{ a: null }, { a: {} }] }),
  // One in place of a list, a text in place of an object.
  ...at(`${LIST}/parameters`, {
    'one parameter': [LIMIT_VALUE, [LIMIT_VALUE]],
    'one reference to a parameter': [{ $ref: '#/components/parameters/Limit' }, [LIMIT_VALUE]],
  }),
  ...at('/paths/~1pets/parameters', { 'one parameter of a path': [LIMIT_VALUE, [LIMIT_VALUE]] }),
  ...at(`${LIST}/responses/404`, {
    'a response that is a text': ['Nothing', { description: 'Nothing' }],
  }),
  ...at('/servers/0', {
    'a server without a URL': [{ description: 'Here' }, { description: 'Here', url: '/' }],
  }),
  // Annotations in the place of others.
  ...[MEDIA, BODY_MEDIA].flatMap((media) =>
    fieldsOf(media, [
      ['examples', ['Tom'], NOTHING],
      ['examples', 'Tom', NOTHING],
    ]),
  ),
  ...fieldsOf(`${ADDED}/headers/X-A`, [['examples', ['Tom'], NOTHING]]),
  ...at(BODY_MEDIA, {
    'an example beside examples': [
      { schema: PET_SCHEMA, example: {}, examples: { tom: { value: { name: 'Tom' } } } },
      { schema: PET_SCHEMA, examples: { tom: { value: { name: 'Tom' } } } },
    ],
  }),
  ...fieldsOf(NAME, [
    ['title', 7, NOTHING],
    ['format', 1, NOTHING],
    ['type', 'any', NOTHING],
    ['type', 'Any', NOTHING],
    ['allOf', [], NOTHING],
    ['allOf', { type: 'string' }, [{ type: 'string' }]],
    ['anyOf', { type: 'integer' }, [{ type: 'integer' }]],
    ['oneOf', { type: 'string' }, [{ type: 'string' }]],
    ['deprecated', 'yes', true],
    ['readOnly', 'false', false],
    ['xml', 'name', NOTHING],
  ]),
  // Values in quotes, and one in place of a list.
  ...fieldsOf(AGE, [
    ['minimum', '0', 0],
    ['multipleOf', '1', 1],
    ['exclusiveMaximum', '100.5', 100.5],
    ['nullable', 'true', NOTHING],
    ['enum', 7, [7]],
  ]),
  ...fieldsOf(NAME, [
    ['minLength', '1', 1],
    ['maxLength', '10', 10],
    ['enum', 'Tom', ['Tom']],
  ]),
  ...at(`${PET}/properties/list`, {
    'a limit of items in quotes': [
      { type: 'array', maxItems: '3', uniqueItems: 'true' },
      { type: 'array', maxItems: 3, uniqueItems: true },
    ],
  }),
  ...fieldsOf(PET, [
    ['required', 'name', ['name']],
    ['additionalProperties', 'false', false],
    ['additionalProperties', 'true', true],
    ['propertyNames', 'true', true],
    ['maxProperties', '9', 9],
  ]),
  ...fieldsOf(LIMIT, [
    ['required', 'true', true],
    ['required', 'yes', true],
    ['required', 'False', false],
    ['in', 'Query', 'query'],
    ['name', 7, '7'],
    ['explode', 'false', false],
    ['allowReserved', 'true', true],
    ['style', 'Form', 'form'],
    ['style', 'space-delimited', 'spaceDelimited'],
  ]),
  ...at(LIMIT, {
    'a parameter of Swagger 2.0': [
      { in: 'query', name: 'limit', type: 'integer', minimum: 1 },
      { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1 } },
    ],
    'a list of Swagger 2.0': [
      { in: 'query', name: 'limit', type: 'array', items: { type: 'integer' } },
      {
        in: 'query',
        name: 'limit',
        style: 'form',
        explode: false,
        schema: { type: 'array', items: { type: 'integer' } },
      },
    ],
    'a list of Swagger 2.0 with its format': [
      { in: 'query', name: 'l', type: 'array', items: {}, collectionFormat: 'pipes' },
      {
        in: 'query',
        name: 'l',
        style: 'pipeDelimited',
        explode: false,
        schema: { type: 'array', items: {} },
      },
    ],
    'a style of Swagger 2.0': [
      { in: 'query', name: 'l', style: 'csv', schema: { type: 'array' } },
      { in: 'query', name: 'l', style: 'form', explode: false, schema: { type: 'array' } },
    ],
    'a style of Swagger 2.0 and what it means': [
      { in: 'query', name: 'l', style: 'multi', explode: true, schema: { type: 'array' } },
      { in: 'query', name: 'l', style: 'form', explode: true, schema: { type: 'array' } },
    ],
    'a header that may be empty': [
      { in: 'header', name: 'If-Match', allowEmptyValue: true, schema: {} },
      { in: 'header', name: 'If-Match', schema: {} },
    ],
    'a cookie that may not be empty': [
      { in: 'cookie', name: 'c', allowEmptyValue: false, schema: {} },
      { in: 'cookie', name: 'c', schema: {} },
    ],
    'an example of a parameter beside examples': [
      { in: 'query', name: 'q', schema: {}, example: 1, examples: { two: { value: 2 } } },
      { in: 'query', name: 'q', schema: {}, examples: { two: { value: 2 } } },
    ],
    'a parameter without a schema': [
      { in: 'query', name: 'limit' },
      { in: 'query', name: 'limit', schema: { type: 'string' } },
    ],
  }),
  ...at(`${ADDED}/headers/X-A`, {
    'a header of Swagger 2.0': [{ type: 'integer' }, { schema: { type: 'integer' } }],
    'a header without a schema': [
      { description: 'A' },
      { description: 'A', schema: { type: 'string' } },
    ],
  }),
  ...fieldsOf(BODY, [
    ['required', 'true', true],
    ['required', 'no', false],
  ]),
  ...fieldsOf(KEY, [
    ['type', 'APIKEY', 'apiKey'],
    ['type', 'api_key', 'apiKey'],
    ['in', 'Header', 'header'],
  ]),
  ...at(KEY, {
    'a scheme of Swagger 2.0': [{ type: 'basic' }, { type: 'http', scheme: 'basic' }],
    'OAuth 2.0 without flows': [{ type: 'oauth2' }, { type: 'oauth2', flows: {} }],
    'a scope with nothing behind it': [
      { type: 'oauth2', flows: { password: { tokenUrl: '/token', scopes: { read: null } } } },
      { type: 'oauth2', flows: { password: { tokenUrl: '/token', scopes: { read: '' } } } },
    ],
    'a type that is a scheme': [{ type: 'bearer' }, { type: 'http', scheme: 'bearer' }],
    'a type in capitals': [
      { type: 'HTTP', scheme: 'bearer' },
      { type: 'http', scheme: 'bearer' },
    ],
  }),
  ...fieldsOf(ADD, [
    ['security', { key: [] }, [{ key: [] }]],
    ['security', { key: null }, [{ key: [] }]],
    ['security', [{ key: null }], [{ key: [] }]],
    ['security', ['key'], [{ key: [] }]],
    ['security', 'key', [{ key: [] }]],
  ]),
  ...at('/components/requestBodies/Any', {
    'a body of which nothing is stated': [{}, { content: { '*/*': {} } }],
    'a body of which its description alone is stated': [
      { description: 'Any', required: true },
      { description: 'Any', required: true, content: { '*/*': {} } },
    ],
  }),
  ...fieldsOf('', [
    ['security', ['key'], [{ key: [] }]],
    ['security', [{ key: null }], [{ key: [] }]],
    ['servers', { url: '/v1' }, [{ url: '/v1' }]],
    ['servers', '/v1', [{ url: '/v1' }]],
    ['servers', ['/v1'], [{ url: '/v1' }]],
  ]),
  ...fieldsOf('/servers/0', [
    ['url', 'pets.test/v1', 'https://pets.test/v1'],
    ['url', 'localhost:8080/v1', 'https://localhost:8080/v1'],
  ]),
  ...at('/servers/0', {
    'a variable without a default': [
      { url: '/{v}', variables: { v: { enum: ['v1', 'v2'] } } },
      { url: '/{v}', variables: { v: { enum: ['v1', 'v2'], default: 'v1' } } },
    ],
    'a variable with a number': [
      { url: '/{v}', variables: { v: { default: 1 } } },
      { url: '/{v}', variables: { v: { default: '1' } } },
    ],
    'a variable with numbers to choose from': [
      { url: '/{v}', variables: { v: { default: '1', enum: [1, 2] } } },
      { url: '/{v}', variables: { v: { default: '1', enum: ['1', '2'] } } },
    ],
  }),
];

/** A key that means another one. */
const KEYS: Readonly<Record<string, readonly [written: string, read: string]>> = {
  'a range of statuses in small letters': [`${ADD}/responses/4xx`, `${ADD}/responses/4XX`],
  'a status with its phrase': [`${ADD}/responses/200 OK`, `${ADD}/responses/200`],
  'a status with a phrase of words': [`${ADD}/responses/404 - Not Found`, `${ADD}/responses/404`],
  'a status with a space': [`${ADD}/responses/204 `, `${ADD}/responses/204`],
  'a default in capitals': [`${LIST}/responses/Default`, `${LIST}/responses/default`],
};

/** References to nothing that name a component in the form of Swagger 2.0. */
type Reference = readonly [written: string, pointer: string, read: string, edits: Edits];
const REFERENCES: readonly Reference[] = [
  ['#/definitions/Pet', `${MEDIA}/schema`, '#/components/schemas/Pet', {}],
  ['#/definitions/Pet', `${PET}/properties/mother`, '#/components/schemas/Pet', {}],
  ['#components/schemas/Pet', `${MEDIA}/schema`, '#/components/schemas/Pet', {}],
  ['#/components/schema/Pet', `${MEDIA}/schema`, '#/components/schemas/Pet', {}],
  ['#/requestBody/Pet', BODY, '#/components/requestBodies/Pet', {}],
  ['#/schemas/Pet', `${BODY}/content/application~1json/schema`, '#/components/schemas/Pet', {}],
  ['#/requestBodies/Pet', BODY, '#/components/requestBodies/Pet', {}],
  [
    '#/definitions/Cat',
    `${MEDIA}/schema`,
    '#/components/schemas/Cat',
    { '/definitions': { Cat: { type: 'object' } } },
  ],
];

describe('a slip is read as what it means, with a warning at its place:', () => {
  it.each(SLIPS)('%s', (_, pointer, written, meant) => {
    const { served, notices, document, takes } = read(edited({ [pointer]: written }));
    expect(served).toHaveLength(3);
    expect(faultsIn(notices, pointer)).toStrictEqual([]);
    if (meant === NOTHING) expect(valueAt(document, pointer)).toBeUndefined();
    else if (isJsonObject(meant)) expect(valueAt(document, pointer)).toMatchObject(meant);
    else expect(valueAt(document, pointer)).toStrictEqual(meant);
    // The rest of the document is enforced as before.
    if (!pointer.startsWith(PET))
      expect([{ name: 'Tom' }, { name: 7 }, {}].map(takes)).toEqual([true, false, false]);
  });

  it.each(Object.entries(EMPTY))('nothing behind the fields of "%s"', (owner, fields) => {
    const pointers = fields.map((field) => childPointer(owner, field));
    const { served, notices, document } = read(
      edited(Object.fromEntries(pointers.map((pointer) => [pointer, null]))),
    );
    expect(served).toHaveLength(3);
    expect(faultsIn(notices, ...pointers)).toStrictEqual([]);
    expect(pointers.map((pointer) => valueAt(document, pointer))).toEqual(
      pointers.map(() => undefined),
    );
  });

  it('a type in other words', () => {
    const pointers = WORDS.map((_, index) => `${PET}/properties/p${index}`);
    const edits = pointers.map((pointer, index) => [pointer, { type: WORDS[index]?.[0] }]);
    const { served, notices, document } = read(edited(Object.fromEntries(edits) as Edits));
    expect(served).toHaveLength(3);
    expect(faultsIn(notices, ...pointers)).toStrictEqual([]);
    expect(pointers.map((pointer) => valueAt(document, `${pointer}/type`))).toEqual(
      WORDS.map(([, type]) => type),
    );
  });

  it.each(Object.entries(KEYS))('%s', (_, [written, meant]) => {
    const response = { description: 'Here' };
    const { served, notices, document } = read(edited({ [written]: response }));
    expect(served).toHaveLength(3);
    expect(faultsIn(notices, written)).toStrictEqual([]);
    expect(valueAt(document, meant)).toStrictEqual(response);
  });

  it.each([
    ['a path without its slash', '/paths/cats', '/paths/~1cats'],
    ['a method in capitals', '/paths/~1pets/PUT', '/paths/~1pets/put'],
  ])('%s', (_, written, meant) => {
    const operation = { responses: { 204: { description: 'Done' } } };
    const value = written.endsWith('PUT') ? operation : { get: operation };
    const { served, notices, document } = read(edited({ [written]: value }));
    expect(served).toHaveLength(4);
    expect(faultsIn(notices, written)).toStrictEqual([]);
    expect(valueAt(document, meant)).toStrictEqual(value);
  });

  it.each(REFERENCES)('"%s" as the reference at %s', (written, pointer, meant, edits) => {
    const { served, notices, document, takes } = read(
      edited({ ...edits, [pointer]: { $ref: written } }),
    );
    expect(served).toHaveLength(3);
    expect(faultsIn(notices, `${pointer}/$ref`, ...Object.keys(edits))).toStrictEqual([]);
    expect(valueAt(document, pointer)).toStrictEqual({ $ref: meant });
    if (!pointer.startsWith(BODY)) expect([{ name: 'Tom' }, {}].map(takes)).toEqual([true, false]);
  });

  it.each([
    ['schema', `${MEDIA}/schema`],
    ['schema in a schema', `${MEDIA}/schema/properties/age`],
    ['response', ADDED],
    ['header', `${ADDED}/headers/X-A`],
  ])('a %s of a response that is nowhere: nothing is held to it', (_, pointer) => {
    const { served, notices, takes } = read(
      edited({
        [`${MEDIA}/schema`]: { properties: {} },
        [pointer]: { $ref: '#/components/none/None' },
      }),
    );
    expect(served).toHaveLength(3);
    expect(faultsIn(notices, pointer)).toStrictEqual([]);
    expect([{ name: 'Tom' }, {}].map(takes)).toEqual([true, false]);
  });

  it('a body of Swagger 2.0 is one of JSON', () => {
    const { document } = read(edited({ [`${LIST}/parameters`]: [SWAGGER_BODY] }));
    expect(valueAt(document, `${LIST}/requestBody`)).toStrictEqual({
      required: true,
      content: { [JSON_TYPE]: { schema: PET_SCHEMA } },
    });
  });

  it('a response that refers to a request body', () => {
    const text = edited({ [ADDED]: { $ref: '#/components/requestBodies/Pet' } });
    const { served, notices, document } = read(text);
    expect(served).toHaveLength(3);
    expect(faultsIn(notices, ADDED)).toStrictEqual([]);
    expect(valueAt(document, `${MEDIA}/schema`)).toStrictEqual({
      $ref: '#/components/schemas/Pet',
    });
  });
});

function faultsIn(notices: readonly DocumentNotice[], ...pointers: string[]): string[] {
  const isIn = (each: DocumentNotice, pointer: string): boolean =>
    `${each.pointer}/`.startsWith(`${pointer}/`);
  const warnings = notices.filter(({ severity }) => severity === 'warning');
  const here = warnings.filter((each) => pointers.some((pointer) => isIn(each, pointer)));
  return [
    ...pointers
      .filter((pointer) => !here.some((each) => isIn(each, pointer)))
      .map((pointer) => `no warning is at ${pointer}`),
    ...warnings
      .filter((each) => !here.includes(each))
      .map((each) => `a warning at ${each.pointer}: ${each.message}`),
    ...here
      .filter(({ message }) => !/; |, and is left out$/.test(message))
      .map(({ message }) => `no remedy: ${message}`),
  ];
}

/** What has two meanings, or none: what it touches is left out, for a reason. */
const LEFT_OUT: Readonly<Record<string, [edits: Edits, lost: string, why: RegExp]>> = {
  'a parameter with two meanings': [
    { [LIMIT]: { in: 'query', name: 'q', schema: {}, content: { [JSON_TYPE]: {} } } },
    'list',
    /schema|content/,
  ],
  'a flag that is neither': [{ [`${LIMIT}/required`]: 'sometimes' }, 'list', /boolean/],
  'a parameter without a name': [{ [`${LIMIT}/name`]: REMOVED }, 'list', /name/],
  'a body with a schema and no content': [{ [BODY]: { schema: {} } }, 'add', /content/],
  'a word as the only status': [
    { [`${LIST}/responses`]: { ok: { description: 'x' } } },
    'list',
    /"ok"/,
  ],
  'a number that is no status': [
    { [`${LIST}/responses/2000`]: { description: 'x' } },
    'list',
    /"2000"/,
  ],
  'two bodies of Swagger 2.0': [
    { [`${LIST}/parameters`]: [SWAGGER_BODY, { ...SWAGGER_BODY, name: 'b' }] },
    'list',
    /must be one of/,
  ],
  'a body of Swagger 2.0 beside one': [
    { [`${ADD}/parameters`]: [SWAGGER_BODY] },
    'add',
    /must be one of/,
  ],
  'a form of Swagger 2.0': [
    { [LIMIT]: { in: 'formData', name: 'a', type: 'string' } },
    'list',
    /in/,
  ],
  'a status with its phrase, twice': [
    { [`${LIST}/responses/200 OK`]: { description: 'x' } },
    'list',
    /"200 OK"/,
  ],
  'two statuses': [{ [`${LIST}/responses/201 or 202`]: { description: 'x' } }, 'list', /201/],
  'names of several schemes': [{ [`${ADD}/security`]: ['key', 'other'] }, 'add', /object/],
  'a requirement of nothing': [{ [`${ADD}/security`]: [null] }, 'add', /object/],
  'parameters by name': [{ [`${LIST}/parameters`]: { limit: LIMIT_VALUE } }, 'list', /array/],
  'a keyword among the properties': [
    { [BODY_SCHEMA]: { properties: { type: 'object', properties: {} } } },
    'add',
    /object or boolean/,
  ],
  'a schema that is another word': [{ [BODY_SCHEMA]: 'pet' }, 'add', /object or boolean/],
  'a requirement that is a list': [{ [`${ADD}/security`]: [[]] }, 'add', /object/],
  'alternatives of which there are none': [{ [BODY_SCHEMA]: { anyOf: [] } }, 'add', /anyOf|items/],
  'a map of schemas': [{ [BODY_SCHEMA]: { allOf: { a: { type: 'object' } } } }, 'add', /array/],
  'a style that differs from "explode"': [
    { [LIMIT]: CSV_EXPLODED },
    'list',
    /style|must be one of/,
  ],
  'a body that is nowhere': [{ [BODY]: { $ref: '#/definitions/Pet' } }, 'add', /refers to nothing/],
  'a schema that is nowhere': [{ [BODY_SCHEMA]: { $ref: '#/definitions/No' } }, 'add', /nothing/],
  'a schema of its own $id that has no such definition': [
    { [BODY_SCHEMA]: { $id: 'https://pets.test/a', items: { $ref: '#/definitions/Pet' } } },
    'add',
    /refers to nothing in the schema of the \$id/,
  ],
  'a definition that differs from the component of its name': [
    { '/definitions': { Pet: {} }, [BODY_SCHEMA]: { $ref: '#/definitions/Pet' } },
    'add',
    /nothing/,
  ],
};

describe('left out, for a reason, is what is touched by', () => {
  itEach(LEFT_OUT)('%s', (_, edits, lost, why) => {
    const { served, notices } = read(edited(edits));
    expect(served).toEqual(['list', 'add', 'remove'].filter((name) => name !== lost));
    expect(notices.map(({ message }) => message).join('\n')).toMatch(why);
  });
});
