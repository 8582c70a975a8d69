import type { IncomingHttpHeaders } from 'node:http';
import type { Results } from '../../../src/tools/conformance/public';
import { type Answer, answering, testServer } from './test-server';
import { itEach } from '../../support/it-each';

const challenged = (status: number): Answer =>
  status === 401 ? [401, { 'www-authenticate': 'Bearer' }] : status;

describe('security requirements', () => {
  /** An operation that requires two credentials at once, or a third one. */
  const DOCUMENT = `
openapi: 3.1.0
info: { title: Depot, version: '1' }
paths:
  /depot:
    get:
      operationId: getDepot
      security: [{ token: [], key: [] }, { pass: [] }]
      responses:
        '200': { description: Open }
        4XX: { description: Closed }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
    pass: { type: apiKey, in: header, name: X-Pass }
`;

  /** An operation with a body, which a service may check before the credentials. */
  const WITH_BODY = `
openapi: 3.1.0
info: { title: Depot, version: '1' }
paths:
  /depot:
    post:
      operationId: fillDepot
      security: [{ token: [] }]
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [a] } } }
      responses: { '204': { description: Full }, 4XX: { description: Closed } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
`;

  /** The findings for a service that accepts some requests. */
  async function found(isLetIn: (headers: IncomingHttpHeaders) => boolean): Promise<string[]> {
    const { findings } = await tested(isLetIn, new Map([['', 'right']]));
    return findings.map(({ check, message }) => `${check}: ${message}`);
  }

  async function tested(
    isLetIn: (headers: IncomingHttpHeaders) => boolean,
    caller: ReadonlyMap<string, string>,
  ): Promise<Results> {
    const server = answering(({ headers, method, url }) => {
      if (method !== 'GET') return [405, { allow: 'GET' }];
      return challenged(isLetIn({ ...headers, 'x-target': url }) ? 200 : 401);
    });
    const tokens = { caller, limited: new Map(), other: new Map() };
    return testServer(server, DOCUMENT, { runs: 5, tokens });
  }

  const hasToken = ({ authorization }: IncomingHttpHeaders): boolean =>
    /^[Bb]earer right$/.test(authorization ?? '');
  const hasKey = (headers: IncomingHttpHeaders): boolean => headers['x-key'] === 'right';
  const hasPass = (headers: IncomingHttpHeaders): boolean => headers['x-pass'] === 'right';

  it('a requirement of two schemes is not met by one', async () => {
    expect(await found((each) => (hasToken(each) && hasKey(each)) || hasPass(each))).toEqual([]);
    expect(await found((each) => hasToken(each) || hasPass(each))).toEqual([
      expect.stringMatching(/^credentials-required: 200 for credentials of token, without key: /),
    ]);
    expect(await found((each) => hasKey(each) || hasPass(each))).toEqual([
      expect.stringMatching(/^credentials-required: 200 for credentials of key, without token: /),
    ]);
  });

  it.each([
    ['looks at the media type first', 415, 401, []],
    ['takes those without credentials for invalid', 400, 400, ['refusal-status-fits']],
  ])('a service that %s', async (_, otherType, nobody, expected) => {
    const server = answering(({ headers, method }) => {
      if (method !== 'POST') return [405, { allow: 'POST' }];
      const isJson = headers['content-type'] === 'application/json';
      return [isJson ? nobody : otherType, { 'www-authenticate': 'Bearer' }];
    });
    const { findings } = await testServer(server, WITH_BODY, { runs: 5 });
    expect([...new Set(findings.map(({ check }) => check))]).toEqual(expected);
  });

  describe('a service that looks at the input first', () => {
    /** Tests a service that requires a key and checks the name first. */
    const unfit = async (keys: [string, string][], isNamed: (name: string) => boolean) => {
      const name = { in: 'query', name: 'name', required: true, schema: { type: 'string' } };
      const get = { operationId: 'get', parameters: [name], security: [{ key: [] }] };
      const responses = { 200: { description: 'It' }, '4XX': { description: 'No' } };
      const document = {
        ...{ openapi: '3.0.3', info: { title: 'Depot', version: '1' } },
        paths: { '/depot': { get: { ...get, responses } } },
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      };
      const server = answering(({ headers, method, url = '' }) => {
        if (method !== 'GET') return [405, { allow: 'GET' }];
        const given = new URL(url, 'http://depot.test').searchParams.get('name');
        if (given === null || !isNamed(given)) return 400;
        return hasKey(headers) ? 200 : 403;
      });
      const { findings } = await testServer(server, JSON.stringify(document), {
        runs: 20,
        tokens: { caller: new Map(keys), limited: new Map(), other: new Map() },
      });
      return findings
        .filter(({ check, fault }) => check === 'refusal-status-fits' && fault === 'service')
        .map(({ message }) => message);
    };

    it('is right where the input is wrong', async () => {
      expect(await unfit([], () => true)).toEqual([]);
    });

    it('is right where it takes the input of nobody', async () => {
      expect(await unfit([['', 'right']], (name) => !name.includes(' '))).toEqual([]);
    });
  });

  itEach<[tokens: [string, string][], notices: string[]]>({
    none: [[], ['1 operation asks for credentials, and none are given; give a token with --token']],
    some: [[['', 'right']], []],
  })('says what is missing where there are %s', async (_, tokens, expected) => {
    const { notices } = await tested(hasPass, new Map(tokens));
    expect(notices.filter((each) => each.includes('credentials'))).toEqual(expected);
  });

  it('a key is taken where the document has it, and nowhere else', async () => {
    const inQuery = ({ 'x-target': target }: IncomingHttpHeaders): boolean =>
      /[?&]X-Pass=right(?:&|$)/.test(String(target));
    const inHeader = (each: IncomingHttpHeaders): boolean =>
      (hasToken(each) && hasKey(each)) || hasPass(each);
    expect(await found((each) => inHeader(each) || inQuery(each))).toEqual([
      expect.stringMatching(/^credentials-required: 200 for the key of pass in another place: /),
    ]);
  });

  it('a token that is refused for a scheme is doubted, unless it was given for that scheme', async () => {
    const isMember = (each: IncomingHttpHeaders): boolean => hasToken(each) && hasKey(each);
    const doubted = await tested(isMember, new Map([['', 'right']]));
    expect(doubted.findings).toEqual([]);
    expect(doubted.notices).toEqual([
      expect.stringMatching(/^No request with the token as pass was taken, .*--token pass=TOKEN$/),
    ]);
    const named = await tested(
      isMember,
      new Map(['token', 'key', 'pass'].map((name) => [name, 'right'])),
    );
    expect(named.findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^401 for credentials of pass: /),
    ]);
    expect(named.notices).toEqual([]);
  });
});

