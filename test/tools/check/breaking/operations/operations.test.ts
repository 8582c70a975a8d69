import type { JsonObject } from '../../../../../src/tools/document';
import {
  changesOf,
  documentOf,
  expectChanges,
  query,
  response,
  type Row,
  told,
} from '../../../../support/changed-documents';
import { titled } from '../../../../support/it-each';

describe('headers and parameters', () => {
  const header = (field?: JsonObject): JsonObject => ({
    responses: { 200: { description: 'Done', headers: field ? { 'X-Total': field } : {} } },
  });
  const COUNT = { schema: { type: 'integer' } };
  const LIST = { schema: { type: 'array', items: { type: 'string' } } };

  const ROWS: readonly Row[] = titled({
    'a header is new': [header(), header(COUNT), ['minor response-header-added']],
    'a header may be left out': [
      header({ ...COUNT, required: true }),
      header(COUNT),
      ['major response-header-optional'],
    ],
    'a header is always sent': [
      header(COUNT),
      header({ ...COUNT, required: true }),
      ['minor response-header-required'],
    ],
    'a header may have more values': [
      header(COUNT),
      header({ schema: { type: ['integer', 'null'] } }),
      ['major widened'],
    ],
    'a header is written otherwise': [
      header({ schema: { type: 'object' } }),
      header({ schema: { type: 'object' }, explode: true }),
      ['major response-header-serialization'],
    ],
    'Content-Type is what content says': [
      { responses: { 200: { description: '' } } },
      header(),
      [],
    ],
    'a header is JSON text': [
      header(COUNT),
      header({ content: { 'application/json': COUNT } }),
      ['major response-header-serialization'],
    ],
    'a parameter has a schema that says something': [
      query({ schema: {} }),
      query({ schema: { minLength: 2 } }),
      ['major narrowed'],
    ],
    'what a parameter lists is of another type': [
      query(LIST),
      query({ schema: { type: 'array', items: { type: 'integer' } } }),
      ['major narrowed'],
    ],
    'a text is the only item of a list': [
      query({ schema: { type: ['string', 'integer'] } }),
      query(LIST),
      ['minor widened'],
    ],
    'a text is too short a list': [
      query({ schema: { type: 'string' } }),
      query({ schema: { ...LIST.schema, minItems: 2 } }),
      ['major narrowed', 'minor widened'],
    ],
    'JSON is no text': [
      query({ schema: undefined, content: { 'application/json': COUNT } }),
      query({ schema: undefined, content: { 'application/json': { schema: { type: 'string' } } } }),
      ['major narrowed', 'minor widened'],
    ],
    'a parameter is gone after its sunset': [
      query({ deprecated: true, 'x-sunset': '2020-01-01' }),
      {},
      ['minor parameter-removed'],
    ],
    'a parameter is gone before its sunset': [
      query({ deprecated: true, 'x-sunset': '9020-01-01' }),
      {},
      ['major parameter-removed'],
    ],
  });

  it('are told of', () => expectChanges(ROWS));
});

