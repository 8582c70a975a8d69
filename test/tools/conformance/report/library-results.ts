import { failureKinds } from '../../../../src/runtime/contract';
import type { Operation } from '../../../../src/tools/document';
import type { OperationRequest } from '../../../../src/tools/samples/requests/operation-request';
import type { Exchange, Judgement, ExchangeOutcome } from '../../../../src/tools/judge/exchange';
import type { Finding } from '../../../../src/tools/conformance/finding';
import type {
  CoveredPart,
  OperationResult,
  Results,
} from '../../../../src/tools/conformance/results';

/** Results of testing a made-up library service. */

export const TOKEN = 'secret-token-of-the-librarian';
const STARTED_AT = Date.UTC(2026, 4, 17, 9, 30);

const OPERATIONS = [
  ['listBooks', 'GET', '/books'],
  ['createBook', 'POST', '/books'],
  ['getBook', 'GET', '/books/{bookId}'],
  ['replaceBook', 'PUT', '/books/{bookId}'],
  ['deleteBook', 'DELETE', '/books/{bookId}'],
  ['lendBook', 'POST', '/books/{bookId}/loans'],
  ['getCover', 'GET', '/books/{bookId}/cover'],
  ['searchMembers', 'GET', '/members'],
] as const;

type OperationId = (typeof OPERATIONS)[number][0];

function pointerOf(path: string, method: string): string {
  return `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`;
}

const operations = new Map<string, Operation>(
  OPERATIONS.map(([operationId, method, path]) => [
    operationId,
    {
      operationId,
      method,
      path,
      pointer: pointerOf(path, method),
      value: {},
      parameters: [],
      unused: [],
      security: [],
      unnamed: false,
      isQueryStrict: false,
    },
  ]),
);

const ACCEPTED: Judgement = { expected: 'acceptance', input: {} };

function refused(message: string): Judgement {
  return {
    expected: 'refusal',
    kind: failureKinds.invalidBody,
    message,
    faults: [{ message, in: 'body', pointer: '/title' }],
  };
}

export function response(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
): ExchangeOutcome {
  const common = { Date: 'Sun, 17 May 2026 09:30:00 GMT', Connection: 'keep-alive' };
  return {
    kind: 'response',
    response: {
      status,
      headers: Object.entries({ ...headers, ...common }),
      body: Buffer.from(body),
    },
  };
}

interface Sent {
  readonly operationId?: OperationId;
  readonly title: string;
  readonly request: OperationRequest;
  readonly judgement?: Judgement;
  readonly outcome: ExchangeOutcome;
  readonly phase?: 'coverage' | 'random' | 'stateful';
}

export function exchange(sent: Sent): Exchange {
  const { operationId, title, request, judgement = ACCEPTED, outcome, phase = 'coverage' } = sent;
  return {
    testCase: {
      phase,
      operation: operationId && operations.get(operationId),
      title,
      request,
      covers: [],
    },
    judgement,
    outcome,
    sentAt: STARTED_AT + 1_500,
    durationMs: 12.4,
  };
}

const BEARER = ['Authorization', `Bearer ${TOKEN}`] as const;
const JSON_CONTENT = ['Content-Type', 'application/json'] as const;

function post(target: string, value: string): OperationRequest {
  return { method: 'POST', target, headers: [BEARER, JSON_CONTENT], body: Buffer.from(value) };
}

const json = { 'Content-Type': 'application/json' };
const problem = { 'Content-Type': 'application/problem+json' };
const HOSTILE = '\u001b[2J\u001b]0;owned\u0007<script>alert("1")</script>\u0000 📚 \u202e]]>\r\n';

export const nul = exchange({
  operationId: 'createBook',
  title: 'title (body): the character NUL',
  request: post('/v1/books', '{"title":"\\u0000","pages":1}'),
  outcome: response(
    500,
    { 'Content-Type': 'text/html', 'X-Error': '\u001b[31mred' },
    `<h1>Error</h1><pre>invalid byte sequence for encoding "UTF8": 0x00${HOSTILE}\n    at Pool.query (/srv/library/store.js:40:11)</pre>`,
  ),
});

const tooLong = exchange({
  operationId: 'createBook',
  title: 'title (body): one character more than maxLength (10), 📚',
  request: post('/v1/books', '{"title":"📚📚📚📚📚📚📚📚📚📚📚"}'),
  judgement: refused('/title must have at most 10 characters'),
  outcome: response(201, { ...json, Location: '/v1/books/7' }, '{"id":7}'),
});

