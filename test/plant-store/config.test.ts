import { readConfig } from '../../src/plant-store/config';
import { ConfigError, type Environment } from '../../src/runtime/service';

/** What of the environment no test of a start shows. */

const ISSUER = { TOKEN_ISSUER: 'https://issuer.example', TOKEN_AUDIENCE: 'plants' };

describe('JSON Web Tokens', () => {
  it.each([
    'https://issuer.example/jwks?a=b',
    'http://localhost:3001/jwks',
    'http://127.0.0.1/jwks',
    'http://127.1.2.3:80/jwks',
    'http://[::1]:3001/jwks',
  ])('are taken with the keys of %s', (url) => {
    expect(readConfig({ ...ISSUER, JWKS_URL: url }).jwt).toEqual({
      jwksUrl: new URL(url),
      issuer: 'https://issuer.example',
      audience: 'plants',
    });
  });

  it('are not taken where nothing is said of them', () => {
    expect(readConfig({ JWKS_URL: ' ' }).jwt).toBeUndefined();
  });

  it.each<[string, Environment]>([
    ['no URL', { ...ISSUER, JWKS_URL: 'issuer.example/jwks' }],
    ['a file', { ...ISSUER, JWKS_URL: 'file:///etc/passwd' }],
    ['http of elsewhere', { ...ISSUER, JWKS_URL: 'http://issuer.example/jwks' }],
    ['http of a name like localhost', { ...ISSUER, JWKS_URL: 'http://localhost.example/jwks' }],
    ['http of a name like 127.0.0.1', { ...ISSUER, JWKS_URL: 'http://127.0.0.1.example/jwks' }],
    ['a user', { ...ISSUER, JWKS_URL: 'https://user@issuer.example/jwks' }],
    ['keys alone', { JWKS_URL: 'https://issuer.example/jwks' }],
    ['no audience', { JWKS_URL: 'https://x.example', TOKEN_ISSUER: 'x' }],
    ['no issuer', { JWKS_URL: 'https://x.example', TOKEN_AUDIENCE: 'x' }],
    ['no keys', ISSUER],
  ])('are refused with %s', (_, env) => expect(() => readConfig(env)).toThrow(ConfigError));
});
