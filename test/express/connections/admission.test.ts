import { setTimeout } from 'node:timers/promises';
import { Admission } from '../../../src/express/connections/admission';

/** For how long an overload lasts on an event loop that has time left, and who is refused after a stall of it. */

const CALM_MS = 1_000;
const REPORT_MS = 10;

function admissionOf(connections: number): Admission {
  return new Admission(
    () => connections,
    true,
    () => undefined,
  );
}

/** Refuses a request in each round. @returns true while there is too little time after more than a second of it */
async function refuseAboveCalm(lateMs: number, together = 100): Promise<boolean> {
  const admission = admissionOf(8);
  admission.waited(CALM_MS);
  expect(admission.isShort).toBe(true);
  const end = performance.now() + 1.3 * CALM_MS;
  while (performance.now() < end) {
    admission.adapt(lateMs, 1, false);
    admission.admitted(together);
    admission.refused();
    await setTimeout(REPORT_MS);
  }
  admission.arrived();
  return admission.isShort;
}

it('is short once three connections are expected to wait for too long', () => {
  const admission = admissionOf(8);
  const connections = [{}, {}, {}];
  for (const connection of connections.slice(1)) admission.expected(connection, 1_000);
  for (const connection of connections) admission.expected(connection, 200);
  for (let looks = 0; looks < 10; looks++) admission.expected(connections.at(-1)!, 1_000);
  expect(admission.isShort).toBe(false);
  for (const connection of connections) admission.expected(connection, 1_000);
  expect(admission.isShort).toBe(true);
});

it('refusals are an overload as long as connections are read late', async () => {
  expect(await refuseAboveCalm(20)).toBe(true);
});

it('refusals of small bursts are none, however late the machine is', async () => {
  expect(await refuseAboveCalm(20, 10)).toBe(false);
});

it('refusals are none any more when connections are read in time', async () => {
  expect(await refuseAboveCalm(0)).toBe(false);
});

it('clients that wait for each response are not refused because something else held up the event loop', () => {
  const admission = admissionOf(100);
  for (let report = 0; report < 20; report++) admission.adapt(150, 1, false);
  expect(Array.from({ length: 100 }, () => admission.admitted(1))).not.toContain(0);
  for (let report = 0; report < 20; report++) admission.adapt(150, 1, true);
  expect(Array.from({ length: 100 }, () => admission.admitted(1))).toContain(0);
});

it('clients that wait for each response are not refused where there are few, however late they are read', () => {
  const refusedOf = (connections: number): number => {
    const admission = admissionOf(connections);
    for (let report = 0; report < 20; report++) admission.adapt(1_000, 1, true);
    const admitted = Array.from({ length: 100 }, () => admission.admitted(1));
    return admitted.filter((count) => count === 0).length;
  };
  expect(refusedOf(64)).toBe(0);
  expect(refusedOf(65)).toBeGreaterThan(0);
});

it('a few connections that wait to be accepted are no overload', () => {
  const [few, many] = [16, 17].map(admissionOf);
  few?.keptWaiting();
  many?.keptWaiting();
  expect([few?.isShort, many?.isShort]).toEqual([false, true]);
});
