import path from 'node:path';
import { hostAnswers, HostedService, textOf } from '../support/hosted-service';
import { npm } from '../support/new-project';
import { temporaryFolder } from '../support/temporary-folder';

/** The host of docs/hosts.md that is no package for Node. */

const DENO = '@deno/linux-x64-glibc@2.9.6';

const folder = temporaryFolder();
const isHere =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  npm(folder, 'install', '--no-save', '--ignore-scripts', '--prefix', folder, DENO).code === 0;

if (isHere) {
  const hosted = new HostedService([]);
  const program = path.join(folder, 'node_modules', '@deno', 'linux-x64-glibc', 'deno');
  hosted.write('dist/deno.js', textOf('deno.js'));
  hostAnswers(hosted, 'Deno', () => hosted.start(program, 'run', '--allow-all', 'dist/deno.js'));
} else {
  it.skip(`Deno, since npm cannot install ${DENO} here`, () => undefined);
}
