import { Random } from '../../../../src/cli/random';
import { PlantSource } from '../plants';
import { framingFault } from './framing-faults';
import {
  DOUBTFUL,
  LAST,
  LASTING,
  plainCreate,
  readDocument,
  TUNNELS,
  type HostileRequest,
  type Ingredients,
  type Menu,
  type Recipe,
} from './requests';

/** What a client does on one connection, as data: it can be kept in a file and done again. */
export interface Script {
  /** The number of the connection in its run. */
  readonly connection: number;
  readonly requests: readonly HostileRequest[];
  /** One after the other; what is not said to be written is not sent. */
  readonly actions: readonly Action[];
}

export type Action =
  /** Writes up to this byte, counted from the first one of the first request. */
  | { readonly do: 'write'; readonly to: number }
  | { readonly do: 'wait'; readonly ms: number }
  /** Reads nothing for a time, while the next actions go on. */
  | { readonly do: 'pause'; readonly ms: number }
  /** Waits until everything that was sent as a whole is answered, or the connection has ended. */
  | { readonly do: 'read' }
  /** Ends the own side, and goes on reading. */
  | { readonly do: 'half-close' }
  /** Waits until the server has closed the connection. */
  | { readonly do: 'await-close' }
  | { readonly do: 'close' }
  | { readonly do: 'reset' };

/** All that a script may write. */
export function bytesOf({ requests }: Script): Buffer {
  return Buffer.from(requests.map(({ bytes }) => bytes).join(''), 'latin1');
}

/** A script as the text of a file. @param seed of the run that it comes from */
export function scriptText(seed: number, script: Script): string {
  const plain = (_: string, value: unknown): unknown =>
    typeof value === 'bigint' ? String(value) : value;
  return `${JSON.stringify({ seed, ...script }, plain, 1)}\n`;
}

/** Reads what scriptText has written. @throws Error when it is something else */
export function parseScript(text: string): Script {
  const exactId = (name: string, value: unknown): unknown =>
    name === 'id' && typeof value === 'string' ? BigInt(value) : value;
  const { connection, requests, actions } = JSON.parse(text, exactId) as Partial<Script>;
  if (connection === undefined || !Array.isArray(requests) || !Array.isArray(actions)) {
    throw new Error('it has not the members "connection", "requests" and "actions"');
  }
  return { connection, requests, actions };
}

/** After each of these the connection ends, since the framing cannot be trusted. */
const FATAL: Menu = [[1, framingFault]];

/** Two in three pipelines are short, one in twenty is as long as they get. */
const PIPELINE = { short: 12, long: 60, longest: 200 } as const;

const MOST_PIECES = 12;

/** A connection that writes byte by byte sends no more than that. */
const MOST_SINGLE_BYTES = 700;

interface Maker extends Ingredients {
  /** For requests that are changed before they are sent. */
  readonly marked: Ingredients;
}

type Shape = (maker: Maker) => Pick<Script, 'requests' | 'actions'>;

/** How often each shape is taken, of a thousand connections. */
const SHAPES: readonly (readonly [share: number, shape: Shape])[] = [
  [500, pipeline],
  [30, (maker) => ended(maker, LAST)],
  [150, (maker) => ended(maker, FATAL)],
  [50, tunnel],
  [60, doubtful],
  [100, changed],
  [70, aborted],
  [15, byteByByte],
  [24, slowReader],
  [1, unfinished],
];

/** The script of one connection. */
export function makeScript(seed: number, connection: number): Script {
  const random = new Random(`${seed} hostile ${connection}`);
  const plants = new PlantSource(random, connection);
  const marked = { random, nextPlant: () => plants.nextMarked() };
  const maker = { random, nextPlant: () => plants.next(), marked };
  return { connection, ...pickWeighted(random, SHAPES)(maker) };
}

/** Well-formed requests, in one write or in pieces, all of which are answered. */
function pipeline(maker: Maker): ReturnType<Shape> {
  const requests = take(maker, LASTING, pipelineLength(maker.random));
  return { requests, actions: [...writes(maker.random, requests), ...goodEnd(maker.random)] };
}

/** A request after which the connection ends, and more after it that must not count. */
function ended(maker: Maker, menu: Menu): ReturnType<Shape> {
  const { random } = maker;
  const requests = [
    ...take(maker, LASTING, random.integer(0, PIPELINE.short * 2)),
    ...take(maker, menu, 1),
    ...take(maker, LASTING, random.chance(0.5) ? 0 : random.integer(1, 8)),
  ];
  return { requests, actions: [...writes(random, requests), { do: 'await-close' }] };
}

