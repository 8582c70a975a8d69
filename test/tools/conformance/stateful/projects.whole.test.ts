import { runStateful } from '../../../../src/tools/conformance/stateful/run-stateful';
import { type DirectRun, directRun } from './direct-run';
import { PROJECT_FAULTS, PROJECT_STYLES } from './fault-rows';
import { type How, openProjects, PROJECTS } from './projects';

/** Runs the stateful phase against the service. @param until a check whose first finding ends the phase */
async function runOf(how: How, within: string, until?: string): Promise<DirectRun> {
  const service = await openProjects(how);
  try {
    const run = directRun(PROJECTS, service.url, { within, until });
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

it.each([undefined, ...PROJECT_STYLES])('finds nothing in a service that %s', async (style) => {
  const { findings, exchanges } = await runOf({ style }, '/');
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  expect(exchanges.length).toBeLessThan(500);
});
