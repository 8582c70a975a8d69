import { mkdirSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DevRun, documentOf, handlerOf, type Way } from '../../support/dev-run';

/** Saves of the document while `npm run dev` serves it. */
export function documentSaves(running: () => DevRun): void {
  let run: DevRun;
  beforeAll(() => {
    run = running();
    // Without a type check, which is tested with handlers.
    rmSync(path.join(run.folder, 'tsconfig.json'), { force: true });
  });

  const status = async (at: string): Promise<number> => (await fetch(run.url + at)).status;

  /** Saves the handler of an operation, and waits for its text: what was saved before has been dealt with by then. */
  async function handled(name: string): Promise<void> {
    run.save(run.handler(name), handlerOf(name, 'by hand'));
    await run.until(async () => (await (await fetch(`${run.url}/${name}`)).text()) === 'by hand');
  }

  it('twenty saves, in place and by rename, are all served', async () => {
    for (let save = 0; save < 20; save++) {
      const way: Way = save % 3 === 0 ? 'by rename' : 'in place';
      run.save(run.spec, documentOf(`save${save}`), way);
      await run.answers(200, `/save${save}`);
      await sleep((save % 4) * 20);
    }
  });

  it('of two saves within 50 ms the second is served', async () => {
    for (let round = 0; round < 3; round++) {
      run.save(run.spec, documentOf(`first${round}`), 'by rename');
      await sleep(round * 20);
      run.save(run.spec, documentOf(`second${round}`));
      await run.answers(200, `/second${round}`);
      await handled(`second${round}`);
      expect(await status(`/second${round}`)).toBe(200);
    }
  });

  it('an invalid document is shown with its place, an excerpt and the remedy; the one before is served', async () => {
    run.save(run.spec, documentOf('good'));
    await run.answers(200, '/good');
    const from = run.output.length;
    run.save(run.spec, documentOf('bad').replace('openapi: 3.1.0', 'openapi: 4.0.0'));
    await run.says(
      /spec\/openapi\.yaml:1: .*4\.0\.0.*\n> 1 \| openapi: 4\.0\.0\n {2}2 \| info/,
      from,
    );
    expect(await status('/good')).toBe(200);
    run.save(run.spec, documentOf('better'));
    await run.answers(200, '/better');
  });

  it('half a document is not served, and the rest of it is', async () => {
    run.save(run.spec, documentOf('whole'));
    await run.answers(200, '/whole');
    const text = documentOf('a', 'b');
    const from = run.output.length;
    run.save(run.spec, text.slice(0, text.length - 20));
    await run.says(/spec\/openapi\.yaml:\d+: /, from);
    expect(await status('/whole')).toBe(200);
    run.save(run.spec, text);
    await run.answers(200, '/b');
  });

  it('the same document again changes nothing', async () => {
    run.save(run.spec, documentOf('same'));
    await run.answers(200, '/same');
    const from = run.output.length;
    run.save(run.spec, documentOf('same'), 'by rename');
    await handled('same');
    expect(run.output.slice(from)).not.toContain('the document is served');
  });

  it('the document may be deleted and come back, and so may its folder', async () => {
    run.save(run.spec, documentOf('kept'));
    await run.answers(200, '/kept');
    let from = run.output.length;
    unlinkSync(run.spec);
    await run.says('There is no document at', from);
    expect(await status('/kept')).toBe(200);
    run.save(run.spec, documentOf('back'));
    await run.answers(200, '/back');

    from = run.output.length;
    const folder = path.dirname(run.spec);
    rmSync(folder, { recursive: true });
    await run.says('There is no document at', from);
    mkdirSync(folder);
    run.save(run.spec, documentOf('again'));
    await run.answers(200, '/again');
    renameSync(folder, `${folder}2`);
    await sleep(100);
    renameSync(`${folder}2`, folder);
    await sleep(100);
    run.save(run.spec, documentOf('afterwards'));
    await run.answers(200, '/afterwards');
  });

  it('what is served is what the generated files say', async () => {
    run.save(run.spec, documentOf('first', 'second'));
    await run.answers(200, '/second');
    const published = await (await fetch(`${run.url}/-/openapi.json`)).text();
    expect(run.read(path.join(run.folder, 'generated', 'openapi.json'))).toBe(published);
    expect(published).toContain('"/second"');
  });
}
