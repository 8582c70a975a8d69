import { TOKEN } from '../../tasks';
import {
  chunkedDraft,
  createDraft,
  inBytes,
  inChunks,
  textOf,
  type Draft,
  type Header,
} from './http-text';
import { bodyOf } from './plants';
import type { Expected, HostileRequest, Ingredients, Recipe } from './request';

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
export const plainCreate: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const draft = createDraft(bodyOf(random, plant));
  return create('create', random.chance(0.5) ? draft : dressed(draft, { random, nextPlant }), {
    plant,
  });
};

/** In chunks of any size, with extensions and trailers. */
export const chunkedCreate: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const draft = chunkedDraft(inChunks(random, bodyOf(random, plant)));
  return create('create in chunks', draft, { plant });
};

/** Bytes that may come in chunks of one; beyond, such a coding may be refused. */
const MAX_BYTEWISE = 8_000;

/** In chunks of one byte. */
export const bytewiseCreate: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const body = bodyOf(random, plant);
  if (body.length > MAX_BYTEWISE) return create('create', createDraft(body), { plant });
  return create('create in one-byte chunks', chunkedDraft(inBytes(body)), { plant });
};

/** With an expectation, and the body sent without waiting for it to be met (RFC 9110, section 10.1.1). */
export const expectingCreate: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const draft = createDraft(bodyOf(random, plant));
  const value = random.pick(['100-continue', '100-Continue']);
  return create('create with Expect', withHeader(draft, ['Expect', value]), { plant });
};

/** With a target in absolute form (RFC 9112, section 3.2.2). */
export const absoluteCreate: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const target = `http://${random.pick(HOSTS)}/plants`;
  const draft = { ...createDraft(bodyOf(random, plant)), target };
  return create('create with an absolute target', draft, { plant });
};

/**
 * With an offer to change the protocol, which is ignored (RFC 9110, section 7.8). What stands behind it
 * in the same packet is a request like others; a server that cannot be sure of that says that it closes.
 */
export const upgradingCreate: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const draft = createDraft(bodyOf(random, plant));
  const upgraded = withHeader(draft, ...random.pick(UPGRADES));
  return create('create with Upgrade', upgraded, { plant }, 'either');
};

/** Of HTTP/1.0, where a connection ends unless both sides say that it stays (RFC 9112, section 9.3). */
export const oldCreate: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const draft = { ...createDraft(bodyOf(random, plant)), version: '1.0' };
  return create('create of HTTP/1.0', draft, { plant }, 'closes');
};

/** Of HTTP/1.0, by a client that asks for the connection to stay. */
export const oldLastingCreate: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const draft = { ...createDraft(bodyOf(random, plant)), version: '1.0' };
  const asking = withHeader(draft, ['Connection', 'keep-alive']);
  return create('create of HTTP/1.0, keep-alive', asking, { plant }, 'either');
};

/** The last one of its connection. */
export const lastCreate: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const value = random.pick(['close', 'Close', 'keep-alive, close', 'close, x']);
  const draft = withHeader(createDraft(bodyOf(random, plant)), ['Connection', value]);
  return create('create with Connection: close', draft, { plant }, 'closes');
};

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

export function withHeader(draft: Draft, ...headers: Header[]): Draft {
  return { ...draft, headers: [...draft.headers, ...headers] };
}

function create(
  kind: string,
  draft: Draft,
  { plant }: Pick<Expected, 'plant'>,
  connection: Expected['connection'] = 'stays',
): HostileRequest {
  const expected = { statuses: [200], connection, ...(plant !== undefined && { plant }) };
  return { kind, bytes: textOf(draft), expected };
}

/** The same request in other words: cases of names, space around values, an empty line before it. */
function dressed(draft: Draft, { random }: Ingredients): Draft {
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
