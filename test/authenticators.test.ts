import { accessAuthenticators } from '../src/authenticators';
import { loadContract } from '../scripts/generate/in-memory';
import { parseSource } from '../scripts/generate/read/read-document';

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books: { get: { security: [{ scoped: [read] }, { bearer: [] }], responses: { 204: { description: x } } } }
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

describe('the access tokens', () => {
  const { contract } = loadContract(parseSource(document, 'library.yaml').document);
  const authenticators = accessAuthenticators(contract, (token) =>
    Promise.resolve(token === 'a:b' ? { label: 'desk' } : undefined),
  );

  it('decide on schemes that carry a token and want no scopes', () => {
    expect(Object.keys(authenticators)).toStrictEqual(['bearer', 'basic', 'key', 'openId']);
  });

  it.each([
    ['a token', { scheme: 'bearer', credentials: 'a:b', outcome: 'accepted' }],
    ['a wrong token', { scheme: 'bearer', credentials: 'b', outcome: 'rejected' }],
    ['a key', { scheme: 'key', credentials: 'a:b', outcome: 'accepted' }],
    ['a password', { scheme: 'basic', credentials: 'anybody:a:b', outcome: 'accepted' }],
    ['a user-id', { scheme: 'basic', credentials: 'a:b:', outcome: 'rejected' }],
  ])('take %s as what it is', async (_, { scheme, credentials, outcome }) => {
    const verdict = await authenticators[scheme]!(credentials, { operationId: '', scopes: [] });
    expect(verdict).toMatchObject(
      outcome === 'accepted' ? { principal: { name: 'desk' } } : { outcome },
    );
  });
});
