import { say } from '../command';

/** A figure over the turns: its median, and the quartiles that half of its values lie between. */
export interface Spread {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

/** What is measured in turns with others. */
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
 * Measures subjects in turns. Those of a group follow each other at once, beginning with another one in
 * each turn, so that what slows the machine for a while falls on all alike: compare them turn by turn.
 *
 * @param turns how many are kept
 * @param warmUp how many go before them
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

/** Between two values, as far as the rank lies between theirs. @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => {
    const rank = (sorted.length - 1) * share;
    const [below = NaN, above = NaN] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
    return below + (above - below) * (rank % 1);
  };
  return { median: at(0.5), lower: at(0.25), upper: at(0.75) };
}
