import type { TokenVerdict } from '../../../../src/runtime/service/access/token-verifier';
import { scopesInUse } from '../../../../src/plant-store/authenticators';
import { tokenAuthenticators } from '../../../../src/runtime/service/access/authenticators';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { itEach } from '../../../support/it-each';

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get: { security: [{ scoped: [read] }, { bearer: [] }], responses: { 204: { description: x } } }
    post: { security: [{ scoped: [write, read] }], responses: { 204: { description: x } } }
components:
  securitySchemes:
    bearer: { type: http, scheme: Bearer }
    basic: { type: http, scheme: basic }
    digest: { type: http, scheme: digest }
    key: { type: apiKey, in: cookie, name: key }
    openId: { type: openIdConnect, openIdConnectUrl: /openid }
    scoped: { type: oauth2, flows: {} }
    mutual: { type: mutualTLS }
`;

const verdicts: ReadonlyMap<string, TokenVerdict> = new Map([
  ['a:b', { grant: { name: 'desk', id: 'd1', scopes: ['read', 'lend'] } }],
  ['owner', { grant: { name: 'owner', scopes: 'all' } }],
  ['old', { refusal: 'expired' }],
]);

const { contract } = loadContract(parseSource(document, 'library.yaml').document);
const authenticators = tokenAuthenticators(contract, (token) =>
  Promise.resolve(verdicts.get(token) ?? { refusal: 'unknown' }),
);

describe('the access tokens', () => {
  it('decide on schemes that carry a token', () => {
    expect(Object.keys(authenticators)).toStrictEqual([
      'bearer',
      'basic',
      'key',
      'openId',
      'scoped',
    ]);
  });

  const desk = { outcome: 'accepted', principal: { name: 'desk', credentialId: 'd1' } };
  const rejected = { outcome: 'rejected' };

  itEach({
    'a token': ['bearer', 'a:b', desk],
    'a wrong token': ['bearer', 'b', rejected],
    'a key': ['key', 'a:b', desk],
    'a password': ['basic', 'anybody:a:b', desk],
    'a user-id': ['basic', 'a:b:', rejected],
    'a token that has ended': [
      'bearer',
      'old',
      { outcome: 'rejected', reason: 'The token has expired' },
    ],
  })('take %s as what it is', async (_, scheme, credentials, want) => {
    const verdict = await authenticators[scheme]!(credentials, {
      operationId: '',
      scheme: contract.securitySchemes[scheme]!,
      scopes: [],
      dependencies: undefined,
      locals: undefined,
    });
    expect(verdict).toStrictEqual(want);
  });

  itEach({
    'of which it has all': [{ scheme: 'scoped', token: 'a:b', scopes: ['lend', 'read'] }, desk],
    'of which it lacks one': [
      { scheme: 'scoped', token: 'a:b', scopes: ['read', 'write'] },
      { outcome: 'forbidden' },
    ],
    'that are roles of another scheme': [
      { scheme: 'key', token: 'a:b', scopes: ['admin'] },
      { outcome: 'forbidden' },
    ],
    'of a token without a limit': [
      { scheme: 'openId', token: 'owner', scopes: ['write'] },
      { outcome: 'accepted', principal: { name: 'owner' } },
    ],
  })('are held to the scopes %s', async (_, { scheme, token, scopes }, want) => {
    const verdict = await authenticators[scheme]!(token, {
      operationId: '',
      scheme: contract.securitySchemes[scheme]!,
      scopes,
      dependencies: undefined,
      locals: undefined,
    });
    expect(verdict).toStrictEqual(want);
  });
});

it('finds each scope that a document asks for once', () => {
  expect(scopesInUse(contract)).toStrictEqual(['read', 'write']);
});
