import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** An issuer that runs in a process of its own. */
export interface OidcIssuer {
  /** Its `iss`. */
  readonly url: string;
  readonly jwksUrl: string;
  /** A token of a client for itself, for this audience. */
  newToken(audience: string): Promise<string>;
  /** Signs with a new key from now on, and publishes the former ones beside it. */
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
