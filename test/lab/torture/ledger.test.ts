import { FAULTS, Findings, type Fault } from './findings';
import { Ledger } from './ledger';
import type { Plant } from '../../../src/plant-store/plants/plant';

/** The model that torture holds responses and listings against: each way to fail is seen as what it is. */

const aloe: Plant = { id: 2n ** 53n + 1n, name: 'Aloe\0', tag: '' };
const tagless: Plant = { id: aloe.id, name: 'Aloe\0' };
const rounded: Plant = { ...aloe, id: 2n ** 53n };
const iris: Plant = { id: -1n, name: '\ud83c' };

/** What happens, one after the other: a response for a plant, or a listing of plants. */
type Step =
  readonly ['accepted' | 'refused', Plant] | readonly ['listed', ...Plant[]] | readonly ['settled'];

/** Has clients send the plants of one id, and counts the findings of what happens then. */
function countsOf(asked: readonly Plant[], steps: readonly Step[]): Partial<Record<Fault, number>> {
  const findings = new Findings();
  const ledger = new Ledger(findings);
  for (const plant of asked) ledger.ask(plant);
  for (const step of steps) take(ledger, step);
  const counts = FAULTS.map((fault) => [fault, findings.count(fault)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function take(ledger: Ledger, step: Step): void {
  switch (step[0]) {
    case 'accepted':
      ledger.accepted(step[1]);
      return;
    case 'refused':
      ledger.refused(step[1]);
      return;
    case 'settled':
      ledger.assertSettled();
      return;
    case 'listed': {
      const [, ...plants] = step;
      const check = ledger.beginCheck();
      for (const plant of plants) check.see({ ...plant });
      check.end();
    }
  }
}

it.each<[string, Step[], Partial<Record<Fault, number>>]>([
  ['kept and listed', [['accepted', aloe], ['listed', aloe], ['settled']], {}],
  ['in doubt and listed', [['listed', aloe]], {}],
  ['in doubt and not listed', [['listed']], {}],
  [
    'accepted twice, as a retry is',
    [
      ['accepted', aloe],
      ['accepted', { ...aloe }],
    ],
    {},
  ],
  [
    'other content refused',
    [
      ['accepted', aloe],
      ['refused', tagless],
    ],
    {},
  ],
  ['accepted, then not listed', [['accepted', aloe], ['listed']], { lost: 1 }],
  ['not listed twice', [['accepted', aloe], ['listed'], ['listed']], { lost: 1 }],
  ['seen, then not listed', [['listed', aloe], ['listed']], { lost: 1 }],
  [
    'listed twice',
    [
      ['accepted', aloe],
      ['listed', aloe, aloe],
    ],
    { doubled: 1 },
  ],
  [
    'without its tag',
    [
      ['accepted', aloe],
      ['listed', tagless],
    ],
    { altered: 1 },
  ],
  ['in doubt, without its tag', [['listed', tagless]], { altered: 1 }],
  [
    'id rounded',
    [
      ['accepted', aloe],
      ['listed', rounded],
    ],
    { lost: 1, unexpected: 1 },
  ],
  [
    'other content accepted',
    [
      ['accepted', aloe],
      ['accepted', tagless],
    ],
    { altered: 1 },
  ],
  [
    'the kept one refused',
    [
      ['accepted', aloe],
      ['refused', aloe],
    ],
    { altered: 1 },
  ],
  ['refused for nobody', [['refused', aloe]], { unexpected: 1 }],
  ['never sent', [['listed', iris]], { unexpected: 1 }],
  ['accepted for nobody', [['settled']], { unexpected: 1 }],
])('one client: %s', (_, steps, wanted) => {
  expect(countsOf([aloe], steps)).toEqual(wanted);
});

it.each<[string, Step[], Partial<Record<Fault, number>>]>([
  [
    'one wins',
    [
      ['accepted', tagless],
      ['refused', aloe],
      ['listed', tagless],
    ],
    {},
  ],
  [
    'both win',
    [
      ['accepted', tagless],
      ['accepted', aloe],
    ],
    { doubled: 1 },
  ],
  [
    'neither wins',
    [
      ['refused', tagless],
      ['refused', aloe],
    ],
    { altered: 1 },
  ],
  [
    'the loser is kept',
    [
      ['refused', aloe],
      ['listed', aloe],
    ],
    { altered: 1 },
  ],
  ['the winner is gone', [['refused', aloe], ['listed']], { lost: 1 }],
])('two clients that compete for an id: %s', (_, steps, wanted) => {
  expect(countsOf([aloe, tagless], steps)).toEqual(wanted);
});

describe('plants that must not be kept', () => {
  function findingsOf(listed: readonly Plant[]): string[] {
    const findings = new Findings();
    const ledger = new Ledger(findings, ({ name }) => name === 'anything');
    ledger.forbid(aloe, 'it came too late');
    ledger.forbid(iris, 'it came too late');
    const check = ledger.beginCheck();
    for (const plant of listed) check.see(plant);
    check.end();
    return findings.first(9);
  }

  it('are one finding for each reason', () => {
    expect(findingsOf([aloe, iris])).toEqual([
      expect.stringMatching(
        /^unexpected: plant \d+: stored, though it came too late \(and 1 more\): \{"id":/,
      ),
    ]);
  });

  it('are no finding where they are not, nor are those that may be', () => {
    expect(findingsOf([{ id: 7n, name: 'anything' }])).toEqual([]);
  });
});