/** CONNECT after well-formed requests, sometimes by a client that is gone at once. */
function tunnel(maker: Maker): ReturnType<Shape> {
  const { random } = maker;
  const requests = [
    ...take(maker, LASTING, random.chance(0.3) ? 0 : random.integer(1, 20)),
    ...take(maker, TUNNELS, 1),
    ...take(maker, LASTING, random.chance(0.7) ? 0 : random.integer(1, 5)),
  ];
  const end = random.pick<Action>([
    ...[{ do: 'await-close' }, { do: 'await-close' }, { do: 'close' }, { do: 'reset' }],
  ] as const);
  return { requests, actions: [...writes(random, requests), end] };
}

/** Requests after which the server may close the connection or not. */
function doubtful(maker: Maker): ReturnType<Shape> {
  const { random } = maker;
  const requests = Array.from({ length: random.integer(1, 3) }, () => [
    ...take(maker, LASTING, random.integer(0, PIPELINE.short)),
    ...take(maker, DOUBTFUL, 1),
  ]).flat();
  requests.push(...take(maker, LASTING, random.integer(0, 4)));
  return { requests, actions: [...writes(random, requests), ...halfClosed()] };
}

/** Requests that arrive changed, and random bytes, between well-formed ones. */
function changed(maker: Maker): ReturnType<Shape> {
  const { random } = maker;
  const requests = take(maker, LASTING, random.integer(0, PIPELINE.short));
  for (let left = random.integer(1, 4); left > 0; left--) {
    requests.push(random.chance(0.15) ? randomBytes(maker) : changedRequest(maker));
    // What follows may be read as part of it, so that a response to HEAD could not be recognized.
    requests.push(...take(maker, LASTING, random.integer(0, 5)).filter(hasContent));
  }
  return { requests, actions: [...writes(random, requests), ...halfClosed()] };
}

function changedRequest({ random, marked }: Maker): HostileRequest {
  const menu = random.chance(0.6) ? LASTING : random.pick([FATAL, LAST, TUNNELS, DOUBTFUL]);
  const request = pickWeighted(random, menu)(marked);
  return mutated(random, hasContent(request) ? request : plainCreate(marked));
}

function hasContent({ expected }: HostileRequest): boolean {
  return expected?.isHead !== true;
}

/** Well-formed requests of a client that goes away, at any stage. */
function aborted(maker: Maker): ReturnType<Shape> {
  const { random } = maker;
  const requests = take(maker, LASTING, random.integer(1, PIPELINE.long));
  const to = random.chance(0.1) ? 0 : random.integer(0, lengthOf(requests));
  const isWhole = random.chance(0.3);
  const actions: Action[] = [{ do: 'write', to: isWhole ? lengthOf(requests) : to }];
  if (random.chance(0.2)) actions.push({ do: 'pause', ms: random.integer(1, 30) });
  if (random.chance(0.7)) actions.push({ do: 'wait', ms: random.integer(0, 20) });
  // libuv cannot reset a connection that is half closed.
  const end: Action[] = random.chance(0.2)
    ? [{ do: 'half-close' }, { do: 'close' }]
    : [random.pick<Action>([{ do: 'close' }, { do: 'reset' }])];
  return { requests, actions: [...actions, ...end] };
}

/** A few requests, each byte in a packet of its own. */
function byteByByte(maker: Maker): ReturnType<Shape> {
  const { random } = maker;
  const menu = random.pick([LASTING, LASTING, LASTING, FATAL]);
  const made = take(maker, menu, 1);
  const requests = lengthOf(made) <= MOST_SINGLE_BYTES ? made : [plainCreate(maker)];
  const length = Math.min(lengthOf(requests), MOST_SINGLE_BYTES);
  const actions = Array.from({ length }, (_, at): Action => ({ do: 'write', to: at + 1 }));
  actions.push({ do: 'write', to: lengthOf(requests) });
  return { requests, actions: [...actions, ...halfClosed()] };
}

/** Many large responses to a client that does not read for a while. */
function slowReader(maker: Maker): ReturnType<Shape> {
  const { random } = maker;
  const requests = Array.from({ length: random.integer(20, PIPELINE.longest) }, () =>
    random.chance(0.5) ? readDocument(maker) : plainCreate(maker),
  );
  const stop: Action = { do: 'pause', ms: random.integer(20, 300) };
  return { requests, actions: [stop, ...writes(random, requests), ...goodEnd(random)] };
}

