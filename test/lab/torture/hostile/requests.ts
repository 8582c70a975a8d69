import type { Random } from '../../../../src/cli/random';
import type { Plant } from '../../../../src/plant-store/plants/plant-store';
import {
  chunkedDraft,
  createDraft,
  replaceHeader,
  textOf,
  TOKEN,
  utf8,
  withHeaders,
  type Draft,
  type Header,
} from '../../request-text';
import { bodyOf, inBytes, inChunks } from './bodies';

/** What must become of a request: its response, and the connection after it. */
export interface Expected {
  /** The statuses of which the response has one; `refusal` stands for any 4xx. 503 is always allowed. */
  readonly statuses: readonly number[] | 'refusal';
  /**
   * What the connection does after the response: a request after one that `closes` must have no effect.
   * After `either`, the response's own Connection header says which.
   */
  readonly connection: 'stays' | 'closes' | 'either';
  /** A response of 200 has its name and tag, and it is kept then; after another response it is not. */
  readonly plant?: Plant;
  /** The response has no content, whatever its Content-Length says. */
  readonly isHead?: boolean;
}

/** A request of a connection, good or bad. */
export interface HostileRequest {
  /** What it is, in a few words, for messages and counts. */
  readonly kind: string;
  /** The bytes, each as the character of that number. */
  readonly bytes: string;
  /** Absent: nothing is certain of it, nor of what follows it on the connection. */
  readonly expected?: Expected;
}

/** What requests are made of. */
export interface Ingredients {
  readonly random: Random;
  /** A plant that nobody else sends. */
  readonly nextPlant: () => Plant;
}

/** Makes one request of a kind. */
export type Recipe = (ingredients: Ingredients) => HostileRequest;

/** Recipes with how often each is taken, among the ones of its list. */
export type Menu = readonly (readonly [weight: number, recipe: Recipe])[];

/** A recipe of creates that are changed in one way, as drafts or as texts; a draft may name another kind. */
export function createRecipe(
  kind: string,
  statuses: Expected['statuses'],
  connection: Expected['connection'],
  change: (draft: Draft, random: Random) => (Draft & { kind?: string }) | string,
): Recipe {
  return ({ random, nextPlant }) => {
    const plant = nextPlant();
    const changed = change(createDraft(bodyOf(random, plant)), random);
    const expected = { statuses, connection, plant };
    return typeof changed === 'string'
      ? { kind, bytes: changed, expected }
      : { kind: changed.kind ?? kind, bytes: textOf(changed), expected };
  };
}

const HOSTS = ['127.0.0.1', 'localhost:3000', 'example.com', '[::1]:80', 'a.b-c.d'];
const BEARERS = [`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER   ${TOKEN}`];

/** Headers that change nothing. */
const IDLE_HEADERS: readonly Header[] = [
  ['Accept', '*/*'],
  ['Accept', 'application/json;q=0.5, text/html'],
  ['Accept-Encoding', 'gzip, br'],
  ['Cookie', 'a=b; c="d"'],
  ['User-Agent', 'hostile (\xe4\xff)'],
  ['X-Empty', ''],
  ['X-Long', 'y'.repeat(1_000)],
  ['Connection', 'keep-alive'],
  ['If-None-Match', '"x"'],
  ['Range', 'bytes=0-'],
];

/** A well-formed create, with or without what changes nothing. */
export const plainCreate = createRecipe('create', [200], 'stays', (draft, random) =>
  random.chance(0.5) ? draft : dressed(draft, random),
);

/** The same request with cases of names, space around values, and an empty line before it. */
function dressed(draft: Draft, random: Random): Draft {
  const same = (text: string): string => text;
  const lower = (text: string): string => text.toLowerCase();
  const style = random.pick([lower, (text: string) => text.toUpperCase(), same]);
  const spaced = random.pick([same, (value: string) => `\t ${value}  `]);
  const headers = draft.headers.map(([name, value]): Header => {
    if (name === 'Host') return [style(name), random.pick(HOSTS)];
    if (name === 'Authorization') return [style(name), random.pick(BEARERS)];
    return [style(name), spaced(value)];
  });
  const idle = Array.from({ length: random.integer(0, 3) }, () => random.pick(IDLE_HEADERS));
  const target = random.pick(['/plants', '/plants', '/plants?', '/plants?a=b&c[d]=%20']);
  const method = random.chance(0.1) ? '\r\nPOST' : 'POST';
  return { ...draft, method, target, headers: [...headers, ...idle] };
}

