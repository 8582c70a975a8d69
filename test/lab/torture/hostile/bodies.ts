import type { Random } from '../../../../src/cli/random';
import { stringifyJson } from '../../../../src/contract';
import type { Plant } from '../../../../src/plant-store/plants/plant-store';
import { utf8 } from '../../request-text';

/** The bytes of a body in any notation that means the plant. */
export function bodyOf(random: Random, { id, name, tag }: Plant): string {
  const space = random.pick(['', '', '', ' ', '\r\n\t']);
  const escape = random.chance(0.1) ? escaped : stringifyJson;
  const members = [
    `"id"${space}:${space}${idText(random, id)}`,
    `"name"${space}:${space}${escape(name)}`,
    ...(tag === undefined ? [] : [`"tag":${escape(tag)}`]),
    ...(random.chance(0.05) ? [`"other":{"id":[1e3,null,true],"~":"${'x'.repeat(9)}"}`] : []),
  ];
  if (random.chance(0.1)) members.reverse();
  return utf8(`${space}{${members.join(`${space},${space}`)}}${space}`);
}

function idText(random: Random, id: bigint): string {
  const kind = random.integer(0, 19);
  if (kind === 0) return `${id}.0`;
  if (kind === 1) return `${id}e0`;
  if (kind === 2 && id % 10n === 0n && id !== 0n) return `${id / 10n}E+1`;
  return String(id);
}

/** Each UTF-16 code unit as an escape. */
function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

const EXTENSIONS = ['', '', '', ';a', ';a=b', ';name="quoted; text"', ';a=1;b=2'];
const TRAILERS = ['', '', 'X-Check: 1\r\n', 'X-One: 1\r\nX-Two: two\r\n'];

/** A body in chunks of any size, with extensions and trailers. */
export function inChunks(random: Random, body: string): string {
  let chunks = '';
  for (let at = 0; at < body.length;) {
    const size = Math.min(random.integer(1, 80), body.length - at);
    const zeros = random.chance(0.1) ? '00' : '';
    const digits = random.chance(0.5) ? size.toString(16) : size.toString(16).toUpperCase();
    chunks += `${zeros}${digits}${random.pick(EXTENSIONS)}\r\n${body.slice(at, at + size)}\r\n`;
    at += size;
  }
  return `${chunks}0${random.pick(EXTENSIONS)}\r\n${random.pick(TRAILERS)}\r\n`;
}

/** A body in chunks of one byte each. */
export function inBytes(body: string): string {
  return `${body.replaceAll(/[^]/g, '1\r\n$&\r\n')}0\r\n\r\n`;
}
