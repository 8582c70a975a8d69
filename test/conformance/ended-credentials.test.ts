import { createServer } from 'node:http';
import type { Results } from '../../src/conformance/index';
import { testServer } from './test-server';

/** A service whose sessions end by one of its operations, and whose credentials are a token of such a session. */

const schema = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
const content = { 'application/json': { schema } };
const challenge = { 'WWW-Authenticate': { schema: { type: 'string' } } };
const refused = {
  400: { description: 'Refused' },
  401: { description: 'Who?', headers: challenge },
};

const document = (ending: { method: string; path: string; operationId: string }) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: {
    [ending.path]: {
      [ending.method.toLowerCase()]: {
        operationId: ending.operationId,
        responses: { 204: { description: 'Ended' }, ...refused },
      },
    },
    '/notes': {
      get: { operationId: 'listNotes', responses: { 204: { description: 'None' }, ...refused } },
      post: {
        operationId: 'addNote',
        requestBody: { required: true, content },
        responses: { 204: { description: 'Added' }, ...refused },
      },
    },
  },
});

interface Session {
  isOver: boolean;
}

/** @param status what the service responds to who has a session; undefined for what it usually does */
async function tested(
  ending: { method: string; path: string; operationId: string },
  status: (start: string, text: string, session: Session) => number | undefined,
  scheme = 'bearer',
): Promise<Results> {
  const session = { isOver: false };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const start = `${String(request.method)} ${String(request.url)}`;
      const isKnown = request.headers.authorization === 'Bearer secret' && !session.isOver;
      const code = isKnown ? (status(start, text, session) ?? usual(start, text)) : 401;
      response.writeHead(code, code === 401 ? { 'www-authenticate': 'Bearer' } : {}).end();
    });
  });
  return testServer(server, JSON.stringify(document(ending)), {
    runs: 20,
    tokens: { caller: new Map([[scheme, 'secret']]), limited: new Map(), other: new Map() },
  });
}

function usual(start: string, text: string): number {
  if (start === 'GET /notes') return 204;
  if (start !== 'POST /notes') return 404;
  try {
    const value: unknown = JSON.parse(text);
    return typeof Object(value).text === 'string' ? 204 : 400;
  } catch {
    return 400;
  }
}

const ends =
  (by: string) =>
  (start: string, _: string, session: Session): number | undefined => {
    if (start !== by) return undefined;
    session.isOver = true;
    return 204;
  };

const ofCredentials = ({ findings }: Results) =>
  findings.flatMap(({ check, operationId, exchanges }) => {
    const { outcome } = exchanges.at(-1)!;
    return outcome.kind === 'response' && outcome.response.status === 401
      ? [`${check} ${operationId}`]
      : [];
  });

it.each([
  ['POST', '/sign-out', 'signOut'],
  ['POST', '/auth/logout', 'post1'],
  ['GET', '/LogOff', 'get1'],
  ['POST', '/leave', 'users_signOut'],
  ['DELETE', '/session', 'endSession'],
])('what ends a session is called last: %s %s', async (method, path, operationId) => {
  const results = await tested({ method, path, operationId }, ends(`${method} ${path}`));
  expect(ofCredentials(results)).toEqual([]);
  expect(results.operations.filter(({ exercised }) => !exercised)).toEqual([]);
  const [, , random] = results.phases;
  expect(random).toMatchObject({ phase: 'random', ended: 'complete' });
  expect(results.notices).toEqual([
    `The service no longer accepts the credentials of bearer: ${operationId}, which was tested last, ended them`,
  ]);
});

it.each(['finish', 'catalogOutput', 'blog-outline'])(
  'a run is over where something else ends a session, and says what may have: %s',
  async (name) => {
    const other = { method: 'POST', path: `/${name}`, operationId: name };
    const results = await tested(other, ends(`POST /${name}`));
    expect(ofCredentials(results)).toEqual([]);
    expect(results.phases[0]).toMatchObject({ phase: 'coverage', ended: 'credentials ended' });
    expect(results.notices[0]).toMatch(
      /^The service no longer accepts the credentials of bearer, perhaps because of .*; use --exclude to leave out/,
    );
    expect(results.notices[0]).toContain(name);
  },
);

it('a run is over where a session ends by time', async () => {
  const finish = { method: 'POST', path: '/finish', operationId: 'finish' };
  let count = 0;
  const results = await tested(finish, (start, _, session) => {
    session.isOver = ++count > 30;
    if (session.isOver) return 401;
    return start === 'POST /finish' ? 204 : undefined;
  });
  expect(ofCredentials(results)).toEqual([]);
  expect(results.phases[0]).toMatchObject({ ended: 'credentials ended' });
});

it.each([
  ['for its scheme', 'bearer'],
  ['for all schemes', ''],
])('an operation that alone refuses credentials, given %s, is found', async (_, scheme) => {
  const finish = { method: 'POST', path: '/finish', operationId: 'finish' };
  const refusing = (start: string) => (start === 'POST /finish' ? 401 : undefined);
  const results = await tested(finish, refusing, scheme);
  expect(new Set(ofCredentials(results))).toEqual(new Set(['credentials-accepted finish']));
});

it('one that refuses them for some requests is found', async () => {
  const finish = { method: 'POST', path: '/finish', operationId: 'finish' };
  const results = await tested(finish, (start, text) => {
    if (start === 'POST /finish') return 204;
    return start === 'POST /notes' && !text.startsWith('{') ? 401 : undefined;
  });
  expect(new Set(ofCredentials(results))).toContain('refusal-status-fits addNote');
});