const UPGRADES: readonly (readonly Header[])[] = [
  [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
    ['Sec-WebSocket-Version', '13'],
  ],
  [
    ['Connection', 'Upgrade, HTTP2-Settings'],
    ['Upgrade', 'h2c'],
    ['HTTP2-Settings', 'AAMAAABkAAQCAAAAAAIAAAAA'],
  ],
  [['Upgrade', 'TLS/1.0, x/y']],
];

const WRONG_TOKENS = ['Bearer', 'Bearer wrong', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, 'x', ''];
const WRONG_TYPES = ['text/plain', 'application/xml', 'x', 'application/json; charset=latin1', '/'];
const WRONG_EXPECTATIONS = ['200-ok', 'x', '100-continue-please', 'a=b; c'];

/** Bodies that are no plant, whatever name and id are put in. */
const WRONG_BODIES: readonly ((id: string, name: string) => string)[] = [
  (id, name) => `{"id":${id},"name":${name}`,
  (id, name) => `{"id":${id},"name":${name}}}`,
  (id, name) => `{"id":${id},"name":${name},}`,
  (id, name) => `{"id":0${id},"name":${name}}`,
  (id, name) => `{"id":"${id}","name":${name}}`,
  (_, name) => `{"id":1.5,"name":${name}}`,
  (_, name) => `{"id":9223372036854775808,"name":${name}}`,
  (_, name) => `{"id":1e999,"name":${name}}`,
  (_, name) => `{"id":${'9'.repeat(5_000)},"name":${name}}`,
  (_, name) => `{"id":1e-99999999999,"name":${name},"name":null}`,
  (id, name) => `{"id":${id},"name":${name},"tag":[${name}]}`,
  (id) => `{"id":${id}}`,
  (id, name) => `[{"id":${id},"name":${name}}]`,
  (id, name) => `{"id":${id},"name":${name},"x":${'['.repeat(300)}${']'.repeat(300)}}`,
  () => '['.repeat(4_000),
  () => '{"a":'.repeat(2_000),
  () => '\xff\xfe{}',
  () => 'null',
  () => ' ',
];

function refused(
  kind: string,
  draft: Draft,
  statuses: Expected['statuses'] = [400],
  connection: Expected['connection'] = 'stays',
): HostileRequest {
  return { kind, bytes: textOf(draft), expected: { statuses, connection } };
}

/** A body that is no JSON, or no plant. */
const misshapenCreate: Recipe = ({ random, nextPlant }) => {
  const { id, name } = nextPlant();
  const body = random.pick(WRONG_BODIES)(String(id < 0n ? -id : id), utf8(JSON.stringify(name)));
  const isSmall = body.length < 1_000;
  const draft = isSmall && random.chance(0.2) ? chunkedDraft(inBytes(body)) : createDraft(body);
  return refused('create with a wrong body', draft);
};

const emptyCreate: Recipe = ({ random }) =>
  refused(
    'create without a body',
    random.chance(0.5) ? createDraft('') : chunkedDraft('0\r\n\r\n'),
  );

/** A body beyond the limit of 1 MiB, announced or not. */
const oversizedCreate: Recipe = ({ random }) => {
  const body = `{"id":1,"name":"${'x'.repeat(1_100_000)}"}`;
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const draft = random.chance(0.5) ? createDraft(body) : chunkedDraft(chunk);
  return refused('create with too large a body', draft, [400, 413], 'either');
};

const AUTHORITIES = ['example.com:443', '127.0.0.1:80', '[::1]:443', 'localhost:1', 'a.b:65535'];

/** What a client that is certain of its tunnel sends at once. */
const TUNNELLED = [
  ...['', '', '\x16\x03\x01\x02\x00', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'x'.repeat(9_000)],
];

/** CONNECT, which a server that is no proxy refuses, with data for nobody after it (RFC 9110, section 9.3.6). */
const connect: Recipe = ({ random }) => {
  const target = random.pick(AUTHORITIES);
  const more: Header[] = random.chance(0.3) ? [['Proxy-Connection', 'x']] : [];
  const headers: Header[] = [['Host', target], ...more];
  const draft = { method: 'CONNECT', target, version: '1.1', headers };
  return refused('CONNECT', { ...draft, body: random.pick(TUNNELLED) }, 'refusal', 'closes');
};

/** More and larger header fields than a server takes, however it counts. */
const LARGE_HEADER = [20_000, 60_000] as const;

function times(count: number, header: Header): Header[] {
  return Array.from({ length: count }, () => header);
}