describe('credentials that nobody was given', () => {
  const DOCUMENT = `
openapi: 3.1.0
info: { title: Vault, version: '1' }
paths:
  /vault: { get: { operationId: look, responses: { '200': { description: In }, 4XX: { description: No } } } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
    pair: { type: http, scheme: basic }
`;

  /** The findings for a service that accepts other credentials in addition to the token. */
  async function found(
    takes: (authorization: string, headers: IncomingHttpHeaders) => boolean,
    { token = 'secret', refused = 401, security = '[{ token: [] }]' } = {},
  ): Promise<string[]> {
    const server = answering(({ headers, method }) => {
      if (method !== 'GET') return [405, { allow: 'GET' }];
      const { authorization = '' } = headers;
      const isToken = security.includes('token') && authorization === `Bearer ${token}`;
      const isIn = isToken || takes(authorization, headers);
      const status = isIn ? 200 : authorization === '' ? 401 : refused;
      return [status, { 'www-authenticate': 'Bearer' }];
    });
    const caller = new Map([
      ['token', token],
      ['key', 'right'],
      ['pair', 'key:x'],
    ]);
    const { findings } = await testServer(server, `${DOCUMENT}security: ${security}\n`, {
      tokens: { caller, limited: new Map(), other: new Map() },
    });
    return findings.map(({ check, message }) => `${check}: ${message.replace(/:.*$/, '')}`);
  }

  itEach<[takes: Parameters<typeof found>[0], expected: string]>({
    'with something behind': [
      (sent) => sent.startsWith('Bearer secret'),
      'invalid-credentials-refused: 200 for credentials of token with something behind',
    ],
    'cut off': [
      (sent) => sent === 'Bearer secre',
      'invalid-credentials-refused: 200 for credentials of token without the last character',
    ],
    'in capitals': [
      (sent) => sent.toLowerCase() === 'bearer secret',
      'invalid-credentials-refused: 200 for credentials of token in another case',
    ],
    empty: [
      (sent) => sent === 'Bearer',
      'invalid-credentials-refused: 200 for token without a token',
    ],
    'of another scheme': [
      (_, headers) => headers['x-key'] === 'right',
      'credentials-required: 200 for credentials of key, which the operation does not ask for',
    ],
  })('finds that they are taken %s', async (_, takes, expected) => {
    expect(await found(takes)).toEqual([expected]);
  });

  itEach<[takes: Parameters<typeof found>[0], how: Parameters<typeof found>[1]]>({
    'refuses them': [() => false, {}],
    'refuses them as malformed': [() => false, { refused: 400 }],
    'reads its tokens as numbers, whose letters have no case': [
      (sent) => sent.toLowerCase() === 'bearer c0ffee-12',
      { token: 'c0ffee-12' },
    ],
    'asks for none, and refuses wrong ones': [
      (sent) => sent === '',
      { security: '[{}, { token: [] }]' },
    ],
    'takes a key as the user, with any password': [
      (sent) => atob(sent.replace('Basic ', '')).startsWith('key:'),
      { security: '[{ pair: [] }]' },
    ],
  })('finds nothing in a service that %s', async (_, takes, how) => {
    expect(await found(takes, how)).toEqual([]);
  });
});

