import { loadContract } from '../../../src/generate/in-memory';
import { parseSource } from '../../../src/document/read/read-document';
import { errorOfValue } from '../../../src/samples/values/value-error';
import type { DocumentNotice } from '../../../src/document/model/document-error';
import { isJsonObject } from '../../../src/document/model/json-object';
import { childPointer, pointerKeys, valueAt } from '../../../src/document/model/json-pointer';

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
const ADDED = `${ADD}/responses/201`;
const MEDIA = `${ADDED}/content/application~1json`;
const KEY = '/components/securitySchemes/key';

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
      },
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

const SLIPS: readonly Slip[] = [
  // Nothing behind a key.
  ...fieldsOf('', [
    ['servers', null, NOTHING],
    ['tags', null, NOTHING],
    ['security', null, NOTHING],
    ['externalDocs', null, NOTHING],
    ['webhooks', null, NOTHING],
  ]),
  ...fieldsOf('/components', [
    ['responses', null, NOTHING],
    ['parameters', null, NOTHING],
    ['headers', null, NOTHING],
  ]),
  ...fieldsOf('/paths/~1pets', [
    ['parameters', null, NOTHING],
    ['put', null, NOTHING],
    ['servers', null, NOTHING],
    ['summary', null, NOTHING],
  ]),
  ...fieldsOf(LIST, [
    ['tags', null, NOTHING],
    ['parameters', null, NOTHING],
    ['requestBody', null, NOTHING],
    ['callbacks', null, NOTHING],
    ['security', null, NOTHING],
    ['deprecated', null, NOTHING],
    ['summary', null, NOTHING],
    ['externalDocs', null, NOTHING],
    ['servers', null, NOTHING],
  ]),
  ...fieldsOf(ADDED, [
    ['headers', null, NOTHING],
    ['content', null, NOTHING],
    ['links', null, NOTHING],
  ]),
  ...fieldsOf(LIMIT, [
    ['description', null, NOTHING],
    ['required', null, NOTHING],
    ['style', null, NOTHING],
    ['examples', null, NOTHING],
  ]),
  ...fieldsOf(PET, [
    ['description', null, NOTHING],
    ['additionalProperties', null, NOTHING],
    ['enum', null, NOTHING],
    ['allOf', null, NOTHING],
    ['patternProperties', null, NOTHING],
    ['minProperties', null, NOTHING],
    ['discriminator', null, NOTHING],
    ['type', null, NOTHING],
  ]),
  ...at('/paths/~1none', { 'a path without anything': [null, {}] }),
  ...at('/components/schemas/None', { 'a schema without anything': [null, {}] }),
  ...at(`${PET}/properties/tag`, { 'a property without anything': [null, {}] }),
  ...at(`${ADD}/responses/202`, { 'a status without anything': [null, { description: '' }] }),
  ...at(MEDIA, { 'a media type without anything': [null, {}] }),
  ...at(`${ADDED}/headers/X-B`, { 'a header without anything': [null, { schema: {} }] }),
  // Annotations of another type.
  ...fieldsOf(LIST, [
    ['tags', 'pets', ['pets']],
    ['tags', 7, NOTHING],
    ['tags', [7], ['7']],
    ['tags', {}, NOTHING],
    ['deprecated', 'true', true],
    ['deprecated', 'soon', NOTHING],
    ['deprecated', 1, NOTHING],
    ['operationId', 12, NOTHING],
    ['operationId', ['a'], NOTHING],
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
  ...fieldsOf('/info', [
    ['version', 1, '1'],
    ['title', 7, '7'],
    ['description', 7, ''],
  ]),
  ...fieldsOf(ADDED, [['description', 7, '']]),
  ...fieldsOf(LIMIT, [
    ['description', 7, ''],
    ['deprecated', 'no', false],
    ['deprecated', 'later', NOTHING],
  ]),
  ...fieldsOf(NAME, [
    ['title', 7, NOTHING],
    ['description', 7, NOTHING],
    ['deprecated', 'yes', true],
    ['externalDocs', 'x', NOTHING],
    ['examples', 'Tom', NOTHING],
    ['readOnly', 'false', false],
    ['xml', 'name', NOTHING],
  ]),
  // Words for types.
  ...fieldsOf(AGE, [
    ['type', 'int', 'integer'],
    ['type', 'Integer', 'integer'],
    ['type', 'integer,', 'integer'],
    ['type', ' integer ', 'integer'],
    ['type', 'long', 'integer'],
    ['type', 'int64', 'integer'],
    ['type', ['integer', null], ['integer', 'null']],
    ['type', ['Integer', 'NULL'], ['integer', 'null']],
    ['type', ['integer', 'integer'], ['integer']],
    ['type', 'integer|null', ['integer', 'null']],
    ['type', 'integer, null', ['integer', 'null']],
    ['type', 'float', 'number'],
    ['type', 'double', 'number'],
    ['type', 'decimal', 'number'],
    ['minimum', '0', 0],
    ['maximum', '100', 100],
    ['multipleOf', '1', 1],
    ['exclusiveMaximum', '100.5', 100.5],
    ['nullable', 'true', NOTHING],
    ['enum', 7, [7]],
  ]),
  ...fieldsOf(NAME, [
    ['type', 'String', 'string'],
    ['type', 'string,', 'string'],
    ['type', "'string'", 'string'],
    ['type', 'str', 'string'],
    ['type', 'text', 'string'],
    ['type', 'uuid', 'string'],
    ['type', 'date', 'string'],
    ['type', 'datetime', 'string'],
    ['type', 'file', 'string'],
    ['minLength', '1', 1],
    ['maxLength', '10', 10],
    ['enum', 'Tom', ['Tom']],
  ]),
  ...at(`${PET}/properties/list`, {
    'a type of Java': [{ type: 'List' }, { type: 'array' }],
    'a type of Python': [{ type: 'dict' }, { type: 'object' }],
    'a type of C': [{ type: 'bool' }, { type: 'boolean' }],
    'a limit of items in quotes': [
      { type: 'array', maxItems: '3', uniqueItems: 'true' },
      { type: 'array', maxItems: 3, uniqueItems: true },
    ],
    'the type of null as YAML reads it': [
      { anyOf: [{ type: 'string' }, { type: null }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
  }),
  ...fieldsOf(PET, [
    ['required', 'name', ['name']],
    ['additionalProperties', 'false', false],
    ['additionalProperties', 'true', true],
    ['maxProperties', '9', 9],
    ['type', 'Object', 'object'],
    ['type', 'map', 'object'],
  ]),
  // Parameters, headers and bodies.
  ...fieldsOf(LIMIT, [
    ['required', 'true', true],
    ['required', 'yes', true],
    ['required', 'False', false],
    ['in', 'Query', 'query'],
    ['in', 'QUERY', 'query'],
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
  // Security.
  ...fieldsOf(KEY, [
    ['type', 'apikey', 'apiKey'],
    ['type', 'APIKEY', 'apiKey'],
    ['type', 'api_key', 'apiKey'],
    ['in', 'Header', 'header'],
  ]),
  ...at(KEY, {
    'a scheme of Swagger 2.0': [{ type: 'basic' }, { type: 'http', scheme: 'basic' }],
    'a type that is a scheme': [{ type: 'bearer' }, { type: 'http', scheme: 'bearer' }],
    'a type in capitals': [
      { type: 'HTTP', scheme: 'bearer' },
      { type: 'http', scheme: 'bearer' },
    ],
  }),
  ...fieldsOf(ADD, [['security', { key: [] }, [{ key: [] }]]]),
  // Servers.
  ...fieldsOf('', [
    ['servers', { url: '/v1' }, [{ url: '/v1' }]],
    ['servers', '/v1', [{ url: '/v1' }]],
    ['servers', ['/v1'], [{ url: '/v1' }]],
  ]),
  ...fieldsOf('/servers/0', [
    ['url', 'pets.test/v1', 'https://pets.test/v1'],
    ['url', 'localhost:8080/v1', 'https://localhost:8080/v1'],
    ['url', 'api.pets.test', 'https://api.pets.test'],
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
  'a range of statuses in mixed letters': [`${ADD}/responses/5Xx`, `${ADD}/responses/5XX`],
  'a status with a space': [`${ADD}/responses/204 `, `${ADD}/responses/204`],
  'a default in capitals': [`${LIST}/responses/Default`, `${LIST}/responses/default`],
};

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

/** What is wrong with the warnings of one slip. */
function faultsIn(notices: readonly DocumentNotice[], pointer: string): string[] {
  const warnings = notices.filter(({ severity }) => severity === 'warning');
  const here = warnings.filter(
    (each) => each.pointer === pointer || each.pointer.startsWith(`${pointer}/`),
  );
  return [
    ...(here.length === 0 ? [`no warning is at ${pointer}`] : []),
    ...warnings
      .filter((each) => !here.includes(each))
      .map((each) => `a warning at ${each.pointer}: ${each.message}`),
    ...here
      .filter(({ message }) => !/; |, and is left out$/.test(message))
      .map(({ message }) => `no remedy: ${message}`),
  ];
}

/** What has two meanings, or none: what it touches is left out, for a reason. */
const LEFT_OUT: Readonly<
  Record<string, { readonly edits: Edits; readonly lost: readonly string[]; readonly why: RegExp }>
> = {
  'a type that is the name of a schema': {
    edits: { [`${AGE}/type`]: 'Pet' },
    lost: ['add'],
    why: /must be one of|must be of type/,
  },
  'a number in words': { edits: { [`${AGE}/minimum`]: 'none' }, lost: ['add'], why: /number/ },
  'a list of schemas for items': {
    edits: { [AGE]: { type: 'array', items: [{ type: 'string' }] } },
    lost: ['add'],
    why: /prefixItems/,
  },
  'a parameter of the body, whose media type nobody knows': {
    edits: { [LIMIT]: { in: 'body', name: 'pet', schema: {} } },
    lost: ['list'],
    why: /must be one of/,
  },
  'a parameter with two meanings': {
    edits: { [LIMIT]: { in: 'query', name: 'q', schema: {}, content: { [JSON_TYPE]: {} } } },
    lost: ['list'],
    why: /schema|content/,
  },
  'a flag that is neither': {
    edits: { [`${LIMIT}/required`]: 'sometimes' },
    lost: ['list'],
    why: /boolean/,
  },
  'a location that is none': { edits: { [`${LIMIT}/in`]: 'url' }, lost: ['list'], why: /one of/ },
  'a parameter without a name': {
    edits: { [`${LIMIT}/name`]: REMOVED },
    lost: ['list'],
    why: /name/,
  },
  'a body without content': {
    edits: { [`${BODY}/content`]: REMOVED },
    lost: ['add'],
    why: /content/,
  },
  'a status that is none': {
    edits: { [`${LIST}/responses/ok`]: { description: 'x' } },
    lost: ['list'],
    why: /"ok"/,
  },
  'a reference to nothing': {
    edits: { [`${MEDIA}/schema`]: { $ref: '#/components/schemas/Cat' } },
    lost: ['add'],
    why: /refers to nothing/,
  },
  'a reference in a circle': {
    edits: { [BODY]: { $ref: '#/paths/~1pets/post/requestBody' } },
    lost: ['add'],
    why: /circle/,
  },
};

describe('left out, for a reason, is what is touched by', () => {
  it.each(Object.entries(LEFT_OUT))('%s', (_, { edits, lost, why }) => {
    const { served, notices } = read(edited(edits));
    expect(served).toEqual(['list', 'add', 'remove'].filter((name) => !lost.includes(name)));
    expect(notices.map(({ message }) => message).join('\n')).toMatch(why);
  });
});
