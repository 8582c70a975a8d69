import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../../../../src/tools/check/command';
import { startPlantService, TOKEN } from '../../../support/plant-service';
import { runInProcess } from '../../../support/run-in-process';
import { temporaryFolder } from '../../../support/temporary-folder';
import { useStarted } from '../../../support/use-started';
import { itEach } from '../../../support/it-each';

describe('npm run check -- --url', () => {
  const temporary = temporaryFolder();
  const service = useStarted(() => startPlantService());

  const args = (): string[] => ['--url', service.url, '--token', TOKEN, '--seconds', '600'];

  it('finds nothing of the plant store', async () => {
    const only = ['--only', 'document,service', '--runs', '5'];
    const { code, stdout, stderr } = await runInProcess(check, [...args(), ...only]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ok {4}service: the running service is that of the document$/m);
    expect(stdout).toMatch(/^ {6}served document +GET \/-\/openapi\.json +says the same$/m);
    expect(stdout).toMatch(/ 1 of 1 operations exercised$/m);
    expect(stdout).not.toContain('undocumented');
  });

  it('finds that it serves another document, and where that differs', async () => {
    const spec = path.join(temporary, 'openapi.yaml');
    const text = readFileSync('spec/openapi.yaml', 'utf8');
    writeFileSync(spec, text.replace('operationId: createPlant', 'operationId: addPlant'));
    const more = ['--spec', spec, '--only', 'service', '--runs', '0', '--format', 'json'];
    const { code, stdout } = await runInProcess(check, [...args(), ...more]);
    const { findings } = JSON.parse(stdout) as { findings: unknown };
    expect(code).toBe(1);
    expect(findings).toEqual([
      expect.objectContaining({
        ...{ check: 'service', rule: 'other-document', line: 30 },
        message:
          'the document at /-/openapi.json has "createPlant" in place of "addPlant" at /paths/~1plants/post/operationId',
      }),
    ]);
  });
});

itEach({
  'no service': [['--only', 'service'], /^--url URL says where the service runs$/m],
  'a service that is away': [
    ['--url', 'http://127.0.0.1:1', '--only', 'service'],
    /^http:\/\/127\.0\.0\.1:1 cannot be reached: /,
  ],
  'a URL of no service': [
    ['--url', 'ftp://127.0.0.1'],
    /^--url must be http:\/\/ or https:\/\/ with a host/,
  ],
})('ends with 2 for %s', async (_, given, want) => {
  const { code, stderr } = await runInProcess(check, given);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(want) as string });
});
