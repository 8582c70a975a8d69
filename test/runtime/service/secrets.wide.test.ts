import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { handlers } from '../../../generated/handlers';
import { createToken } from '../../../src/plant-store/access/opaque-token';
import { plantProgram } from '../../../src/plant-store/server';
import { readConfig } from '../../../src/plant-store/config';
import { createLog } from '../../../src/runtime/service/log';
import { LogOutput } from '../../../src/runtime/service/log-output';
import { startServer, type RunningServer } from '../../../src/plant-store/server';
import { openStore } from '../../../src/plant-store/stores/open-store';
import { AUDIENCE, inSeconds, ISSUER, newKey, sign, startKeyServer } from '../../support/issuer';
import { Workplace } from '../../support/plant-store-process';
import { sendRaw } from '../../support/raw-connection';
import { temporaryFolder } from '../../support/temporary-folder';

/** Tokens, and what else is secret, stand in no log, no response and no message, whatever goes wrong. */

const folder = temporaryFolder();
const STATIC = 'MARK-static-token';
/** All that must not be seen again. */
const secrets = new Set<string>([STATIC]);
/** All that clients were sent. */
const seen: string[] = [];

function secret(token: string): string {
  // Each part of a JSON Web Token is one, but for its header, which many have.
  const parts = token.split('.').slice(1);
  for (const part of [token, ...parts]) if (part.length > 3) secrets.add(part);
  return token;
}

async function send(url: string, init: RequestInit): Promise<number> {
  const response = await fetch(url, { method: 'POST', ...init });
  const headers = [...response.headers].map((header) => header.join(': '));
  seen.push(...headers, await response.text());
  return response.status;
}

function create(server: RunningServer, authorization: string, id = 1): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization };
  return send(`${server.url}/plants`, { headers, body: `{"id":${id},"name":"Aloe"}` });
}

/** Some requests crash the handler. */
const crashing: typeof handlers = {
  ...handlers,
  createPlant: (input, context) => {
    if (input.body.id < 0n) throw new Error('The handler crashed');
    return handlers.createPlant(input, context);
  },
};

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function leaks(text: string): string[] {
  return [...secrets].filter((each) => text.includes(each));
}

it('holds for each way in which a request or the issuer can fail', async () => {
  const log = path.join(folder, 'log');
  const fd = openSync(log, 'w');
  const databaseUrl = `sqlite:${path.join(folder, 'plants.db')}`;
  const key = await newKey('known');
  const keys = await startKeyServer(key);
  closing.push(() => keys.close());
  secrets.add('secret=hidden'); // of its URL
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    ACCESS_TOKENS: STATIC,
    JWKS_URL: keys.url,
    TOKEN_ISSUER: ISSUER,
    TOKEN_AUDIENCE: AUDIENCE,
    LOG_LEVEL: 'trace',
  });
  keys.instead = { body: '<html>MARK-of-the-issuer</html>' };
  secrets.add('MARK-of-the-issuer');
  const options = { log: createLog('trace', new LogOutput(fd)), program: plantProgram(crashing) };
  // The issuer is away.
  const valid = secret(await sign(key));
  const waiting = await startServer(config, options);
  closing.unshift(() => waiting.close());
  expect(await create(waiting, `Bearer ${valid}`)).toBe(503);
  await waiting.close();
  keys.instead = undefined;
  const server = await startServer(config, options);
  closing.unshift(() => server.close());
  closing.push(() => closeSync(fd));

  // Good ones.
  const store = await openStore(databaseUrl, { role: 'tool' });
  closing.unshift(() => store.close());
  const opaque = createToken({ label: 'greenhouse', now: new Date() });
  const ended = createToken({ label: 'ended', expiresInMs: 1, now: new Date(0) });
  await store.tokens.add(opaque.record);
  await store.tokens.add(ended.record);
  expect(await create(server, `Bearer ${valid}`)).toBe(200);
  expect(await create(server, `Bearer ${secret(opaque.secret)}`)).toBe(200);
  expect(await create(server, `Bearer ${STATIC}`)).toBe(200);
  // A handler that crashes with them.
  for (const token of [valid, opaque.secret, STATIC]) {
    expect(await create(server, `Bearer ${token}`, -1)).toBe(500);
  }
  // Bad ones.
  const foreign = await newKey('known');
  const bad = [
    ended.secret,
    'MARK-unknown',
    'MARK-unknown two',
    'MARK-unknown,MARK-two',
    await sign(key, { exp: inSeconds(-100) }),
    await sign(key, { aud: 'MARK-audience' }),
    await sign(foreign),
    await sign(key, {}, { crit: ['MARK-crit'], 'MARK-crit': true }),
  ];
  for (const token of bad) {
    expect(await create(server, `Bearer ${secret(token)}`)).toBe(401);
    expect(await create(server, secret(`MARK-scheme ${token}`))).toBe(401);
  }
  // In other places, where they are none.
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const inQuery = `${server.url}/plants?access_token=${valid}`;
  expect(await send(inQuery, { body: '{"id":1,"name":"Aloe"}' })).toBe(401);
  expect(await send(`${server.url}/plants`, { headers: form, body: `access_token=${valid}` })).toBe(
    401,
  );
  expect(await send(`${server.url}/${STATIC}`, {})).toBe(404);
  const raw = (lines: readonly string[]): Promise<number> =>
    sendRaw(server.url, [...lines, '']).then(({ status, headers, body }) => {
      seen.push(JSON.stringify(headers), body);
      return status;
    });
  const twice = [`Authorization: Bearer ${STATIC}`, `Authorization: Bearer ${valid}`];
  const head = ['POST /plants HTTP/1.1', 'Host: x', 'Connection: close'];
  expect(await raw([...head, ...twice])).toBe(401);
  expect(await raw([...head, `Authorization: Bearer ${STATIC}`, 'Host: y'])).toBe(400);
  expect(await raw([...head, `Authorization Bearer ${STATIC}`])).toBe(400);
  expect(await raw([...head, `Authorization: Bearer ${'x'.repeat(20_000)}`])).toBe(431);

  const text = readFileSync(log, 'utf8');
  expect(text).toContain('The handler crashed');
  expect(text).toContain('cannot be fetched');
  expect(leaks(text)).toEqual([]);
  // A 404 names the path that was asked for, which is no place of a token.
  expect(leaks(seen.join('\n').replaceAll(`/${STATIC}`, ''))).toEqual([]);
});

it('holds for a start that fails, and for one that makes a token', async () => {
  const workplace = new Workplace();
  closing.push(() => workplace.remove());
  const environments = [
    { ACCESS_TOKENS: 'MARK-a,MARK b' },
    { JWKS_URL: 'https://user:MARK-password@issuer.example/jwks' },
    { JWKS_URL: 'ftp://issuer.example/jwks?key=MARK-key' },
    { ACCESS_TOKENS: 'MARK-a', PORT: '70000' },
  ];
  for (const env of environments) {
    const { code, stdout, stderr } = await workplace.run(['serve'], env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).not.toContain('MARK');
  }
  const service = await workplace.serve({ LOG_LEVEL: 'trace' });
  const file = path.join(workplace.folder, 'data', 'first-token');
  while (!service.output.stdout.includes(file)) await fetch(`${service.url}/-/live`);
  const token = readFileSync(file, 'utf8').trim();
  const status = await send(`${service.url}/plants`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"id":1,"name":"Aloe"}',
  });
  expect(status).toBe(200);
  service.kill('SIGTERM');
  expect(await service.closed).toBe(0);
  expect(service.output.stdout + service.output.stderr).not.toContain(token);
});
