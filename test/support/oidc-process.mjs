// A realistic issuer: oidc-provider with the client credentials grant. It is only an ES module, so
// test/support/issuer.ts starts it as a separate process. Each message rotates its keys.
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

const SCOPE = 'plants:write';
const SECONDS = 300;

let keys = [];
let handle;
const server = createServer((request, response) => {
  handle(request, response);
});

async function addKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = `key ${keys.length + 1}`;
  // Signs with the first key; the others still verify.
  keys = [{ ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'ES256' }, ...keys];
  handle = createProvider(`http://127.0.0.1:${server.address().port}`).callback();
}

function createProvider(issuer) {
  return new Provider(issuer, {
    jwks: { keys },
    clients: [
      {
        client_id: 'greenhouse',
        client_secret: 'secret of the greenhouse',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, resource) => ({
          audience: resource,
          scope: SCOPE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: SECONDS,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
}

server.listen(0, '127.0.0.1', async () => {
  await addKey();
  process.send(`http://127.0.0.1:${server.address().port}`);
});

process.on('message', async () => {
  await addKey();
  process.send('rotated');
});
