import type { WireResponse } from '../../../support/response-reader';
import type { Expected, HostileRequest } from './requests';
import { Verifier, type Ending, type Verdict } from './verifier';
import type { Plant } from '../../../../src/plant-store/plants/plant-store';

/** What a server can do wrong on a connection: each of it is seen. */

const [aloe, iris, moss] = ['aloe', 'iris', 'moss'].map((name, at): Plant => ({
  id: BigInt(at),
  name,
}));

function request(expected: Expected | undefined, kind = 'request'): HostileRequest {
  return { kind, bytes: 'x'.repeat(10), ...(expected !== undefined && { expected }) };
}

function create(plant: Plant, connection: Expected['connection'] = 'stays'): HostileRequest {
  return request({ statuses: [200], connection, plant }, 'create');
}

const creates = [create(aloe!), create(iris!), create(moss!)];
const fatal = request({ statuses: 'refusal', connection: 'closes', plant: iris! }, 'two Hosts');
const doubtful = request({ statuses: [417], connection: 'either' }, 'Expect');
const free = request(undefined, 'changed: create');
const head = request({ statuses: [404], connection: 'stays', isHead: true }, 'HEAD /nowhere');

function response(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): WireResponse {
  const lines = Object.entries(headers).map(([name, value]) => `\r\n${name}: ${value}`);
  return { status, head: `HTTP/1.1 ${status} x${lines.join('')}`, body: Buffer.from(body) };
}

function echo({ name }: Plant, headers = {}): WireResponse {
  return response(200, JSON.stringify({ name }), headers);
}

function refusal(status: number, headers = {}): WireResponse {
  const body = JSON.stringify({ error: 40000, message: 'no' });
  return response(status, body, { 'content-type': 'application/json', ...headers });
}

const CLOSE = { connection: 'close' };

type Run = readonly [
  requests: readonly HostileRequest[],
  responses: readonly WireResponse[],
  ending?: Ending,
  more?: { readonly isHalfClosed?: boolean; readonly sent?: number },
];

function run([requests, responses, ending = 'left', more = {}]: Run): {
  problems: string[];
  verdict: Verdict;
} {
  const { isHalfClosed = false, sent = 1e9 } = more;
  const verifier = new Verifier({ requests });
  for (const next of responses) verifier.take(next);
  verifier.end(ending, { bytes: sent, isHalfClosed }, false);
  const problems = verifier.problems.map(({ kind, what }) => `${kind}: ${what}`);
  return { problems, verdict: verifier.verdict(sent) };
}

const [A, I, M] = creates as [HostileRequest, HostileRequest, HostileRequest];
const [a, i, m] = [echo(aloe!), echo(iris!), echo(moss!)];
const all = [a, i, m];
const no = refusal(400);
const half = { isHalfClosed: true };
const json = { 'content-type': 'application/json' };

it.each<[string, Run]>([
  ['each response in its place', [creates, all]],
  ['a close after half-close', [creates, all, 'closed', half]],
  ['a client that leaves early', [creates, [a]]],
  ['a cut that hides responses', [creates, [], 'cut']],
  ['an interim response', [creates, [response(100, ''), ...all]]],
  ['a service that is busy', [creates, [a, refusal(503), m]]],
  ['a refusal, and a close', [[A, fatal, M], [a, no], 'closed']],
  ['a refusal, and a reset', [[fatal, M], [refusal(431)], 'reset']],
  ['a refusal that closes', [[doubtful, I], [refusal(417, CLOSE)], 'closed']],
  [
    'a refusal that goes on',
    [
      [doubtful, I],
      [refusal(417), i],
    ],
  ],
  [
    'HEAD without content',
    [
      [head, I],
      [response(404, ''), i],
    ],
  ],
  ['anything after a changed one', [[A, free, M], [a, refusal(405, { allow: '' }), i], 'closed']],
  ['a close after a changed request', [[A, free, M], [a], 'closed']],
  ['a request that is not complete', [creates, [a, i], 'closed', { ...half, sent: 25 }]],
])('accepts %s', (_, what) => {
  expect(run(what).problems).toEqual([]);
});