describe('schemes without a requirement', () => {
  /** Has a security scheme, but no operation that requires it. */
  const DOCUMENT = `
openapi: 3.1.0
info: { title: Shed, version: '1' }
paths:
  /tools: { get: { operationId: listTools, responses: { '200': { description: All } } } }
  /about:
    get: { operationId: getAbout, security: [], responses: { '200': { description: It } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
`;

  /** Number of requests for each path with credentials, and without. */
  async function asked(document: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    const server = answering(({ url = '', headers, method }) => {
      if (method !== 'GET') return [405, { allow: 'GET' }];
      const key = `${url} ${headers.authorization ?? 'nobody'}`;
      counts[key] = (counts[key] ?? 0) + 1;
      return 200;
    });
    await testServer(server, document, {
      runs: 5,
      tokens: { caller: new Map([['', 'right']]), limited: new Map(), other: new Map() },
    });
    return counts;
  }

  it('sends the token where the document does not say who may call, and not where it says everybody', async () => {
    const counts = await asked(DOCUMENT);
    expect(counts).toHaveProperty(['/tools Bearer right']);
    expect(counts).not.toHaveProperty(['/about Bearer right']);
  });

  it('sends no token where the document asks nobody for one', async () => {
    expect(await asked(`${DOCUMENT}security: []\n`)).not.toHaveProperty(['/tools Bearer right']);
  });
});

describe('credentials that end', () => {
  /** A service with an operation that ends the session; the credentials are the token of the session. */

  const schema = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
  const content = { 'application/json': { schema } };
  const challenge = { 'WWW-Authenticate': { schema: { type: 'string' } } };
  const refused = {
    400: { description: 'Refused' },
    401: { description: 'Who?', headers: challenge },
  };

  interface Ending {
    readonly method: string;
    readonly path: string;
    readonly operationId: string;
  }

  const document = (ending: Ending) => ({
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

  /** @param status the response to a caller with a session; undefined for the usual one */
  async function tested(
    ending: Ending,
    status: (start: string, text: string, session: Session) => number | undefined,
    scheme = 'bearer',
  ): Promise<Results> {
    const session = { isOver: false };
    const server = answering(({ method, url, headers }, body) => {
      const [start, text] = [`${String(method)} ${String(url)}`, body.toString()];
      const isKnown = headers.authorization === 'Bearer secret' && !session.isOver;
      return challenged(isKnown ? (status(start, text, session) ?? usual(start, text)) : 401);
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

  const finish = { method: 'POST', path: '/finish', operationId: 'finish' };

  it('a run is over where a session ends by time', async () => {
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
    const refusing = (start: string) => (start === 'POST /finish' ? 401 : undefined);
    const results = await tested(finish, refusing, scheme);
    expect(new Set(ofCredentials(results))).toEqual(new Set(['credentials-accepted finish']));
  });

  it('one that refuses them for some requests is found', async () => {
    const results = await tested(finish, (start, text) => {
      if (start === 'POST /finish') return 204;
      return start === 'POST /notes' && !text.startsWith('{') ? 401 : undefined;
    });
    expect(new Set(ofCredentials(results))).toContain('refusal-status-fits addNote');
  });
});
