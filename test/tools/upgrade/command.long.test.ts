import '../../support/long';
import { hasRegistry, packInto } from '../../support/installed-package';
import { npm } from '../../support/new-project';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';
import { FORMER_PROJECTS, formerProject } from './former-projects';

/** Projects that 1.1 made, upgraded by the packed packages, with what npm then installs. */

const folder = temporaryFolder();

(hasRegistry() ? it : it.skip).each(FORMER_PROJECTS)('%s installs, compiles and tests', (name) => {
  const packed = packInto(folder, ['runtime', 'tools']);
  const project = writeFiles(folder, formerProject(name));
  const npx = ['exec', '--yes', ...packed.map((file) => `--package=${file}`), '--', 'trellis'];
  expect(npm(project, ...npx, 'upgrade')).toMatchObject({ code: 0 });
  const install = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  for (const step of [install, ['run', 'generate'], ['run', 'typecheck'], ['test']]) {
    expect(npm(project, ...step)).toMatchObject({ code: 0 });
  }
  expect(npm(project, 'run', 'check')).toMatchObject({ code: 0 });
});
