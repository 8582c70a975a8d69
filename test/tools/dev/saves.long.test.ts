import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import '../../support/long';
import { DevRun, documentOf, handlerOf } from '../../support/dev-run';

/** Many saves, as editors and git make them. `npm run dev` must not miss any. */

let run: DevRun;
const git = (folder: string, ...args: readonly string[]): void => {
  const config = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  execFileSync('git', ['-C', folder, ...config, ...args], { stdio: 'ignore' });
};

beforeAll(async () => {
  run = await DevRun.start((folder) => {
    rmSync(path.join(folder, 'tsconfig.json'));
    git(folder, 'init');
  });
});
afterAll(() => run.end());

it('60 saves of the document', async () => {
  for (let save = 0; save < 60; save++) {
    run.save(run.spec, documentOf(`save${save}`), save % 2 === 0 ? 'by rename' : 'in place');
    await run.answers(200, `/save${save}`);
    await sleep([0, 5, 20, 60, 110, 250][save % 6]);
  }
});

it('a document and its handler, by 8 switches between two branches, with sed -i and saves between', async () => {
  for (const name of ['one', 'two']) {
    git(run.folder, 'checkout', '--orphan', name);
    run.save(run.spec, documentOf(name));
    run.save(run.handler('one'), handlerOf('one', name));
    run.save(run.handler('two'), handlerOf('two', name));
    git(run.folder, 'add', 'spec', 'src/plant-store/plants/handlers');
    git(run.folder, 'commit', '-m', name);
  }
  const says = (name: string, text: string): Promise<void> =>
    run.until(async () => (await (await fetch(`${run.url}/${name}`)).text()) === text);
  for (let turn = 0; turn < 8; turn++) {
    const name = turn % 2 === 0 ? 'one' : 'two';
    git(run.folder, 'checkout', name);
    await says(name, name);
    execFileSync('sed', ['-i', `s/'${name}' })/'changed ${turn}' })/`, run.handler(name)]);
    await says(name, `changed ${turn}`);
    run.save(run.handler(name), handlerOf(name, `saved ${turn}`));
    await says(name, `saved ${turn}`);
    git(run.folder, 'checkout', '.');
    await says(name, name);
  }
});