describe('what is written', () => {
  const LIST = { schema: { type: 'array', items: { type: 'string' } } };
  const total = (value: JsonObject): JsonObject =>
    response({}, { headers: { 'X-Total': { schema: { type: 'string' }, ...value } } });
  const form = (schema: JsonObject, encoding?: JsonObject, type = ''): JsonObject => ({
    requestBody: {
      content: {
        [type || 'application/x-www-form-urlencoded']: {
          schema: { type: 'object', properties: { a: schema } },
          ...(encoding && { encoding: { a: encoding } }),
        },
      },
    },
  });
  const partHeader = (value?: JsonObject): JsonObject =>
    form(
      TEXT,
      { contentType: 'text/csv', ...(value && { headers: { 'X-Total': value } }) },
      'multipart/form-data',
    );
  const parts = (encoding: JsonObject): JsonObject => ({
    requestBody: { content: { 'multipart/mixed': { itemSchema: TEXT, ...encoding } } },
  });
  const [MAP, TEXTS, TEXT] = [{ type: 'object' }, LIST.schema, { type: 'string' }];
  const [PARAMETER, HEADER] = [
    'major parameter-serialization',
    'major response-header-serialization',
  ];
  const ENCODING = 'major encoding-changed';
  const sunset = { deprecated: true, 'x-sunset': '2020-01-01' };

  /** Changes of how values are written. */
  const WRITTEN: readonly Row[] = titled({
    'may be empty': [
      query({}),
      query({ allowEmptyValue: true }),
      ['minor parameter-serialization'],
    ],
    'must have a value': [query({ allowEmptyValue: true }), query({}), [PARAMETER]],
    'is said to have a value': [query({}), query({ allowEmptyValue: false }), []],
    'is of reserved characters': [query({}), query({ allowReserved: true }), [PARAMETER]],
    'is separated by pipes': [query(LIST), query({ ...LIST, style: 'pipeDelimited' }), [PARAMETER]],
    'has the usual style': [query(LIST), query({ ...LIST, style: 'form', explode: true }), []],
    'is deep, however it is exploded': [
      query({ schema: MAP, style: 'deepObject' }),
      query({ schema: MAP, style: 'deepObject', explode: true }),
      [],
    ],
    'is a map of pairs': [total({ schema: MAP }), total({ schema: MAP, explode: true }), [HEADER]],
    'is a list of commas': [total({ schema: TEXTS }), total({ schema: TEXTS, explode: true }), []],
    'is optional after its sunset': [
      total({ ...sunset, required: true }),
      total(sunset),
      ['minor response-header-optional'],
    ],
    'is separated in a form': [form(TEXTS), form(TEXTS, { explode: false }), [ENCODING]],
    'is separated as usual': [form(TEXTS), form(TEXTS, { style: 'form' }), []],
    'is plain': [form(TEXT, { style: 'form', explode: true }), form(TEXT, { explode: false }), []],
    'is deep in a form': [form(MAP), form(MAP, { style: 'deepObject' }), [ENCODING]],
    'is JSON in a form': [form(TEXT), form(TEXT, { contentType: 'application/json' }), [ENCODING]],
    'is of the same media types': [
      form(TEXT, { contentType: 'image/png,image/jpeg' }),
      form(TEXT, { contentType: 'image/JPEG, image/png' }),
      [],
    ],
    'has a header that it must have': [
      partHeader(),
      partHeader({ required: true, schema: TEXT }),
      ['major parameter-added'],
    ],
    'has a header': [partHeader(), partHeader({ schema: TEXT }), ['minor parameter-added']],
    'has another header': [
      partHeader({ schema: MAP }),
      partHeader({ schema: MAP, explode: true }),
      [PARAMETER],
    ],
    'is another item': [
      parts({ itemEncoding: { contentType: 'text/csv' } }),
      parts({ itemEncoding: { contentType: 'text/html' } }),
      [ENCODING],
    ],
    'is another first item': [
      parts({ prefixEncoding: [{ contentType: 'text/csv' }] }),
      parts({ prefixEncoding: [{ contentType: 'text/html' }] }),
      [ENCODING],
    ],
  });

  it('is told of where it is written otherwise', () =>
    expectChanges(WRITTEN, { openapi: '3.2.0' }));
});