it.each<[string, Run, string]>([
  ['swapped responses', [creates, [i, a]], 'create: response 1 is the one to request 2'],
  ['a response twice', [creates, [a, a]], 'create: response 2 is the one to request 1'],
  ['a response that is left out', [creates, [a, m]], 'create: response 2 is the one to request 3'],
  ['one response too many', [creates, [...all, no]], 'create: a response of 400 to no request'],
  [
    'another plant',
    [creates, [echo({ id: 9n, name: 'x' })]],
    'create: response 1 is of another plant',
  ],
  [
    'a tag that nobody sent',
    [creates, [response(200, '{"name":"aloe","tag":""}')]],
    'create: response 1 is of another plant',
  ],
  ['a wrong status', [creates, [no]], 'create: response 1 is 400, not 200'],
  ['a fault that is served', [[fatal], [i]], 'two Hosts: response 1 is 200, not a refusal (4xx)'],
  ['a server error', [creates, [refusal(500)]], 'create: a response of 500'],
  [
    'a server error after a changed request',
    [[free], [refusal(502)]],
    'changed: create: a response of 502',
  ],
  [
    'no Error body',
    [[fatal], [response(400, '')]],
    'two Hosts: a response of 400 that is not application/json',
  ],
  [
    'an Error body without a number',
    [[fatal], [response(400, '{"error":"1","message":""}', json)]],
    'two Hosts: a response of 400 without an Error body',
  ],
  [
    '405 without Allow',
    [[free], [refusal(405)]],
    'changed: create: a response of 405 without the header allow',
  ],
  ['another protocol', [creates, [response(101, '')]], 'create: an interim response of 101'],
  [
    'missing responses',
    [creates, [a], 'closed'],
    'create: the connection is closed without a response to request 2 of 3',
  ],
  [
    'a reset in place of responses',
    [creates, [], 'reset'],
    'create: the connection is reset without a response to request 1 of 3',
  ],
  ['silence', [creates, [a, i], 'overdue'], 'create: no response, and the connection stays open'],
  [
    'a close for no reason',
    [creates, all, 'closed'],
    'create: the connection is closed for no reason',
  ],
  [
    'a good request that ends the connection',
    [creates, [echo(aloe!, CLOSE)]],
    'create: the response of 200 to a good create closes the connection',
  ],
  [
    'a connection that a fault leaves open',
    [[fatal, I], [no], 'overdue'],
    'two Hosts: the connection stays open after its last response',
  ],
  [
    'a response behind the last one',
    [
      [fatal, M],
      [no, m],
    ],
    'two Hosts: a response after the one that closes the connection',
  ],
  [
    'a response behind Connection: close',
    [
      [doubtful, I],
      [refusal(417, CLOSE), i],
    ],
    'Expect: a response after the one that closes the connection',
  ],
  [
    'a lost response before a fault',
    [[A, I, fatal], [no], 'closed'],
    'two Hosts: response 1 is 400, not 200, to "create"',
  ],
  [
    'an open connection after changed requests',
    [[free], [no], 'overdue', half],
    'changed: create: the connection stays open, though the client has ended its side',
  ],
])('finds %s', (_, what, problem) => {
  expect(run(what).problems[0]).toBe(problem);
});

it('finds a response that is cut', () => {
  const verifier = new Verifier({ requests: creates });
  verifier.end('closed', { bytes: 1e9, isHalfClosed: true }, true);
  expect(verifier.problems).toMatchObject([{ what: 'the connection closes within a response' }]);
});

it.each<[string, Run, { acknowledged?: Plant[]; possible?: Plant[]; forbidden?: Plant[] }]>([
  ['acknowledged', [creates, all], { acknowledged: [aloe!, iris!, moss!] }],
  ['without a response', [creates, [a]], { acknowledged: [aloe!], possible: [iris!, moss!] }],
  ['busy', [creates, [refusal(503)]], { possible: [aloe!, iris!, moss!] }],
  [
    'not sent completely',
    [creates, [], 'left', { sent: 19 }],
    { possible: [aloe!], forbidden: [iris!, moss!] },
  ],
  ['refused', [[fatal], [no]], { forbidden: [iris!] }],
  [
    'behind a fault, before any response',
    [[A, fatal, M], []],
    { possible: [aloe!, iris!], forbidden: [moss!] },
  ],
  [
    'behind Connection: close',
    [[create(aloe!, 'either'), I], [echo(aloe!, CLOSE)]],
    { acknowledged: [aloe!], forbidden: [iris!] },
  ],
  [
    'behind a response in a wrong place',
    [creates, [refusal(405, { ...CLOSE, allow: '' })]],
    { possible: [aloe!, iris!, moss!] },
  ],
  [
    'behind a changed request',
    [[A, free, I, fatal, M], [a]],
    { acknowledged: [aloe!], possible: [iris!, iris!, moss!] },
  ],
])('says what the store may have of plants that are %s', (_, what, wanted) => {
  const { acknowledged, possible, forbidden } = run(what).verdict;
  expect({ acknowledged, possible, forbidden: forbidden.map(({ plant }) => plant) }).toEqual({
    ...{ acknowledged: [], possible: [], forbidden: [] },
    ...wanted,
  });
});
