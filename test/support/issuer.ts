import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

export const ISSUER = 'https://issuer.example';
export const AUDIENCE = 'https://plants.example';

export interface SigningKey {
  readonly alg: string;
  readonly kid: string | undefined;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** A new key; without `kid` if that is undefined. */
export async function newKey(kid: string | undefined, alg = 'ES256'): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = {
    ...(await exportJWK(publicKey)),
    alg,
    use: 'sig',
    ...(kid !== undefined && { kid }),
  };
  return { alg, kid, privateKey, jwk };
}

export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1_000) + seconds;
}

export function validClaims(): Record<string, unknown> {
  return { iss: ISSUER, aud: AUDIENCE, sub: 'gardener', jti: 'token-1', exp: inSeconds(60) };
}

/** A token whose claims and header members replace valid ones; undefined leaves one out. */
export function sign(
  { alg, kid, privateKey }: SigningKey,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { crit } = header;
  const understood = Array.isArray(crit)
    ? Object.fromEntries(crit.map((each) => [each, true]))
    : {};
  return new SignJWT(withoutUndefined({ ...validClaims(), ...claims }))
    .setProtectedHeader({ alg, ...withoutUndefined({ kid, typ: 'at+jwt', ...header }) })
    .sign(privateKey, { crit: understood });
}

function withoutUndefined(object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

export interface KeyServer {
  readonly url: string;
  keys: readonly unknown[];
  /** Replaces the response with the keys. */
  instead:
    { status?: number; headers?: Record<string, string>; body?: string } | 'silence' | undefined;
  requests: number;
  close(): Promise<void>;
}

export async function startKeyServer(...keys: readonly SigningKey[]): Promise<KeyServer> {
  const server = createServer((_, response) => {
    served.requests++;
    const { instead } = served;
    if (instead === 'silence') return;
    const { status = 200, headers, body = JSON.stringify({ keys: served.keys }) } = instead ?? {};
    response.writeHead(status, { 'content-type': 'application/jwk-set+json', ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const served: KeyServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks?secret=hidden`,
    keys: keys.map(({ jwk }) => jwk),
    instead: undefined,
    requests: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return served;
}

export interface OidcIssuer {
  readonly url: string;
  readonly jwksUrl: string;
  /** A token for an audience, by the client credentials grant. */
  newToken(audience: string): Promise<string>;
  /** Signs with a new key from now on; the former keys stay published. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

export async function startOidcIssuer(): Promise<OidcIssuer> {
  const child = fork(path.join(__dirname, 'oidc-process.mjs'), { stdio: 'ignore', execArgv: [] });
  const answer = async (): Promise<string> => String((await once(child, 'message'))[0]);
  const url = await answer();
  const authorization = `Basic ${btoa('greenhouse:secret%20of%20the%20greenhouse')}`;
  return {
    url,
    jwksUrl: `${url}/jwks`,
    newToken: async (audience) => {
      const response = await fetch(`${url}/token`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          scope: 'plants:write',
          resource: audience,
        }),
      });
      const { access_token: token } = (await response.json()) as { access_token?: string };
      if (token === undefined) throw new Error(`The issuer gave no token: ${response.status}`);
      return token;
    },
    rotate: async () => {
      child.send('rotate');
      await answer();
    },
    close: async () => {
      child.kill();
      await once(child, 'close');
    },
  };
}
