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
} from '../../../bench/request-text';
import { inBytes } from './bodies';
import { createRecipe, type Expected, type HostileRequest, type Recipe } from './request';

/** Well-formed HTTP that the service refuses: unless it is CONNECT, the connection may go on. */

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

/** Without the right token. */
export const unauthorizedCreate = createRecipe('', [401], 'stays', (draft, random) => {
  const none = random.chance(0.3);
  const wrong: Header[] = none ? [] : [['Authorization', random.pick(WRONG_TOKENS)]];
  const kind = none ? 'create without a token' : 'create with a wrong token';
  return { kind, ...withHeaders(replaceHeader(draft, 'Authorization'), ...wrong) };
});

/** Of a media type that is not taken, or of none. */
export const mistypedCreate = createRecipe(
  'create of a wrong media type',
  [400],
  'stays',
  (draft, random) => {
    const wrong: Header[] = random.chance(0.2) ? [] : [['Content-Type', random.pick(WRONG_TYPES)]];
    return withHeaders(replaceHeader(draft, 'Content-Type'), ...wrong);
  },
);

/** An expectation that no server knows (RFC 9110, section 10.1.1). */
export const unexpectedCreate = createRecipe(
  'Expect other than 100-continue',
  [417],
  'either',
  (draft, random) => withHeaders(draft, ['Expect', random.pick(WRONG_EXPECTATIONS)]),
);

/** Refused before its body is asked for; then the server cannot know whether one follows. */
export const unauthorizedExpectation = createRecipe(
  'create with Expect and no token',
  [401],
  'either',
  (draft) => withHeaders(replaceHeader(draft, 'Authorization'), ['Expect', '100-continue']),
);

/** No Host, which HTTP/1.1 wants: the request is refused, and whether the connection stays is open. */
export const hostless = createRecipe('no Host', [400], 'either', (draft) =>
  replaceHeader(draft, 'Host'),
);

/** With a body that is no JSON, or no plant. */
export const misshapenCreate: Recipe = ({ random, nextPlant }) => {
  const { id, name } = nextPlant();
  const body = random.pick(WRONG_BODIES)(String(id < 0n ? -id : id), utf8(JSON.stringify(name)));
  const isSmall = body.length < 1_000;
  const draft = isSmall && random.chance(0.2) ? chunkedDraft(inBytes(body)) : createDraft(body);
  return refused('create with a wrong body', draft);
};

/** Without a body. */
export const emptyCreate: Recipe = ({ random }) =>
  refused(
    'create without a body',
    random.chance(0.5) ? createDraft('') : chunkedDraft('0\r\n\r\n'),
  );

/** A body beyond the limit of 1 MiB, announced or not. */
export const oversizedCreate: Recipe = ({ random }) => {
  const body = `{"id":1,"name":"${'x'.repeat(1_100_000)}"}`;
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const draft = random.chance(0.5) ? createDraft(body) : chunkedDraft(chunk);
  return refused('create with too large a body', draft, [400, 413], 'either');
};

const AUTHORITIES = ['example.com:443', '127.0.0.1:80', '[::1]:443', 'localhost:1', 'a.b:65535'];

/** What a client that is certain of its tunnel sends at once. */
const TUNNELLED = [
  '',
  '',
  '\x16\x03\x01\x02\x00',
  'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
  'x'.repeat(9_000),
];

/** CONNECT, which a server that is no proxy refuses, with data behind it that is for nobody (RFC 9110, section 9.3.6). */
export const connect: Recipe = ({ random }) => {
  const target = random.pick(AUTHORITIES);
  const more: Header[] = random.chance(0.3) ? [['Proxy-Connection', 'x']] : [];
  const headers: Header[] = [['Host', target], ...more];
  const draft = { method: 'CONNECT', target, version: '1.1', headers };
  return refused('CONNECT', { ...draft, body: random.pick(TUNNELLED) }, 'refusal', 'closes');
};

/** More header fields, and larger ones, than a server takes, however it counts. */
const MANY_HEADERS = [1_001, 2_000] as const;
const LARGE_HEADER = [20_000, 60_000] as const;

/** Too many headers, or one that is too large. */
export const excessiveHeaders = createRecipe('', [431], 'either', (draft, random) => {
  switch (random.integer(0, 2)) {
    case 0: {
      const headers = times(random.integer(...MANY_HEADERS), ['a', 'b']);
      return { kind: 'too many headers', ...withHeaders(draft, ...headers) };
    }
    case 1: {
      const name = random.pick(['Accept', 'Cookie', 'X-Forwarded-For']);
      const headers = times(random.integer(1_000, 2_000), [
        name,
        name === 'Accept' ? 'a/b' : 'a=b',
      ]);
      return { kind: `${name} thousands of times`, ...withHeaders(draft, ...headers) };
    }
    default: {
      const length = random.integer(...LARGE_HEADER);
      const name = random.pick(['X', 'Cookie', 'Accept', 'x'.repeat(length)]);
      return { kind: 'too large a header', ...withHeaders(draft, [name, 'y'.repeat(length)]) };
    }
  }
});

/** One thousand Hosts and more are too many headers and no Host at all. */
export const excessiveHosts = createRecipe(
  'Host a thousand times',
  [400, 431],
  'either',
  (draft, random) => withHeaders(draft, ...times(random.integer(1_000, 2_000), ['Host', 'a'])),
);

/** A target that no header limit allows. */
export const excessiveTarget = createRecipe(
  'too large a target',
  [414, 431],
  'either',
  (draft, random) => ({ ...draft, target: `/${'a'.repeat(random.integer(...LARGE_HEADER))}` }),
);

/** A good body in more one-byte chunks than an honest client sends, which a server may refuse to take to its end. */
export const wastefulChunks = createRecipe(
  'thousands of one-byte chunks',
  [200, 400, 413],
  'either',
  ({ body }, random) => chunkedDraft(inBytes(body + ' '.repeat(random.integer(10_000, 20_000)))),
);

function times(count: number, header: Header): Header[] {
  return Array.from({ length: count }, () => header);
}

function refused(
  kind: string,
  draft: Draft,
  statuses: Expected['statuses'] = [400],
  connection: Expected['connection'] = 'stays',
): HostileRequest {
  return { kind, bytes: textOf(draft), expected: { statuses, connection } };
}
