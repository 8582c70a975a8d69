import type { Response } from '../response-reader';
import type { Expected, HostileRequest } from './requests/request';
import { Verifier, type Ending, type Verdict } from './verifier';
import type { Plant } from '../../../../src/plant-store/plants/plant';

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

function response(status: number, body: string, headers: Record<string, string> = {}): Response {
  return { status, headers: new Map(Object.entries(headers)), body: Buffer.from(body) };
}

function echo({ name }: Plant, headers = {}): Response {
  return response(200, JSON.stringify({ name }), headers);
}

function refusal(status: number, headers = {}): Response {
  const body = JSON.stringify({ error: 40000, message: 'no' });
  return response(status, body, { 'content-type': 'application/json', ...headers });
}

const CLOSE = { connection: 'close' };

interface Run {
  readonly requests: readonly HostileRequest[];
  readonly responses: readonly Response[];
  readonly ending?: Ending;
  readonly isHalfClosed?: boolean;
  readonly sent?: number;
}

function run({ requests, responses, ending = 'left', isHalfClosed = false, sent = 1e9 }: Run): {
  problems: string[];
  verdict: Verdict;
} {
  const verifier = new Verifier({ requests });
  for (const next of responses) verifier.take(next);
  verifier.end(ending, { bytes: sent, isHalfClosed }, false);
  const problems = verifier.problems.map(({ kind, what }) => `${kind}: ${what}`);
  return { problems, verdict: verifier.verdict(sent) };
}

const all = [echo(aloe!), echo(iris!), echo(moss!)];

it.each<[string, Run]>([
  ['each response in its place', { requests: creates, responses: all }],
  [
    'a close after half-close',
    { requests: creates, responses: all, ending: 'closed', isHalfClosed: true },
  ],
  ['a client that leaves early', { requests: creates, responses: all.slice(0, 1) }],
  ['a cut that hides responses', { requests: creates, responses: [], ending: 'cut' }],
  ['an interim response', { requests: creates, responses: [response(100, ''), ...all] }],
  ['a service that is busy', { requests: creates, responses: [all[0]!, refusal(503), all[2]!] }],
  [
    'a refusal, and a close',
    {
      requests: [creates[0]!, fatal, creates[2]!],
      responses: [all[0]!, refusal(400)],
      ending: 'closed',
    },
  ],
  [
    'a refusal, and a reset',
    { requests: [fatal, creates[2]!], responses: [refusal(431)], ending: 'reset' },
  ],
  [
    'a refusal that closes',
    { requests: [doubtful, creates[1]!], responses: [refusal(417, CLOSE)], ending: 'closed' },
  ],
  [
    'a refusal that goes on',
    { requests: [doubtful, creates[1]!], responses: [refusal(417), all[1]!] },
  ],
  [
    'HEAD without content',
    { requests: [head, creates[1]!], responses: [response(404, ''), all[1]!] },
  ],
  [
    'anything after a changed request',
    {
      requests: [creates[0]!, free, creates[2]!],
      responses: [all[0]!, refusal(405, { allow: '' }), all[1]!],
      ending: 'closed',
    },
  ],
  [
    'a close after a changed request',
    { requests: [creates[0]!, free, creates[2]!], responses: [all[0]!], ending: 'closed' },
  ],
  [
    'a request that is not complete',
    {
      requests: creates,
      responses: all.slice(0, 2),
      ending: 'closed',
      isHalfClosed: true,
      sent: 25,
    },
  ],
])('accepts %s', (_, what) => {
  expect(run(what).problems).toEqual([]);
});

