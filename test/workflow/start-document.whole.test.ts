import path from 'node:path';
import { packedName } from '../support/installed-package';
import { PagePlayer } from '../support/page-player';
import { readPage, replacedByInit } from '../support/page-service';
import { temporaryFolder } from '../support/temporary-folder';

const parent = temporaryFolder();
const PACKED = ['runtime', 'tools'] as const;
const FROM = PACKED.map((name) => `--package=./${packedName(name)}`).join(' ');
const INIT = `npx --yes ${FROM} trellis init trees --spec trees.yaml`;

it('docs/start-document.md is true, step by step', async () => {
  const folder = path.join(parent, 'trees');
  const spec = path.join(parent, 'trees.yaml');
  const page = readPage('start-document.md');
  const inProject = page.indexOf('## 2. ');
  const init = replacedByInit(INIT, { folder, spec, isShort: true });
  await new PagePlayer(page.slice(0, inProject), parent, init).play();
  await new PagePlayer(page.slice(inProject), folder).play();
});
