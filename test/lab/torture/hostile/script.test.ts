import { Random } from '../../../../src/cli/random';
import { isMarked, PlantSource } from '../plants';
import { FRAMING_FAULTS } from './framing-faults';
import { plainCreate } from './requests';
import { bytesOf, makeScript, mutated, parseScript, scriptText } from './script';

/** What hostile clients send. */

const numbers = Array.from({ length: 1_500 }, (_, at) => at);
const scripts = numbers.map((number) => makeScript(7, number));

it('the same seed gives the same scripts, another one others', () => {
  const sample = numbers.slice(0, 50);
  expect(sample.map((number) => makeScript(7, number))).toEqual(scripts.slice(0, 50));
  expect(makeScript(8, 3)).not.toEqual(scripts[3]);
});

it('a script comes back from its file', () => {
  for (const script of scripts.slice(0, 100)) {
    expect(parseScript(scriptText(7, script))).toEqual(script);
  }
  expect(() => parseScript('{}')).toThrow(/has not the members/);
});

it('no plant is sent twice, whatever connection sends it', () => {
  const plants = scripts
    .flatMap(({ requests }) => requests)
    .flatMap(({ expected }) => expected?.plant ?? []);
  expect(plants.length).toBeGreaterThan(5_000);
  expect(new Set(plants.map(({ id }) => id)).size).toBe(plants.length);
  expect(new Set(plants.map(({ name }) => name)).size).toBe(plants.length);
  expect(plants.some(isMarked)).toBe(false);
});

it('every fault is among what is sent', () => {
  const kinds = new Set(scripts.flatMap(({ requests }) => requests.map(({ kind }) => kind)));
  const others = ['CONNECT', 'no Host', 'too many headers', 'create with Upgrade', 'random bytes'];
  for (const kind of [...FRAMING_FAULTS, ...others]) expect(kinds).toContain(kind);
});

it('writes stay within the bytes that there are, and go on', () => {
  for (const script of scripts) {
    const ends = script.actions.flatMap((action) => (action.do === 'write' ? [action.to] : []));
    expect(ends).toEqual([...ends].sort((one, other) => one - other));
    expect(ends.at(-1)).toBeLessThanOrEqual(bytesOf(script).length);
  }
});

it('a plant that was changed on its way can be told from all others', () => {
  const random = new Random('marks');
  const plants = new PlantSource(random, 1);
  let plantsSeen = 0;
  for (let left = 4_000; left > 0; left--) {
    const good = plainCreate({ random, nextPlant: () => plants.nextMarked() });
    const { bytes } = mutated(random, good);
    const name = nameIn(bytes.slice(bytes.indexOf('\r\n\r\n')));
    if (name === undefined) continue;
    plantsSeen++;
    expect(isMarked({ id: 1n, name })).toBe(true);
  }
  expect(plantsSeen).toBeGreaterThan(500);
});

/** The name in a body that is still JSON. */
function nameIn(body: string): string | undefined {
  try {
    const { name } = JSON.parse(body) as { name?: unknown };
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}