const excessiveHeaders = createRecipe('', [431], 'either', (draft, random) => {
  switch (random.integer(0, 2)) {
    case 0: {
      const headers = times(random.integer(1_001, 2_000), ['a', 'b']);
      return { kind: 'too many headers', ...withHeaders(draft, ...headers) };
    }
    case 1: {
      const name = random.pick(['Accept', 'Cookie', 'X-Forwarded-For']);
      const header: Header = [name, name === 'Accept' ? 'a/b' : 'a=b'];
      const headers = times(random.integer(1_000, 2_000), header);
      return { kind: `${name} thousands of times`, ...withHeaders(draft, ...headers) };
    }
    default: {
      const length = random.integer(...LARGE_HEADER);
      const name = random.pick(['X', 'Cookie', 'Accept', 'x'.repeat(length)]);
      return { kind: 'too large a header', ...withHeaders(draft, [name, 'y'.repeat(length)]) };
    }
  }
});

interface Read {
  readonly method: string;
  readonly target: string;
  readonly headers?: readonly Header[];
  readonly statuses: Expected['statuses'];
}

const READS: readonly Read[] = [
  { method: 'GET', target: '/-/live', statuses: [200] },
  { method: 'HEAD', target: '/-/live', statuses: [200] },
  { method: 'OPTIONS', target: '/-/live', statuses: [204] },
  { method: 'POST', target: '/-/live', statuses: [405] },
  { method: 'GET', target: 'http://example.com/-/live', statuses: [200] },
  { method: 'GET', target: '/-/ready', statuses: [200] },
  { method: 'GET', target: '/-/nothing', statuses: [404] },
  { method: 'GET', target: '/plants', statuses: [405] },
  { method: 'HEAD', target: '/plants', statuses: [405] },
  { method: 'DELETE', target: '/plants', statuses: [405] },
  { method: 'OPTIONS', target: '/plants', statuses: [204] },
  { method: 'OPTIONS', target: '*', statuses: [204] },
  { method: 'GET', target: '/', statuses: [404] },
  { method: 'GET', target: '/nowhere?x', statuses: [404] },
  { method: 'HEAD', target: '/nowhere', statuses: [404] },
  { method: 'GET', target: '/%zz', statuses: 'refusal' },
];

const LIVE: Read = { method: 'GET', target: '/-/live', statuses: [200] };

/** Conditions and codings that a server may honour or not. */
const DOCUMENT_HEADERS: readonly (readonly Header[])[] = [
  [],
  [['Accept-Encoding', 'gzip, deflate, br']],
  [['Accept-Encoding', 'identity;q=1, *;q=0']],
  [['If-None-Match', '"x", W/"y"']],
  [['If-None-Match', '*']],
];

/** Reads the document, which is the largest response there is. */
export const readDocument: Recipe = ({ random }) => {
  const headers = random.pick(DOCUMENT_HEADERS);
  const mayBeUnchanged = headers.some(([name]) => name === 'If-None-Match');
  const method = random.pick(['GET', 'GET', 'GET', 'HEAD']);
  const statuses = mayBeUnchanged ? [200, 304] : [200];
  return read({ method, target: '/-/openapi.json', headers, statuses });
};

/** A read with a body, which has no meaning and must be skipped (RFC 9110, section 9.3.1). */
const readWithBody: Recipe = ({ random }) => {
  const body = 'x'.repeat(random.integer(1, 2_000));
  const { bytes, ...rest } = read({ ...LIVE, headers: [['Content-Length', String(body.length)]] });
  return { ...rest, bytes: bytes + body };
};

function read(
  { method, target, headers = [], statuses }: Read,
  connection: Expected['connection'] = 'stays',
): HostileRequest {
  const all: Header[] = [['Host', 'localhost'], ...headers];
  const bytes = textOf({ method, target, version: '1.1', headers: all, body: '' });
  const isHead = method === 'HEAD';
  const expected = { statuses, connection, ...(isHead && { isHead }) };
  return { kind: `${method} ${target}`, bytes, expected };
}

function create(weight: number, ...recipe: Parameters<typeof createRecipe>): Menu[number] {
  return [weight, createRecipe(...recipe)];
}

/** Bytes that may come in chunks of one; beyond, such a coding may be refused. */
const MAX_BYTEWISE = 8_000;