it.each<[string, Run, string]>([
  [
    'swapped responses',
    { requests: creates, responses: [all[1]!, all[0]!] },
    'create: response 1 is the one to request 2',
  ],
  [
    'a response twice',
    { requests: creates, responses: [all[0]!, all[0]!] },
    'create: response 2 is the one to request 1',
  ],
  [
    'a response that is left out',
    { requests: creates, responses: [all[0]!, all[2]!] },
    'create: response 2 is the one to request 3',
  ],
  [
    'one response too many',
    { requests: creates, responses: [...all, refusal(400)] },
    'create: a response of 400 to no request',
  ],
  [
    'another plant',
    { requests: creates, responses: [echo({ id: 9n, name: 'x' })] },
    'create: response 1 is of another plant',
  ],
  [
    'a tag that nobody sent',
    { requests: creates, responses: [response(200, '{"name":"aloe","tag":""}')] },
    'create: response 1 is of another plant',
  ],
  [
    'a wrong status',
    { requests: creates, responses: [refusal(400)] },
    'create: response 1 is 400, not 200',
  ],
  [
    'a fault that is served',
    { requests: [fatal], responses: [echo(iris!)] },
    'two Hosts: response 1 is 200, not a refusal (4xx)',
  ],
  ['a server error', { requests: creates, responses: [refusal(500)] }, 'create: a response of 500'],
  [
    'a server error after a changed request',
    { requests: [free], responses: [refusal(502)] },
    'changed: create: a response of 502',
  ],
  [
    'no Error body',
    { requests: [fatal], responses: [response(400, '')] },
    'two Hosts: a response of 400 that is not application/json',
  ],
  [
    'an Error body without a number',
    {
      requests: [fatal],
      responses: [
        response(400, '{"error":"1","message":""}', { 'content-type': 'application/json' }),
      ],
    },
    'two Hosts: a response of 400 without an Error body',
  ],
  [
    '405 without Allow',
    { requests: [free], responses: [refusal(405)] },
    'changed: create: a response of 405 without the header allow',
  ],
  [
    'another protocol',
    { requests: creates, responses: [response(101, '')] },
    'create: an interim response of 101',
  ],
  [
    'missing responses',
    { requests: creates, responses: all.slice(0, 1), ending: 'closed' },
    'create: the connection is closed without a response to request 2 of 3',
  ],
  [
    'a reset in place of responses',
    { requests: creates, responses: [], ending: 'reset' },
    'create: the connection is reset without a response to request 1 of 3',
  ],
  [
    'silence',
    { requests: creates, responses: all.slice(0, 2), ending: 'overdue' },
    'create: no response, and the connection stays open',
  ],
  [
    'a close for no reason',
    { requests: creates, responses: all, ending: 'closed' },
    'create: the connection is closed for no reason',
  ],
  [
    'a good request that ends the connection',
    { requests: creates, responses: [echo(aloe!, CLOSE)] },
    'create: the response of 200 to a good create closes the connection',
  ],
  [
    'a connection that a fault leaves open',
    { requests: [fatal, creates[1]!], responses: [refusal(400)], ending: 'overdue' },
    'two Hosts: the connection stays open after its last response',
  ],
  [
    'a response behind the last one',
    { requests: [fatal, creates[2]!], responses: [refusal(400), all[2]!] },
    'two Hosts: a response after the one that closes the connection',
  ],
  [
    'a response behind Connection: close',
    { requests: [doubtful, creates[1]!], responses: [refusal(417, CLOSE), all[1]!] },
    'Expect: a response after the one that closes the connection',
  ],
  [
    'a lost response before a fault',
    { requests: [creates[0]!, creates[1]!, fatal], responses: [refusal(400)], ending: 'closed' },
    'two Hosts: response 1 is 400, not 200, to "create"',
  ],
  [
    'an open connection after changed requests',
    { requests: [free], responses: [refusal(400)], ending: 'overdue', isHalfClosed: true },
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
  ['acknowledged', { requests: creates, responses: all }, { acknowledged: [aloe!, iris!, moss!] }],
  [
    'without a response',
    { requests: creates, responses: all.slice(0, 1) },
    { acknowledged: [aloe!], possible: [iris!, moss!] },
  ],
  ['busy', { requests: creates, responses: [refusal(503)] }, { possible: [aloe!, iris!, moss!] }],
  [
    'not sent completely',
    { requests: creates, responses: [], sent: 19 },
    { possible: [aloe!], forbidden: [iris!, moss!] },
  ],
  ['refused', { requests: [fatal], responses: [refusal(400)] }, { forbidden: [iris!] }],
  [
    'behind a fault, before any response',
    { requests: [creates[0]!, fatal, creates[2]!], responses: [] },
    { possible: [aloe!, iris!], forbidden: [moss!] },
  ],
  [
    'behind Connection: close',
    { requests: [create(aloe!, 'either'), creates[1]!], responses: [echo(aloe!, CLOSE)] },
    { acknowledged: [aloe!], forbidden: [iris!] },
  ],
  [
    'behind a response in a wrong place',
    { requests: creates, responses: [refusal(405, { ...CLOSE, allow: '' })] },
    { possible: [aloe!, iris!, moss!] },
  ],
  [
    'behind a changed request',
    { requests: [creates[0]!, free, creates[1]!, fatal, creates[2]!], responses: [all[0]!] },
    { acknowledged: [aloe!], possible: [iris!, iris!, moss!] },
  ],
])('says what the store may have of plants that are %s', (_, what, wanted) => {
  const { acknowledged, possible, forbidden } = run(what).verdict;
  expect({ acknowledged, possible, forbidden: forbidden.map(({ plant }) => plant) }).toEqual({
    acknowledged: [],
    possible: [],
    forbidden: [],
    ...wanted,
  });
});