const binary = exchange({
  operationId: 'getCover',
  title: 'a valid request',
  request: { method: 'GET', target: `/v1/books/7/cover?api_key=${TOKEN}&size=2`, headers: [] },
  outcome: response(
    200,
    json,
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255]),
  ),
});

const created = exchange({
  operationId: 'createBook',
  title: 'a valid request',
  phase: 'stateful',
  request: post('/v1/books', '{"title":"Emma"}'),
  outcome: response(
    201,
    { ...json, Location: '/v1/books/8', 'Set-Cookie': `session=${TOKEN}; Path=/; HttpOnly` },
    '{"id":8,"title":"Emma"}',
  ),
});
const deleted = exchange({
  operationId: 'deleteBook',
  title: 'delete what createBook created',
  phase: 'stateful',
  request: { method: 'DELETE', target: '/v1/books/8', headers: [BEARER] },
  outcome: response(204, {}),
});
const stillThere = exchange({
  operationId: 'getBook',
  title: 'read what deleteBook deleted',
  phase: 'stateful',
  request: {
    method: 'GET',
    target: '/v1/books/8',
    headers: [BEARER, ['Cookie', `session=${TOKEN}; theme=dark`], ['X-Api-Key', TOKEN]],
  },
  outcome: response(200, json, `{"id":8,"title":"Emma","debug":"${TOKEN}"}`),
});

const garbage = exchange({
  operationId: 'listBooks',
  title: 'a token that nobody was given',
  request: {
    method: 'GET',
    target: '/v1/books?limit=1',
    headers: [['Authorization', 'Bearer x.y.z']],
  },
  judgement: {
    expected: 'refusal',
    kind: failureKinds.invalidCredentials,
    message: 'the token is not one that the service issued',
    faults: [],
  },
  outcome: response(200, json, '[]'),
});

const hangs = exchange({
  operationId: 'searchMembers',
  title: 'name (query): 2000 characters',
  phase: 'random',
  request: { method: 'GET', target: `/v1/members?name=${'a'.repeat(2000)}`, headers: [BEARER] },
  outcome: { kind: 'timeout', message: 'no complete response within 10 s' },
});

const undocumented = exchange({
  operationId: 'replaceBook',
  title: 'body: malformed JSON',
  request: { ...post('/v1/books/7', '{"title":'), method: 'PUT' },
  judgement: refused('the body is no JSON'),
  outcome: response(422, problem, '{"title":"Unprocessable"}'),
});

const title = '/components/schemas/Book/properties/title';

const findings: readonly Finding[] = [
  finding(
    'no-server-error',
    nul,
    'the response is 500, but the request is valid',
    `${title}/type`,
    12,
  ),
  finding(
    'invalid-refused',
    tooLong,
    'the service accepts a title of 11 characters (maxLength is 10)',
    `${title}/maxLength`,
  ),
  finding(
    'media-type-kept',
    binary,
    'the content is no JSON, although Content-Type says application/json',
    `${pointerOf('/books/{bookId}/cover', 'get')}/responses/200/content`,
  ),
  {
    ...finding(
      'deleted-is-gone',
      stillThere,
      'the book is still readable after it was deleted',
      pointerOf('/books/{bookId}', 'delete'),
    ),
    exchanges: [created, deleted, stillThere],
  },
  finding(
    'garbage-token-refused',
    garbage,
    'the service accepts a token that nobody was given',
    '/security/0',
  ),
  finding('completes', hangs, 'no complete response within 10 s', pointerOf('/members', 'get')),
  {
    ...finding(
      'status-documented',
      undocumented,
      'the document does not list the status 422 for replaceBook',
      `${pointerOf('/books/{bookId}', 'put')}/responses`,
      3,
    ),
    fault: 'document',
  },
];

function finding(
  check: string,
  shown: Exchange,
  message: string,
  pointer: string,
  times = 1,
): Finding {
  const operationId = shown.testCase.operation?.operationId;
  const needs = operationId === undefined ? [] : [operationId];
  return {
    check,
    fault: 'service',
    operationId,
    message,
    pointer,
    exchanges: [shown],
    needs,
    times,
  };
}

