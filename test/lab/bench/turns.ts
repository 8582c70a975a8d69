import { say } from '../command';

/** A figure over the turns: its median and its lower and upper quartiles. */
export interface Spread {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

/** Something that is measured in turns with others. */
export interface Subject<Sample> {
  readonly name: string;
  measure(): Promise<Sample>;
}

/** Samples of a subject, in the order of the turns. */
export interface Measured<Sample> {
  readonly name: string;
  readonly samples: readonly Sample[];
}

/**
 * Measures subjects in turns. Those of a group follow each other directly, with a rotating first one, so a
 * temporary slowdown of the machine affects all alike: compare them turn by turn.
 * @param turns number of turns to keep
 * @param warmUp number of discarded turns before them
 * @returns the groups, in the same order
 */
export async function takeTurns<Sample>(
  what: string,
  groups: readonly (readonly Subject<Sample>[])[],
  { turns, warmUp }: { readonly turns: number; readonly warmUp: number },
): Promise<Measured<Sample>[][]> {
  const measured = groups.map((group) =>
    group.map((subject) => ({ subject, name: subject.name, samples: [] as Sample[] })),
  );
  for (let turn = 0; turn < warmUp + turns; turn++) {
    for (const group of measured) {
      const from = turn % group.length;
      for (const { subject, samples } of [...group.slice(from), ...group.slice(0, from)]) {
        const sample = await subject.measure();
        if (turn >= warmUp) samples.push(sample);
      }
    }
    const kept = turn < warmUp ? 'warming up' : `turn ${turn - warmUp + 1} of ${turns}`;
    say(`${what}: ${kept}`);
  }
  return measured.map((group) => group.map(({ name, samples }) => ({ name, samples })));
}

/** The spread of one figure of samples, such as `cpuMicros`. */
export function spreadOfEach<Key extends string>(
  samples: readonly Readonly<Record<Key, number>>[],
  key: Key,
): Spread {
  return spreadOf(samples.map((sample) => sample[key]));
}

/** The spread of ratios, each of two samples of the same turn. */
export function ratioOfEach<Key extends string>(
  samples: readonly Readonly<Record<Key, number>>[],
  to: readonly Readonly<Record<Key, number>>[],
  key: Key,
): Spread {
  return spreadOf(samples.map((sample, turn) => sample[key] / (to[turn]?.[key] ?? NaN)));
}

/** Quartiles are interpolated between the values next to their rank. @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => {
    const rank = (sorted.length - 1) * share;
    const [below = NaN, above = NaN] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
    return below + (above - below) * (rank % 1);
  };
  return { median: at(0.5), lower: at(0.25), upper: at(0.75) };
}
