import { decodeProtectedHeader, decodeJwt } from 'jose';
import { startOidcIssuer, type OidcIssuer } from '../../support/issuer';
import { startPlantService, type PlantService } from '../../support/plant-service';

/** The service with the tokens of an issuer that others use. */

const AUDIENCE = 'https://plants.example/api';

let issuer: OidcIssuer;
let service: PlantService;
beforeAll(async () => {
  issuer = await startOidcIssuer();
  service = await startPlantService({
    JWKS_URL: issuer.jwksUrl,
    TOKEN_ISSUER: issuer.url,
    TOKEN_AUDIENCE: AUDIENCE,
  });
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

async function statusWith(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await service.post('{"id":1,"name":"Aloe"}', { headers });
  await response.arrayBuffer();
  return response.status;
}

it('takes a token of its issuer for its audience, and no other', async () => {
  const token = await issuer.newToken(AUDIENCE);
  expect(decodeProtectedHeader(token)).toMatchObject({ typ: 'at+jwt' });
  expect(decodeJwt(token)).toMatchObject({ client_id: 'greenhouse', scope: 'plants:write' });
  expect(await statusWith(token)).toBe(200);
  expect(await statusWith(await issuer.newToken('https://other.example/'))).toBe(401);
});

it('refuses no valid token while the issuer rotates its keys', async () => {
  const kids = new Set<string>();
  const statuses = new Set<number>();
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) {
      const token = await issuer.newToken(AUDIENCE);
      kids.add(decodeProtectedHeader(token).kid ?? '');
      for (let times = 0; times < 5; times++) statuses.add(await statusWith(token));
    }
  };
  const old = await issuer.newToken(AUDIENCE);
  const clients = Array.from({ length: 4 }, client);
  while (statuses.size === 0) await statusWith(old);
  await issuer.rotate();
  // The new key is found as soon as it is needed.
  expect(await statusWith(await issuer.newToken(AUDIENCE))).toBe(200);
  expect(await statusWith(old)).toBe(200);
  isOver = true;
  await Promise.all(clients);
  expect([...kids].sort()).toEqual(['key 1', 'key 2']);
  expect([...statuses]).toEqual([200]);
});