/** After each of these the connection goes on. */
export const LASTING: Menu = [
  [500, plainCreate],
  create(80, 'create in chunks', [200], 'stays', ({ body }, random) =>
    chunkedDraft(inChunks(random, body)),
  ),
  create(20, 'create in one-byte chunks', [200], 'stays', (draft) =>
    draft.body.length > MAX_BYTEWISE
      ? { kind: 'create', ...draft }
      : chunkedDraft(inBytes(draft.body)),
  ),
  // The body is sent without waiting for the expectation to be met (RFC 9110, section 10.1.1).
  create(30, 'create with Expect', [200], 'stays', (draft, random) =>
    withHeaders(draft, ['Expect', random.pick(['100-continue', '100-Continue'])]),
  ),
  // RFC 9112, section 3.2.2
  create(30, 'create with an absolute target', [200], 'stays', (draft, random) => ({
    ...draft,
    target: `http://${random.pick(HOSTS)}/plants`,
  })),
  [120, ({ random }) => read(random.pick(READS))],
  [8, readDocument],
  [12, readWithBody],
  create(50, '', [401], 'stays', (draft, random) => {
    const none = random.chance(0.3);
    const wrong: Header[] = none ? [] : [['Authorization', random.pick(WRONG_TOKENS)]];
    const kind = none ? 'create without a token' : 'create with a wrong token';
    return { kind, ...withHeaders(replaceHeader(draft, 'Authorization'), ...wrong) };
  }),
  create(25, 'create of a wrong media type', [400], 'stays', (draft, random) => {
    const wrong: Header[] = random.chance(0.2) ? [] : [['Content-Type', random.pick(WRONG_TYPES)]];
    return withHeaders(replaceHeader(draft, 'Content-Type'), ...wrong);
  }),
  [50, misshapenCreate],
  [15, emptyCreate],
];

/** After each of these the connection ends, as HTTP has it (RFC 9112, section 9.3). */
export const LAST: Menu = [
  create(4, 'create with Connection: close', [200], 'closes', (draft, random) => {
    const option = random.pick(['close', 'Close', 'keep-alive, close', 'close, x']);
    return withHeaders(draft, ['Connection', option]);
  }),
  [
    2,
    () => {
      const last = read({ ...LIVE, headers: [['Connection', 'close']] }, 'closes');
      return { ...last, kind: 'read with Connection: close' };
    },
  ],
  create(2, 'create of HTTP/1.0', [200], 'closes', (draft) => ({ ...draft, version: '1.0' })),
];

/** Whether the connection goes on after one of these is for the server to say. */
export const DOUBTFUL: Menu = [
  [12, excessiveHeaders],
  // These are too many headers and no Host at all.
  create(3, 'Host a thousand times', [400, 431], 'either', (draft, random) =>
    withHeaders(draft, ...times(random.integer(1_000, 2_000), ['Host', 'a'])),
  ),
  create(3, 'too large a target', [414, 431], 'either', (draft, random) => ({
    ...draft,
    target: `/${'a'.repeat(random.integer(...LARGE_HEADER))}`,
  })),
  // A good body that a server may refuse to take to its end.
  create(2, 'thousands of one-byte chunks', [200, 400, 413], 'either', ({ body }, random) =>
    chunkedDraft(inBytes(body + ' '.repeat(random.integer(10_000, 20_000)))),
  ),
  [1, oversizedCreate],
  create(12, 'Expect other than 100-continue', [417], 'either', (draft, random) =>
    withHeaders(draft, ['Expect', random.pick(WRONG_EXPECTATIONS)]),
  ),
  // Refused before its body is asked for; then the server cannot know whether one follows.
  create(8, 'create with Expect and no token', [401], 'either', (draft) =>
    withHeaders(replaceHeader(draft, 'Authorization'), ['Expect', '100-continue']),
  ),
  // An offer to change the protocol is ignored (RFC 9110, section 7.8). What follows it in the same packet is a
  // request like others; a server that cannot be sure of that says that it closes.
  create(8, 'create with Upgrade', [200], 'either', (draft, random) =>
    withHeaders(draft, ...random.pick(UPGRADES)),
  ),
  create(4, 'create of HTTP/1.0, keep-alive', [200], 'either', (draft) =>
    withHeaders({ ...draft, version: '1.0' }, ['Connection', 'keep-alive']),
  ),
  [
    4,
    ({ random }) => {
      const upgraded = { ...random.pick(READS), headers: random.pick(UPGRADES) };
      return { ...read(upgraded, 'either'), kind: 'read with Upgrade' };
    },
  ],
  create(6, 'no Host', [400], 'either', (draft) => replaceHeader(draft, 'Host')),
];

export const TUNNELS: Menu = [[1, connect]];
