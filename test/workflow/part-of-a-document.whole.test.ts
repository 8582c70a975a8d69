import { TRELLIS } from '../support/run-script';
import { PagePlayer } from '../support/page-player';
import { readPage } from '../support/page-service';
import { temporaryFolder } from '../support/temporary-folder';

const folder = temporaryFolder();

it('docs/part-of-a-document.md is true, and its mock has the part', async () => {
  const trellis = `'${process.execPath}' '${TRELLIS}' `;
  const page = readPage('part-of-a-document.md').replaceAll('npx --no -- trellis ', trellis);
  await new PagePlayer(page, folder).play(async (url) => {
    const answers = ['GET /trees/oldest', 'GET /trees', 'POST /trees'].map(async (each) => {
      const [method, target] = each.split(' ');
      return (await fetch(url + target!, { method: method! })).status;
    });
    expect(await Promise.all(answers)).toEqual([200, 200, 405]);
  });
});
