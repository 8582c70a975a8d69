import type { JsonObject } from '../../../../src/generate/index';
import { changesOf, documentOf, told } from '../../../support/changed-documents';

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

const ROWS: readonly ServersRow[] = [
  ['a path is gone', at('/v1', '/v2'), at('/v2'), ['major server-removed']],
  ['a path is new', at('/v1'), at('/v1', '/v2'), ['minor server-added']],
  [
    'another host has the path',
    at('https://a.example.com/v1'),
    at('https://b.example.com/v1'),
    ['minor server-removed', 'minor server-added'],
  ],
  [
    'another host has another path',
    at('https://a.example.com/v1'),
    at('https://a.example.com/v2'),
    ['major server-removed', 'minor server-added'],
  ],
  [
    'the host of a path is named',
    at('/v1'),
    at('https://example.com/v1'),
    ['minor server-removed', 'minor server-added'],
  ],
  ['a server is the root', [], at('/'), []],
  ['a slash at the end is no path', at('https://example.com/'), at('https://example.com'), []],
  ['servers are in another order', at('/v1', '/v2'), at('/v2', '/v1'), []],
  ['a server is described otherwise', at('/v1'), [{ url: '/v1', description: 'The first' }], []],
  ['a value is gone', templated('v1', 'v2'), templated('v2'), ['major server-removed']],
  ['a value is new', templated('v1'), templated('v1', 'v2'), ['minor server-added']],
  [
    'a variable has another name',
    [{ url: 'https://{a}.example.com', variables: { a: { default: 'x' } } }],
    [{ url: 'https://{b}.example.com', variables: { b: { default: 'y' } } }],
    [],
  ],
];

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
