import { FAULTS, Findings, Ledger, type Fault } from './ledger';
import type { Plant } from '../../../src/plant-store/plants/plant-store';

/** The model that torture compares responses and listings with: each way to fail is seen as what it is. */

const aloe: Plant = { id: 2n ** 53n + 1n, name: 'Aloe\0', tag: '' };
const tagless: Plant = { id: aloe.id, name: 'Aloe\0' };
const rounded: Plant = { ...aloe, id: 2n ** 53n };
const iris: Plant = { id: -1n, name: '\ud83c' };

type Step = (ledger: Ledger) => void;

const ok =
  (plant: Plant): Step =>
  (ledger) => {
    ledger.accepted(plant);
  };
const no =
  (plant: Plant): Step =>
  (ledger) => {
    ledger.refused(plant);
  };
const settled: Step = (ledger) => {
  ledger.assertSettled();
};
const list =
  (...plants: Plant[]): Step =>
  (ledger) => {
    const check = ledger.beginCheck();
    for (const plant of plants) check.see({ ...plant });
    check.end();
  };

/** Has clients send the plants of one id, and counts the findings of what happens then. */
function countsOf(asked: readonly Plant[], steps: readonly Step[]): Partial<Record<Fault, number>> {
  const findings = new Findings();
  const ledger = new Ledger(findings);
  for (const plant of asked) ledger.ask(plant);
  for (const step of steps) step(ledger);
  const counts = FAULTS.map((fault) => [fault, findings.count(fault)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

it.each<[string, Step[], Partial<Record<Fault, number>>]>([
  ['kept and listed', [ok(aloe), list(aloe), settled], {}],
  ['in doubt and listed', [list(aloe)], {}],
  ['in doubt and not listed', [list()], {}],
  ['accepted twice, as a retry is', [ok(aloe), ok({ ...aloe })], {}],
  ['other content refused', [ok(aloe), no(tagless)], {}],
  ['accepted, then not listed', [ok(aloe), list()], { lost: 1 }],
  ['not listed twice', [ok(aloe), list(), list()], { lost: 1 }],
  ['seen, then not listed', [list(aloe), list()], { lost: 1 }],
  ['listed twice', [ok(aloe), list(aloe, aloe)], { doubled: 1 }],
  ['without its tag', [ok(aloe), list(tagless)], { altered: 1 }],
  ['in doubt, without its tag', [list(tagless)], { altered: 1 }],
  ['id rounded', [ok(aloe), list(rounded)], { lost: 1, unexpected: 1 }],
  ['other content accepted', [ok(aloe), ok(tagless)], { altered: 1 }],
  ['the kept one refused', [ok(aloe), no(aloe)], { altered: 1 }],
  ['refused for nobody', [no(aloe)], { unexpected: 1 }],
  ['never sent', [list(iris)], { unexpected: 1 }],
  ['accepted for nobody', [settled], { unexpected: 1 }],
])('one client: %s', (_, steps, wanted) => {
  expect(countsOf([aloe], steps)).toEqual(wanted);
});

it.each<[string, Step[], Partial<Record<Fault, number>>]>([
  ['one wins', [ok(tagless), no(aloe), list(tagless)], {}],
  ['both win', [ok(tagless), ok(aloe)], { doubled: 1 }],
  ['neither wins', [no(tagless), no(aloe)], { altered: 1 }],
  ['the loser is kept', [no(aloe), list(aloe)], { altered: 1 }],
  ['the winner is gone', [no(aloe), list()], { lost: 1 }],
])('two clients that compete for an id: %s', (_, steps, wanted) => {
  expect(countsOf([aloe, tagless], steps)).toEqual(wanted);
});