/** A last request that does not arrive completely, and is not given up either. */
function unfinished(maker: Maker): ReturnType<Shape> {
  const { random } = maker;
  const requests = take(maker, LASTING, random.integer(0, PIPELINE.short));
  const { bytes } = plainCreate(maker);
  requests.push({
    kind: 'request that does not end',
    bytes: bytes.slice(0, random.integer(5, bytes.length - 1)),
    expected: { statuses: [408], connection: 'closes' },
  });
  return { requests, actions: [...writes(random, requests), { do: 'await-close' }] };
}

function take(maker: Maker, menu: Menu, count: number): HostileRequest[] {
  return Array.from({ length: count }, () => pickWeighted(maker.random, menu)(maker));
}

function pipelineLength(random: Random): number {
  if (random.chance(0.65)) return random.integer(1, PIPELINE.short);
  return random.integer(1, random.chance(0.15) ? PIPELINE.longest : PIPELINE.long);
}

/** Mostly one write, else pieces that end anywhere, with or without a moment between them. */
function writes(random: Random, requests: readonly HostileRequest[]): Action[] {
  const length = lengthOf(requests);
  if (random.chance(0.6)) return [{ do: 'write', to: length }];
  const cuts = Array.from({ length: random.integer(1, MOST_PIECES) }, () =>
    random.integer(0, length),
  ).sort((one, other) => one - other);
  return [...cuts, length].flatMap((to): Action[] => {
    const wait: Action[] = random.chance(0.1) ? [{ do: 'wait', ms: random.integer(0, 5) }] : [];
    return [{ do: 'write', to }, ...wait];
  });
}

function goodEnd(random: Random): Action[] {
  return random.chance(0.7) ? [{ do: 'read' }, { do: 'close' }] : halfClosed();
}

function halfClosed(): Action[] {
  return [{ do: 'half-close' }, { do: 'await-close' }];
}

function lengthOf(requests: readonly HostileRequest[]): number {
  return requests.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** An item of a list that has one, by the weights there. */
function pickWeighted<Item>(
  random: Random,
  items: readonly (readonly [weight: number, item: Item])[],
): Item {
  const total = items.reduce((sum, [weight]) => sum + weight, 0);
  let left = random.integer(0, total - 1);
  for (const [weight, item] of items) {
    if (left < weight) return item;
    left -= weight;
  }
  throw new Error('The list has no item');
}

const MOST_CHANGES = 4;

/** Bytes that each change touches at most. */
const MOST_BYTES = 4;

/** What parsers look for. */
const TELLING = ['\r', '\n', '\r\n', '\r\n\r\n', '\0', ' ', ':', ',', ';', '\t', '0', '\xff', '%'];

type Change = (random: Random, bytes: string) => string;

const CHANGES: readonly Change[] = [
  function flip(random, bytes) {
    const at = random.integer(0, Math.max(0, bytes.length - 1));
    const flipped = bytes.charCodeAt(at) ^ (1 << random.integer(0, 7));
    return bytes.slice(0, at) + String.fromCharCode(flipped & 0xff) + bytes.slice(at + 1);
  },
  function insert(random, bytes) {
    const at = random.integer(0, bytes.length);
    return bytes.slice(0, at) + random.pick(TELLING) + bytes.slice(at);
  },
  function remove(random, bytes) {
    const at = random.integer(0, bytes.length);
    return bytes.slice(0, at) + bytes.slice(at + random.integer(1, MOST_BYTES));
  },
  function duplicate(random, bytes) {
    const at = random.integer(0, bytes.length);
    return bytes.slice(0, at) + bytes.slice(Math.max(0, at - random.integer(1, 40)));
  },
  function truncate(random, bytes) {
    return bytes.slice(0, random.integer(0, bytes.length));
  },
];

/** The same request with some of its bytes changed. */
export function mutated(random: Random, { kind, bytes }: HostileRequest): HostileRequest {
  let changed = bytes;
  for (let left = random.integer(1, MOST_CHANGES); left > 0; left--) {
    changed = random.pick(CHANGES)(random, changed);
  }
  return { kind: `changed: ${kind}`, bytes: changed };
}

/** Bytes that are no request, alone or after a beginning of one. */
const randomBytes: Recipe = ({ random }) => {
  const length = random.integer(1, 400);
  const codes = Array.from({ length }, () => random.integer(0, 255));
  const begin = random.pick(['', '', 'POST /plants HTTP/1.1\r\n', 'GET ', 'HTTP/1.1 200 OK\r\n']);
  return { kind: 'random bytes', bytes: begin + String.fromCharCode(...codes) };
};
