import { runStateful } from '../../../src/conformance/stateful/run-stateful';
import { type DirectRun, directRun } from './direct-run';
import { PROJECT_FAULTS } from './fault-rows';
import { type How, openProjects, PROJECTS, type Style } from './projects';

/** Runs the stateful phase against the service. @param until a check whose first finding ends the phase */
async function runOf(how: How, within: string, until?: string): Promise<DirectRun> {
  const service = await openProjects(how);
  try {
    const run = directRun(PROJECTS, service.url, 1, {}, within, 5000, until);
    await runStateful(run, undefined, ['1']);
    return run;
  } finally {
    await service.close();
  }
}

it.each(PROJECT_FAULTS)('finds a service that %s, by %s', async (fault, check, within) => {
  const { findings } = await runOf({ fault }, within, check);
  expect(findings.map((finding) => finding.check)).toContain(check);
});

const STYLES: readonly Style[] = [
  'lists the latest first',
  'has no links',
  'links by absolute URLs',
  'filters by the least level',
  'sorts without regard to case',
  'has few on a page',
  'lists inner projects unless asked',
  'names attachments by their ids alone',
  'counts attachments by themselves',
  'reads tasks in each project',
  'moves tasks',
  'makes projects with their tasks',
  'has jobs later',
];

it.each([undefined, ...STYLES])('finds nothing in a service that %s', async (style) => {
  const { findings, exchanges } = await runOf({ style }, '/');
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  expect(exchanges.length).toBeLessThan(500);
});