const RULES: Readonly<Record<string, string>> = {
  'no-server-error':
    'A service MUST NOT respond with a status of the class 5xx to a request of the contract',
  'invalid-refused': 'A service MUST refuse a request that the document does not allow',
  'media-type-kept': 'The content of a response MUST be of the media type that Content-Type names',
  'deleted-is-gone': 'What was deleted MUST NOT be retrievable',
  'garbage-token-refused': 'A service MUST refuse credentials that it did not issue',
  completes: 'A service MUST complete each response',
  'status-documented': 'The status of a response MUST be one that the document lists',
  'allow-stated': 'A response with the status 405 MUST have the header Allow',
};

const STATUSES: Readonly<Record<OperationId, Readonly<Record<string, number>>>> = {
  listBooks: { 200: 84, 400: 40, 401: 6 },
  createBook: { 201: 92, 400: 131, 401: 6, 415: 2, 500: 12 },
  getBook: { 200: 33, 404: 18 },
  replaceBook: { 200: 20, 400: 44, 422: 3 },
  deleteBook: { 204: 12, 404: 5 },
  lendBook: { 404: 60 },
  getCover: { 200: 8 },
  searchMembers: { 200: 51, none: 1 },
};

const COVERED: Readonly<
  Record<OperationId, readonly (readonly [CoveredPart['kind'], string, number, number, true?])[]>
> = {
  listBooks: [
    ['status', '200', 84, 0],
    ['parameter', 'query limit', 60, 24],
    ['keyword', 'limit: minimum', 9, 6],
    ['security', 'bearer', 84, 6],
  ],
  createBook: [
    ['status', '201', 92, 0],
    ['status', '400', 131, 0],
    ['status', '401', 6, 0],
    ['status', '409', 0, 0],
    ['status', '415', 2, 0],
    ['media type', 'application/json', 241, 2],
    ['header', '201 Location', 92, 0],
    ['keyword', 'pages: minimum', 7, 0],
    ['keyword', 'title: default', 4, 0, true],
    ['keyword', 'title: maxLength', 14, 9],
    ['keyword', 'published: format', 0, 6],
  ],
  getBook: [['parameter', 'path bookId', 51, 12]],
  replaceBook: [['media type', 'application/json', 64, 3]],
  deleteBook: [],
  lendBook: [['status', '201', 0, 0]],
  getCover: [],
  searchMembers: [['parameter', 'query name', 51, 0]],
};

const operationResults = OPERATIONS.map(([operationId, method, path]): OperationResult => {
  const statuses = STATUSES[operationId];
  return {
    operationId,
    method,
    path,
    pointer: pointerOf(path, method),
    requests: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    durationMs: 250,
    statuses,
    exercised: operationId !== 'lendBook',
  };
});

const coverage = OPERATIONS.flatMap(([operationId, method, path]) =>
  COVERED[operationId].map(([kind, name, valid, invalid, unbreakable]): CoveredPart => {
    const pointer = `${pointerOf(path, method)}/${kind}/${name}`;
    return {
      operationId,
      kind,
      name,
      pointer,
      valid,
      invalid,
      ...(unbreakable && { unbreakable }),
    };
  }),
);

export const libraryResults: Results = {
  title: 'Library',
  version: '1.4.0',
  spec: 'spec/library.yaml',
  placeOf: (pointer) => ({ file: 'spec/library.yaml', line: 10 + pointer.length }),
  url: 'http://localhost:3000/v1',
  checks: Object.entries(RULES).map(([id, rule]) => ({
    id,
    rule,
    see: `https://example.com/${id}`,
  })),
  seed: 42,
  startedAt: STARTED_AT,
  durationMs: 61_240,
  phases: [
    { phase: 'coverage', requests: 310, durationMs: 20_000, ended: 'complete' },
    { phase: 'random', requests: 250, durationMs: 40_000, ended: 'time' },
    { phase: 'stateful', requests: 68, durationMs: 1_240, ended: 'complete' },
  ],
  operations: operationResults,
  findings,
  judged: { acceptance: 372, refusal: 236, open: 20 },
  coverage,
  noVerdicts: [
    {
      operationId: 'lendBook',
      reason: 'The standards do not say whether 1.0 or 1e3 may be written for an integer',
      count: 3,
      cases: [
        { title: 'body /days: 1.0', method: 'POST', target: '/v1/books/7/loans', status: 201 },
        { title: 'body /days: 1e3', method: 'POST', target: '/v1/books/7/loans' },
      ],
    },
  ],
  notices: [
    'lendBook: no valid request got another response than 404; give an id in the hook file',
  ],
};

export const soundResults: Results = { ...libraryResults, findings: [], notices: [] };