describe('security', () => {
  const BEARER = { type: 'http', scheme: 'bearer' };
  const KEY = { type: 'apiKey', in: 'header', name: 'X-Key' };

  const secured = (securitySchemes: JsonObject, ...security: JsonObject[]): JsonObject =>
    documentOf({ security }, { components: { securitySchemes } });

  const flows = (more: JsonObject): JsonObject => ({
    type: 'oauth2',
    flows: {
      clientCredentials: { tokenUrl: 'https://example.com/token', scopes: { read: 'a' } },
      ...more,
    },
  });
  const credentials = (more: JsonObject): JsonObject => ({
    clientCredentials: { tokenUrl: 'https://example.com/token', scopes: { read: 'a' }, ...more },
  });

  type Case = readonly [name: string, base: JsonObject, revision: JsonObject, want: string[]];

  const CASES: readonly Case[] = titled({
    'a scheme has another name': [
      secured({ a: BEARER }, { a: [] }),
      secured({ b: { ...BEARER, scheme: 'Bearer', bearerFormat: 'JWT' } }, { b: [] }),
      [],
    ],
    'a key has another place': [
      secured({ a: KEY }, { a: [] }),
      secured({ a: { ...KEY, in: 'query' } }, { a: [] }),
      ['major security-added'],
    ],
    'one of two schemes of the same credentials is asked for': [
      secured({ a: BEARER, b: BEARER }, { a: [] }),
      secured({ a: BEARER, b: BEARER }, { b: [] }),
      ['major security-added'],
    ],
    'a scheme that nothing asks for is gone': [
      secured({ a: BEARER, b: flows({}) }, { a: [] }),
      secured({ a: BEARER }, { a: [] }),
      [],
    ],
    'a flow is gone': [
      secured(
        { a: flows({ password: { tokenUrl: 'https://example.com/p', scopes: {} } }) },
        { a: [] },
      ),
      secured({ a: flows({}) }, { a: [] }),
      ['major security-scheme-changed'],
    ],
    'a flow is new': [
      secured({ a: flows({}) }, { a: [] }),
      secured(
        { a: flows({ password: { tokenUrl: 'https://example.com/p', scopes: {} } }) },
        { a: [] },
      ),
      ['minor security-scheme-changed'],
    ],
    'tokens are got elsewhere': [
      secured({ a: flows({}) }, { a: [] }),
      secured({ a: flows(credentials({ tokenUrl: 'https://example.com/other' })) }, { a: [] }),
      ['major security-scheme-changed'],
    ],
    'a scope is gone and another is new': [
      secured({ a: flows({}) }, { a: [] }),
      secured({ a: flows(credentials({ scopes: { write: 'b' } })) }, { a: [] }),
      ['major security-scheme-changed', 'minor security-scheme-changed'],
    ],
    'a scope is described otherwise': [
      secured({ a: flows({}) }, { a: [] }),
      secured({ a: flows(credentials({ scopes: { read: 'b' } })) }, { a: [] }),
      [],
    ],
  });

  it.each(CASES)('tells that %s', async (_, base, revision, want) => {
    expect(told(await changesOf(base, revision))).toEqual(want);
  });

  it('names the credentials where the name of the scheme is the same', async () => {
    const [change] = await changesOf(
      secured({ a: BEARER }, { a: [] }),
      secured({ a: KEY }, { a: [] }),
    );
    expect(change).toMatchObject({
      message:
        'requests with a (http bearer) are refused now: the operation requires a (apiKey in header x-key)',
      pointer: '/paths/~1things~1{id}/post/security',
    });
  });

  it('points to the requirements of the document where an operation has none', async () => {
    const more = { components: { securitySchemes: { a: BEARER } } };
    const [change] = await changesOf(
      documentOf({}, more),
      documentOf({}, { ...more, security: [{ a: [] }] }),
    );
    expect(change).toMatchObject({ version: 'revision', pointer: '/security' });
  });
});

describe('servers', () => {
  const at = (...urls: string[]): JsonObject[] => urls.map((url) => ({ url }));
  const templated = (...values: string[]): JsonObject[] => [
    {
      url: 'https://example.com/{version}',
      variables: { version: { default: values[0], enum: values } },
    },
  ];

  type ServersRow = readonly [
    name: string,
    base: readonly JsonObject[],
    revision: readonly JsonObject[],
    want: readonly string[],
  ];

  const ROWS: readonly ServersRow[] = titled({
    'a path is gone': [at('/v1', '/v2'), at('/v2'), ['major server-removed']],
    'a path is new': [at('/v1'), at('/v1', '/v2'), ['minor server-added']],
    'another host has the path': [
      at('https://a.example.com/v1'),
      at('https://b.example.com/v1'),
      ['minor server-removed', 'minor server-added'],
    ],
    'the host of a path is named': [
      at('/v1'),
      at('https://example.com/v1'),
      ['minor server-removed', 'minor server-added'],
    ],
    'a server is the root': [[], at('/'), []],
    'a slash at the end is no path': [at('https://example.com/'), at('https://example.com'), []],
    'servers are in another order': [at('/v1', '/v2'), at('/v2', '/v1'), []],
    'a server is described otherwise': [at('/v1'), [{ url: '/v1', description: 'The first' }], []],
    'a value is gone': [templated('v1', 'v2'), templated('v2'), ['major server-removed']],
    'a value is new': [templated('v1'), templated('v1', 'v2'), ['minor server-added']],
    'a variable has another name': [
      [{ url: 'https://{a}.example.com', variables: { a: { default: 'x' } } }],
      [{ url: 'https://{b}.example.com', variables: { b: { default: 'y' } } }],
      [],
    ],
    'a variable may hold a whole URL': [
      [{ url: '{root}/v1', variables: { root: { default: 'https://example.com/shop' } } }],
      at('https://example.com/shop/v1'),
      ['minor server-removed', 'minor server-added'],
    ],
    'a variable of the path has one value now': [
      [{ url: '/{version}', variables: { version: { default: 'v1' } } }],
      at('/v1'),
      ['major server-removed', 'minor server-added'],
    ],
  });

  it('are named with their variables', async () => {
    const servers = [{ url: '{root}/v1', variables: { root: { default: 'https://example.com' } } }];
    const [removed] = await changesOf(
      documentOf({}, { servers }),
      documentOf({}, { servers: at('/v2') }),
    );
    expect(removed?.message).toBe(
      'the server {root}/v1 was removed, and no other has its path "/v1/"',
    );
  });

  describe('servers of the document', () => {
    it.each(ROWS)('tells that %s', async (_, base, revision, want) => {
      const [before, after] = [base, revision].map((servers) => documentOf({}, { servers }));
      expect(told(await changesOf(before!, after!))).toEqual(want);
    });

    it('are told of once, at the server', async () => {
      const changes = await changesOf(
        documentOf({}, { servers: at('/v1', '/v2') }),
        documentOf({}, { servers: at('/v2') }),
      );
      expect(changes).toEqual([
        expect.objectContaining({ operation: 'all operations', pointer: '/servers/0/url' }),
      ]);
    });

    it('are not those of operations with their own', async () => {
      const own = { servers: at('/v3') };
      const changes = await changesOf(
        documentOf(own, { servers: at('/v1') }),
        documentOf(own, { servers: at('/v2') }),
      );
      expect(changes).toEqual([]);
    });
  });

  it('tells of the servers of an operation', async () => {
    const changes = await changesOf(
      documentOf({}, { servers: at('/v1') }),
      documentOf({ servers: at('/v2') }, { servers: at('/v1') }),
    );
    expect(changes).toEqual([
      expect.objectContaining({
        level: 'major',
        rule: 'server-removed',
        operation: 'POST /things/{id}',
        message: 'the server /v1 was removed, and no other has its path "/v1/"',
      }),
      expect.objectContaining({ level: 'minor', rule: 'server-added' }),
    ]);
  });
});

