import type { Random } from '../../../../../src/cli/random';
import type { HostileRequest, Recipe } from './request';

/** Requests that arrive changed, so that nobody can say what becomes of them. */

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

/** Bytes that are no request, alone or behind a beginning of one. */
export const randomBytes: Recipe = ({ random }) => {
  const length = random.integer(1, 400);
  const codes = Array.from({ length }, () => random.integer(0, 255));
  const begin = random.pick(['', '', 'POST /plants HTTP/1.1\r\n', 'GET ', 'HTTP/1.1 200 OK\r\n']);
  return { kind: 'random bytes', bytes: begin + String.fromCharCode(...codes) };
};
