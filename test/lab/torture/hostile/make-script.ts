import { Random } from '../../../../src/cli/random';
import { PlantSource } from './requests/plants';
import { mutated, randomBytes } from './requests/mutations';
import {
  DOUBTFUL,
  FATAL,
  LAST,
  LASTING,
  pickWeighted,
  TUNNELS,
  type Menu,
} from './requests/recipes';
import { plainCreate } from './requests/creates';
import { readDocument } from './requests/reads';
import type { HostileRequest, Ingredients } from './requests/request';
import type { Action, Script } from './script';

/** Makes the scripts of a run: what a connection does follows from the seed and its number alone. */

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

/** A request after which the connection ends, and more behind it that must not count. */
function ended(maker: Maker, menu: Menu): ReturnType<Shape> {
  const { random } = maker;
  const requests = [
    ...take(maker, LASTING, random.integer(0, PIPELINE.short * 2)),
    ...take(maker, menu, 1),
    ...take(maker, LASTING, random.chance(0.5) ? 0 : random.integer(1, 8)),
  ];
  return { requests, actions: [...writes(random, requests), { do: 'await-close' }] };
}

/** CONNECT behind well-formed requests, sometimes by a client that is gone at once. */
function tunnel(maker: Maker): ReturnType<Shape> {
  const { random } = maker;
  const requests = [
    ...take(maker, LASTING, random.chance(0.3) ? 0 : random.integer(1, 20)),
    ...take(maker, TUNNELS, 1),
    ...take(maker, LASTING, random.chance(0.7) ? 0 : random.integer(1, 5)),
  ];
  const end = random.pick<Action['do']>(['await-close', 'await-close', 'close', 'reset']);
  return { requests, actions: [...writes(random, requests), ending(end)] };
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
    // What follows may be read as part of it, so that a response to HEAD could not be told.
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
    : [ending(random.pick(['close', 'reset']))];
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
  return [...cuts, length].flatMap((to): Action[] =>
    random.chance(0.1)
      ? [
          { do: 'write', to },
          { do: 'wait', ms: random.integer(0, 5) },
        ]
      : [{ do: 'write', to }],
  );
}

function goodEnd(random: Random): Action[] {
  return random.chance(0.7) ? [{ do: 'read' }, { do: 'close' }] : halfClosed();
}

function halfClosed(): Action[] {
  return [{ do: 'half-close' }, { do: 'await-close' }];
}

function ending(kind: Action['do']): Action {
  return { do: kind } as Action;
}

function lengthOf(requests: readonly HostileRequest[]): number {
  return requests.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
