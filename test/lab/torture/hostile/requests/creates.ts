import {
  chunkedDraft,
  TOKEN,
  withHeaders,
  type Draft,
  type Header,
} from '../../../bench/request-text';
import type { Random } from '../../../../../src/cli/random';
import { inBytes, inChunks } from './bodies';
import { createRecipe } from './request';

/** Well-formed creates, each of which must be answered with its plant. */

const HOSTS = ['127.0.0.1', 'localhost:3000', 'example.com', '[::1]:80', 'a.b-c.d'];

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

/** In the words that clients use. */
export const plainCreate = createRecipe('create', [200], 'stays', (draft, random) =>
  random.chance(0.5) ? draft : dressed(draft, random),
);

/** In chunks of any size, with extensions and trailers. */
export const chunkedCreate = createRecipe('create in chunks', [200], 'stays', ({ body }, random) =>
  chunkedDraft(inChunks(random, body)),
);

/** Bytes that may come in chunks of one; beyond, such a coding may be refused. */
const MAX_BYTEWISE = 8_000;

/** In chunks of one byte. */
export const bytewiseCreate = createRecipe('create in one-byte chunks', [200], 'stays', (draft) =>
  draft.body.length > MAX_BYTEWISE
    ? { kind: 'create', ...draft }
    : chunkedDraft(inBytes(draft.body)),
);

/** With an expectation, and the body sent without waiting for it to be met (RFC 9110, section 10.1.1). */
export const expectingCreate = createRecipe('create with Expect', [200], 'stays', (draft, random) =>
  withHeaders(draft, ['Expect', random.pick(['100-continue', '100-Continue'])]),
);

/** With a target in absolute form (RFC 9112, section 3.2.2). */
export const absoluteCreate = createRecipe(
  'create with an absolute target',
  [200],
  'stays',
  (draft, random) => ({ ...draft, target: `http://${random.pick(HOSTS)}/plants` }),
);

/** Ways to ask for another protocol. */
export const UPGRADES: readonly (readonly Header[])[] = [
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

/**
 * With an offer to change the protocol, which is ignored (RFC 9110, section 7.8). What stands behind it
 * in the same packet is a request like others; a server that cannot be sure of that says that it closes.
 */
export const upgradingCreate = createRecipe(
  'create with Upgrade',
  [200],
  'either',
  (draft, random) => withHeaders(draft, ...random.pick(UPGRADES)),
);

/** Of HTTP/1.0, where a connection ends unless both sides say that it stays (RFC 9112, section 9.3). */
export const oldCreate = createRecipe('create of HTTP/1.0', [200], 'closes', (draft) => ({
  ...draft,
  version: '1.0',
}));

/** Of HTTP/1.0, by a client that asks for the connection to stay. */
export const oldLastingCreate = createRecipe(
  'create of HTTP/1.0, keep-alive',
  [200],
  'either',
  (draft) => withHeaders({ ...draft, version: '1.0' }, ['Connection', 'keep-alive']),
);

/** The last one of its connection. */
export const lastCreate = createRecipe(
  'create with Connection: close',
  [200],
  'closes',
  (draft, random) =>
    withHeaders(draft, [
      'Connection',
      random.pick(['close', 'Close', 'keep-alive, close', 'close, x']),
    ]),
);

/** The same request in other words: cases of names, space around values, an empty line before it. */
function dressed(draft: Draft, random: Random): Draft {
  const style = random.pick([lower, upper, same]);
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

const BEARERS = [`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER   ${TOKEN}`];

const lower = (name: string): string => name.toLowerCase();
const upper = (name: string): string => name.toUpperCase();
const same = (text: string): string => text;