describe('paths that move to the servers, or from there', () => {
  type Item = readonly [path: string, own?: JsonObject];
  const version = (servers: readonly string[], ...items: readonly Item[]): JsonObject => ({
    ...{ openapi: '3.1.0', info: { title: 'Moved', version: '1.0.0' } },
    servers: servers.map((url) => ({ url })),
    paths: Object.fromEntries(
      items.map(([path, own]) => {
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const parameters = names.map((name) => ({ in: 'path', name, required: true, schema: {} }));
        return [path, { parameters, get: { responses: { 204: { description: 'Done' } }, ...own } }];
      }),
    ),
  });
  const HOST = 'https://example.com';

  it.each<readonly [string, JsonObject, JsonObject, readonly string[]]>([
    [
      'a path moves to the server',
      version([HOST], ['/v1/a'], ['/v1/a/{id}']),
      version([`${HOST}/v1`], ['/a'], ['/a/{key}']),
      [],
    ],
    ['a path moves from the server', version(['/v1/'], ['/a']), version([], ['/v1/a']), []],
    [
      'a path moves to each of the servers',
      version([HOST, 'http://localhost:3000'], ['/v1/a']),
      version([`${HOST}/v1`, 'http://localhost:3000/v1'], ['/a']),
      [],
    ],
    [
      'a part of a path moves',
      version([`${HOST}/api`], ['/v1/a']),
      version([`${HOST}/api/v1`], ['/a']),
      [],
    ],
    [
      'a path moves to servers of its own',
      version([HOST], ['/v1/a'], ['/b']),
      version([HOST], ['/a', { servers: [{ url: `${HOST}/v1` }] }], ['/b']),
      [],
    ],
    [
      'what is at the URL changes, too',
      version([HOST], ['/v1/a']),
      version([`${HOST}/v1`], ['/a', query({ type: 'string' })]),
      ['minor parameter-added'],
    ],
    [
      'another path moves along',
      version([HOST], ['/v1/a'], ['/b']),
      version([`${HOST}/v1`], ['/a'], ['/b']),
      ['major server-removed', 'minor server-added'],
    ],
    [
      'the host is another one',
      version([HOST], ['/v1/a']),
      version(['https://example.org/v1'], ['/a']),
      ['major operation-removed', 'minor operation-added'],
    ],
    [
      'one of the servers is left',
      version([HOST, 'http://localhost:3000'], ['/v1/a']),
      version([`${HOST}/v1`], ['/a']),
      ['major operation-removed', 'minor operation-added'],
    ],
    [
      'only a part of the path comes along',
      version([HOST], ['/v1/a']),
      version([`${HOST}/v2`], ['/a']),
      ['major operation-removed', 'minor operation-added'],
    ],
  ])('tells what changes where %s', async (_, base, revision, want) => {
    expect(told(await changesOf(base, revision))).toEqual(want);
  });
});
