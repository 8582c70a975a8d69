import type { JsonObject } from '../../../../src/generate/index';
import { body, response } from '../../../support/changed-documents';
import { temporaryFolder } from '../../../support/temporary-folder';
import {
  asked,
  countedIn,
  multipart,
  object,
  query,
  type Row,
  type Sent,
  text,
} from './recorded-traffic';

const folder = temporaryFolder();

const headed = (schema: unknown): JsonObject => ({
  parameters: [{ name: 'X-Filter', in: 'header', schema }],
});
const formOf = (schema: unknown): JsonObject => ({
  requestBody: { content: { 'multipart/form-data': { schema } } },
});
const streamed = (itemSchema: unknown): JsonObject => ({
  requestBody: { content: { 'application/jsonl': { itemSchema } } },
});

const withHeader = (header: JsonObject): JsonObject => ({
  responses: { 200: { description: 'Done', headers: { N: { schema: text(), ...header } } } },
});

const NAMED: Sent[] = ['Ann', 'Bo', 'Christopher'].map((name) => ({ body: { name } }));

const REQUESTS: readonly Row[] = [
  [
    'a schema of a body is narrowed',
    body(object({ name: text() })),
    body(object({ name: text({ maxLength: 3 }) })),
    NAMED,
    ['narrowed: rejects 1 of 3 recorded requests'],
  ],
  [
    'a schema is narrowed where nobody sends what it refuses',
    body(object({ name: text() })),
    body(object({ name: text({ maxLength: 30 }) })),
    NAMED,
    ['narrowed: rejects none of 3 recorded requests'],
  ],
  [
    'two changes of one schema count apart, and both for a request that meets both',
    body(object({ name: text(), tag: text() })),
    body(object({ name: text({ maxLength: 3 }), tag: text({ enum: ['a', 'b'] }) })),
    [
      { body: { name: 'Christopher', tag: 'c' } },
      { body: { name: 'Christopher' } },
      { body: { name: 'Christopher', tag: 'a' } },
      { body: { tag: 'd' } },
      { body: { name: 'Bo', tag: 'b' } },
    ],
    ['narrowed: rejects 3 of 5 recorded requests', 'narrowed: rejects 2 of 5 recorded requests'],
  ],
  [
    'two keywords of one value count apart',
    body({ type: 'integer' }),
    body({ type: 'integer', maximum: 10, multipleOf: 2 }),
    [{ body: 11 }, { body: 12 }, { body: 3 }, { body: 4 }],
    ['narrowed: rejects 2 of 4 recorded requests', 'narrowed: rejects 2 of 4 recorded requests'],
  ],
  [
    'a schema that others refer to is narrowed',
    body({ $ref: '#/components/schemas/Thing' }),
    body({ $ref: '#/components/schemas/Named' }),
    NAMED,
    ['narrowed: rejects 2 of 3 recorded requests'],
  ],
  [
    'a field of a form is narrowed',
    {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': { schema: object({ n: { type: 'integer' } }) },
        },
      },
    },
    {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: object({ n: { type: 'integer', maximum: 5 } }),
          },
        },
      },
    },
    [
      { text: 'n=5', type: 'application/x-www-form-urlencoded' },
      { text: 'n=6', type: 'application/x-www-form-urlencoded' },
    ],
    ['narrowed: rejects 1 of 2 recorded requests'],
  ],
  [
    'a parameter is narrowed',
    query({ type: 'integer' }),
    query({ type: 'integer', maximum: 10 }),
    [asked('9'), asked('11'), {}],
    ['narrowed: rejects 1 of 3 recorded requests'],
  ],
  [
    'an object in a header is narrowed, which others may read otherwise',
    headed(object({ name: text() })),
    headed(object({ name: text({ enum: ['a b'] }) })),
    [{ headers: [['X-Filter', 'name,a b']] }, { headers: [['x-filter', 'name,c d']] }],
    ['narrowed: rejects 1 of 2 recorded requests'],
  ],
  [
    'a part of a form is narrowed',
    formOf(object({ n: { type: 'integer' } })),
    formOf(object({ n: { type: 'integer', maximum: 5 } })),
    [
      { text: multipart('5'), type: 'multipart/form-data; boundary=b' },
      { text: multipart('6'), type: 'multipart/form-data; boundary=b' },
    ],
    ['narrowed: rejects 1 of 2 recorded requests'],
  ],
  [
    'items of a stream are narrowed',
    streamed({ type: 'integer' }),
    streamed({ type: 'integer', maximum: 5 }),
    [
      { text: '1\n5\n', type: 'application/jsonl' },
      { text: '1\n6\n', type: 'application/jsonl' },
    ],
    ['narrowed: rejects 1 of 2 recorded requests'],
  ],
  [
    'a required parameter is new',
    {},
    query(text(), { required: true }),
    [asked('a'), {}, {}],
    ['parameter-added: rejects 2 of 3 recorded requests'],
  ],
  ['an optional parameter is new', {}, query(text()), [asked('a'), {}], []],
  [
    'an optional parameter is new and refuses what was ignored',
    {},
    query({ type: 'integer' }),
    [asked('a'), asked('1'), {}],
    ['narrowed: rejects 1 of 3 recorded requests'],
  ],
  [
    'a parameter is required, and another narrowed',
    {
      parameters: [
        { name: 'q', in: 'query', schema: text() },
        { name: 'X-Kind', in: 'header', schema: text() },
      ],
    },
    {
      parameters: [
        { name: 'q', in: 'query', schema: text(), required: true },
        { name: 'X-Kind', in: 'header', schema: text({ enum: ['a'] }) },
      ],
    },
    [{}, { headers: [['x-kind', 'b']] }, { ...asked('c'), headers: [['X-Kind', 'b']] }, asked('d')],
    [
      'parameter-required: rejects 2 of 4 recorded requests',
      'narrowed: rejects 2 of 4 recorded requests',
    ],
  ],
  [
    'a parameter is gone',
    query(text()),
    {},
    [asked('a'), asked('b'), {}],
    ['parameter-removed: 2 of 3 recorded requests send it'],
  ],
  [
    'a parameter is written otherwise',
    query({ type: 'array', items: text() }),
    query({ type: 'array', items: text() }, { explode: false }),
    [asked('a'), {}],
    ['parameter-serialization: 1 of 2 recorded requests sends it'],
  ],
  [
    'a parameter has another default',
    query({ type: 'integer', default: 1 }),
    query({ type: 'integer', default: 2 }),
    [asked('1'), {}, {}],
    ['default-changed: 2 of 3 recorded requests leave it out'],
  ],
  [
    'a property has another default',
    body(
      object({ tags: { type: 'array', items: object({ n: { type: 'integer', default: 1 } }) } }),
    ),
    body(
      object({ tags: { type: 'array', items: object({ n: { type: 'integer', default: 2 } }) } }),
    ),
    [{ body: { tags: [{ n: 1 }, {}] } }, { body: { tags: [{ n: 1 }] } }, { body: {} }],
    ['default-changed: 1 of 3 recorded requests leaves it out'],
  ],
  [
    'a required body is new',
    {},
    body(object({}), { required: true }),
    [{}, { body: {} }],
    ['request-body-added: rejects 1 of 2 recorded requests'],
  ],
  [
    'a body is required',
    body(object({})),
    body(object({}), { required: true }),
    [{}, {}, { body: {} }],
    ['request-body-required: rejects 2 of 3 recorded requests'],
  ],
  [
    'a body is gone',
    body(object({})),
    {},
    [{}, { body: {} }],
    ['request-body-removed: 1 of 2 recorded requests sends it'],
  ],
  [
    'a media type of a body is gone',
    { requestBody: { content: { 'text/plain': {}, 'application/json': {} } } },
    { requestBody: { content: { 'text/plain': {} } } },
    [{ body: 1 }, { text: 'a', type: 'text/plain; charset=utf-8' }],
    ['request-media-type-removed: rejects 1 of 2 recorded requests'],
  ],
  [
    'a property of a body is gone',
    body(object({ name: text(), tag: text() })),
    body(object({ name: text() })),
    [{ body: { name: 'a' } }, { body: { tag: 'a' } }, { body: {} }],
    ['property-removed: 1 of 3 recorded requests sends it'],
  ],
  [
    'a body is gone in a way that nobody can show',
    body({ type: 'string', contentEncoding: 'base64' }),
    body({ type: 'string', contentEncoding: 'base16' }),
    [{ body: 'YQ==' }, {}],
    ['content-changed: concerns 1 of 2 recorded requests'],
  ],
];

