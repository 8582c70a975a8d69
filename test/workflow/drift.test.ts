import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check as checkCommand } from '../../scripts/check';
import { breakingCheck } from '../../scripts/check/breaking';
import { documentCheck } from '../../scripts/check/document';
import type { Check, CheckOptions } from '../../scripts/check/drift-check';
import { handlersCheck } from '../../scripts/check/handlers';
import { BASE, DriftingCopy, edit, HANDLER, type CheckFinding } from '../support/drifting-copy';
import { startPlantService, TOKEN } from '../support/plant-service';
import { runInProcess } from '../support/run-in-process';

/**
 * The third workflow: what checks find in a copy of the project that has drifted, each run in this process.
 * drift.whole.test.ts runs all of them as CI does.
 */

const copy = new DriftingCopy();

/** What one check finds in the copy. */
async function find(check: Check, options: Partial<CheckOptions> = {}): Promise<readonly string[]> {
  const { findings } = await check.run({
    spec: copy.spec,
    handlers: copy.handlers,
    base: BASE,
    ...options,
    generated: undefined,
  });
  return copy.told(hereNamed(findings.map((finding) => ({ ...finding, check: check.name }))));
}

/** Findings of this process, which names files as its own folder does. */
function hereNamed(findings: readonly CheckFinding[]): CheckFinding[] {
  return findings.map((each) => ({ ...each, file: path.resolve(each.file) }));
}

describe('checks find', () => {
  it.each<[string, { change: (file: string) => void; want: string }]>([
    [
      'is gone',
      {
        change: (file) => {
          rmSync(file);
        },
        want: 'handlers/missing-handler spec/openapi.yaml:29',
      },
    ],
    [
      'is empty',
      {
        change: (file) => {
          writeFileSync(file, '');
        },
        want: `handlers/wrong-export ${HANDLER}`,
      },
    ],
    [
      'is exported under another name',
      {
        change: (file) => {
          edit(file, 'export const createPlant', 'export const addPlant');
        },
        want: `handlers/wrong-export ${HANDLER}`,
      },
    ],
    [
      'cannot be called',
      {
        change: (file) => {
          writeFileSync(file, 'export const createPlant = { status: 200 };\n');
        },
        want: `handlers/not-callable ${HANDLER}`,
      },
    ],
  ])('a handler that %s', async (_, { change, want }) => {
    change(path.join(copy.folder, HANDLER));
    expect(await find(handlersCheck)).toEqual([want]);
  });

  it('a running service that is of another document', async () => {
    edit(copy.spec, 'title: Plant Store', 'title: Plants');
    const service = await startPlantService();
    try {
      const only = ['--spec', copy.spec, '--only', 'service', '--format', 'json'];
      const run = ['--url', service.url, '--token', TOKEN, '--runs', '0', '--seconds', '2'];
      const { code, stdout } = await runInProcess(checkCommand, [...only, ...run]);
      const { findings } = JSON.parse(stdout) as { findings: CheckFinding[] };
      const found = copy.told(hereNamed(findings));
      expect({ code, found }).toEqual({
        code: 1,
        found: ['service/other-document spec/openapi.yaml:3'],
      });
    } finally {
      await service.close();
    }
  });

  it('a document that breaks a lint rule', async () => {
    edit(copy.spec, '      summary: Create a plant\n', '');
    const found = await find(documentCheck, { strict: true });
    expect(found).toEqual(['document/lint spec/openapi.yaml:29']);
  });

  it.each<[string, { from: string; to: string; want: string }]>([
    [
      'an operation that is gone',
      {
        from: '\n  /plants:\n',
        to: '\n  /flowers:\n',
        want: 'operation-removed spec/openapi.yaml:27',
      },
    ],
    [
      'a response that may be what it was not',
      {
        from: 'type: string\n          description: The name of',
        to: "type: [string, 'null']\n          description: The name of",
        want: 'widened spec/openapi.yaml:96',
      },
    ],
  ])('%s, and the version does not say so', async (_, { from, to, want }) => {
    edit(copy.spec, from, to);
    expect(await find(breakingCheck)).toEqual([`breaking/${want}`]);
  });
});
