import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runScript } from '../../support/run-script';
import { temporaryFolder } from '../../support/temporary-folder';

const LIBRARY = path.join(__dirname, '..', '..', 'fixtures', 'library.yaml');
const folder = temporaryFolder();

it('the generated files are the same in any time zone and language', () => {
  const turkish = { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
  const [here, there] = [{}, turkish].map((env, index) => {
    const out = path.join(folder, String(index));
    const args = ['--spec', LIBRARY, '--out', out];
    expect(runScript('scripts/generate.ts', args, env)).toMatchObject({ code: 0 });
    return readdirSync(out).map((name) => [name, readFileSync(path.join(out, name), 'utf8')]);
  });
  expect(there).toHaveLength(7);
  expect(there).toStrictEqual(here);
});