const OLD = { $ref: '#/components/responses/Old' };
const NEW = { $ref: '#/components/responses/New' };

const RESPONSES: readonly Row[] = [
  [
    'a response is narrowed',
    response(object({ n: { type: 'integer' } })),
    response(object({ n: { type: 'integer', maximum: 5 } })),
    [{ response: { n: 5 } }, { response: { n: 6 } }, { response: { n: 'not as the base has it' } }],
    ['narrowed: 1 of 3 recorded responses is ruled out'],
  ],
  [
    'a response may be what it was not, which no recording has',
    response(text({ enum: ['a'] })),
    response(text({ enum: ['a', 'b'] })),
    [{ response: 'a' }, { status: 404 }],
    ['widened: concerns 1 of 2 recorded responses'],
  ],
  [
    'a property of a response is gone',
    response(object({ name: text(), tag: text() }, 'name')),
    response(object({ name: text() }, 'name')),
    [{ response: { name: 'a' } }, { response: { name: 'a', tag: 'b' } }],
    ['property-removed: 1 of 2 recorded responses has it'],
  ],
  [
    'a header is gone',
    { responses: { 200: { description: 'Done', headers: { 'X-Count': { schema: text() } } } } },
    {},
    [{ responseHeaders: [['x-count', '1']] }, {}],
    ['response-header-removed: 1 of 2 recorded responses has it'],
  ],
  [
    'an alternative of a response is narrowed',
    response({ oneOf: [text(), object({ n: { type: 'integer' } }, 'n')] }),
    response({ oneOf: [text(), object({ n: { type: 'integer', maximum: 5 } }, 'n')] }),
    [{ response: 'a' }, { response: { n: 5 } }, { response: { n: 6 } }],
    ['narrowed: 1 of 3 recorded responses is ruled out'],
  ],
  [
    'a property of a response is write-only now',
    response(object({ name: text() })),
    response(object({ name: text({ writeOnly: true }) })),
    [{ response: {} }, { response: { name: 'a' } }],
    ['access-changed: 1 of 2 recorded responses has it'],
  ],
  [
    'a response has a schema where it had none',
    { responses: { 200: { description: 'Done', content: { 'application/json': {} } } } },
    response({ type: 'integer' }),
    [{ response: 1 }, { response: 'a' }],
    ['schema-added: 1 of 2 recorded responses is ruled out'],
  ],
  [
    'a response has no schema any more',
    response({ type: 'integer' }),
    { responses: { 200: { description: 'Done', content: { 'application/json': {} } } } },
    [{ response: 1 }, { status: 404 }],
    ['schema-removed: concerns 1 of 2 recorded responses'],
  ],
  [
    'a header is always sent',
    withHeader({}),
    withHeader({ required: true }),
    [{ responseHeaders: [['n', '1']] }, {}, { status: 404 }],
    ['response-header-required: 1 of 3 recorded responses is ruled out'],
  ],
  [
    'a header may be left out, and is deprecated',
    withHeader({ required: true }),
    withHeader({ deprecated: true }),
    [{ responseHeaders: [['n', '1']] }, {}],
    [
      'deprecated: concerns 1 of 2 recorded responses',
      'response-header-optional: 1 of 2 recorded responses has it',
    ],
  ],
  [
    'a response of several statuses is narrowed',
    { responses: { 404: OLD, default: OLD } },
    { responses: { 404: NEW, default: NEW } },
    [
      { status: 404, response: 'abc' },
      { status: 409, response: 'abc' },
      { status: 410, response: 'abc' },
    ],
    [
      'narrowed: 1 of 3 recorded responses is ruled out',
      'narrowed: 2 of 3 recorded responses are ruled out',
    ],
  ],
  [
    'responses become one, of which one is narrowed',
    {
      responses: {
        404: { description: 'No', content: { 'application/json': { schema: text() } } },
        409: { description: 'No', content: { 'application/json': { schema: text() } } },
      },
    },
    {
      responses: {
        default: {
          description: 'No',
          content: { 'application/json': { schema: text({ maxLength: 2 }) } },
        },
      },
    },
    [
      { status: 404, response: 'a' },
      { status: 409, response: 'abc' },
    ],
    [
      'narrowed: none of 2 recorded responses is ruled out',
      'narrowed: 1 of 2 recorded responses is ruled out',
    ],
  ],
  [
    'a header is narrowed',
    {
      responses: { 200: { description: 'Done', headers: { N: { schema: { type: 'integer' } } } } },
    },
    {
      responses: {
        200: { description: 'Done', headers: { N: { schema: { type: 'integer', maximum: 5 } } } },
      },
    },
    [{ responseHeaders: [['n', '5']] }, { responseHeaders: [['n', '6']] }],
    ['narrowed: 1 of 2 recorded responses is ruled out'],
  ],
  [
    'statuses are gone, of requests that were refused too',
    {
      responses: {
        200: { description: 'Done' },
        201: { description: 'Made' },
        400: { description: 'No' },
      },
    },
    {},
    [{ status: 201 }, { status: 200 }, { status: 400 }, { status: 400 }],
    [
      'response-removed: 1 of 4 recorded responses has it',
      'response-removed: 2 of 4 recorded responses have it',
    ],
  ],
  [
    'a media type of a response is gone',
    {
      responses: {
        200: { description: 'Done', content: { 'application/json': {}, 'text/plain': {} } },
      },
    },
    { responses: { 200: { description: 'Done', content: { 'text/plain': {} } } } },
    [{ response: 1 }, { responseHeaders: [['Content-Type', 'text/plain']] }],
    ['response-media-type-removed: 1 of 2 recorded responses has it'],
  ],
];

const saying = (schema: unknown): JsonObject => ({
  description: 'No',
  content: { 'application/json': { schema } },
});
const components = {
  responses: { Old: saying(text()), New: saying(text({ maxLength: 2 })) },
  schemas: {
    Thing: object({ name: text() }),
    Named: {
      allOf: [
        { $ref: '#/components/schemas/Thing' },
        { properties: { name: { pattern: '^.{3}$' } } },
      ],
    },
  },
};

describe('a change and recorded exchanges', () => {
  it.each([...REQUESTS, ...RESPONSES])('%s', async (_, base, revision, exchanges, want) => {
    expect(await countedIn(folder, base, revision, exchanges, components)).toEqual(want);
  });
});
