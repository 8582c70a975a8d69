import type { JsonObject } from '../../../../src/generate/index';
import { changesOf, documentOf, told } from '../../../support/changed-documents';

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

const CASES: readonly Case[] = [
  [
    'a scheme has another name',
    secured({ a: BEARER }, { a: [] }),
    secured({ b: { ...BEARER, scheme: 'Bearer', bearerFormat: 'JWT' } }, { b: [] }),
    [],
  ],
  [
    'a scheme is of another type',
    secured({ a: BEARER }, { a: [] }),
    secured({ a: KEY }, { a: [] }),
    ['major security-added'],
  ],
  [
    'a key has another place',
    secured({ a: KEY }, { a: [] }),
    secured({ a: { ...KEY, in: 'query' } }, { a: [] }),
    ['major security-added'],
  ],
  [
    'one of two schemes of the same credentials is asked for',
    secured({ a: BEARER, b: BEARER }, { a: [] }),
    secured({ a: BEARER, b: BEARER }, { b: [] }),
    ['major security-added'],
  ],
  [
    'a scheme that nothing asks for is gone',
    secured({ a: BEARER, b: flows({}) }, { a: [] }),
    secured({ a: BEARER }, { a: [] }),
    [],
  ],
  [
    'a flow is gone',
    secured(
      { a: flows({ password: { tokenUrl: 'https://example.com/p', scopes: {} } }) },
      { a: [] },
    ),
    secured({ a: flows({}) }, { a: [] }),
    ['major security-scheme-changed'],
  ],
  [
    'a flow is new',
    secured({ a: flows({}) }, { a: [] }),
    secured(
      { a: flows({ password: { tokenUrl: 'https://example.com/p', scopes: {} } }) },
      { a: [] },
    ),
    ['minor security-scheme-changed'],
  ],
  [
    'tokens are got elsewhere',
    secured({ a: flows({}) }, { a: [] }),
    secured({ a: flows(credentials({ tokenUrl: 'https://example.com/other' })) }, { a: [] }),
    ['major security-scheme-changed'],
  ],
  [
    'a scope is gone and another is new',
    secured({ a: flows({}) }, { a: [] }),
    secured({ a: flows(credentials({ scopes: { write: 'b' } })) }, { a: [] }),
    ['major security-scheme-changed', 'minor security-scheme-changed'],
  ],
  [
    'a scope is described otherwise',
    secured({ a: flows({}) }, { a: [] }),
    secured({ a: flows(credentials({ scopes: { read: 'b' } })) }, { a: [] }),
    [],
  ],
];

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
