import { mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DevRun, documentOf, handlerOf } from '../../support/dev-run';
import { itEach } from '../../support/it-each';

/** Saves of handlers, and of their imports, while `npm run dev` serves them. */
export function handlerSaves(running: () => DevRun): void {
  let run: DevRun;
  beforeAll(async () => {
    run = running();
    run.save(run.handler('one'), handlerOf('one', 'written'));
    run.save(run.spec, documentOf('one', 'two'));
    await answersText('/one', 'written');
  });

  const text = async (at: string): Promise<string> => (await fetch(run.url + at)).text();

  async function answersText(at: string, wanted: string): Promise<void> {
    await run.until(async () => (await text(at)) === wanted);
  }

  it('the mock answers for what is not written, and a header and the status say so', async () => {
    const written = await fetch(`${run.url}/one`);
    expect(written.headers.get('x-mocked-handler')).toBeNull();
    expect(await written.text()).toBe('written');
    const mocked = await fetch(`${run.url}/two`);
    expect(mocked.headers.get('x-mocked-handler')).toBe('two');
    expect(await mocked.text()).toBe('of two');
    await run.says('  one (GET /one): written\n');
    await run.says(
      '  two (GET /two): answered by the mock; write src/plant-store/plants/handlers/two.ts\n',
    );
  });

  it('a handler answers once it is written, and the mock again once it is deleted', async () => {
    run.save(run.handler('two'), handlerOf('two', 'now written'));
    await answersText('/two', 'now written');
    unlinkSync(run.handler('two'));
    await answersText('/two', 'of two');
  });

  it('what a handler imports is fresh too, through other modules', async () => {
    const folder = path.join(run.folder, 'src', 'plant-store', 'plants', 'texts');
    mkdirSync(folder);
    const module = path.join(folder, 'text.ts');
    writeFileSync(module, `export const text = 'before';\n`);
    writeFileSync(path.join(folder, 'index.ts'), `export { text } from './text';\n`);
    const handler = handlerOf('one', '').replace("''", 'text');
    run.save(run.handler('one'), `import { text } from '../texts';\n${handler}`);
    await answersText('/one', 'before');
    run.save(module, `export const text = 'after';\n`, 'by rename');
    await answersText('/one', 'after');
  });

  describe('a handler that cannot be loaded is shown, and the one before goes on', () => {
    beforeEach(async () => {
      run.save(run.handler('one'), handlerOf('one', 'good'));
      await answersText('/one', 'good');
    });

    itEach({
      'with a syntax error': [
        handlerOf('one', 'bad').replace('=> Promise', '=> => Promise'),
        /src\/plant-store\/plants\/handlers\/one\.ts:4: syntax error: .*; correct it and save\n.*\n.*\n> 4 \| .*=> => Promise.*\n {4}\| +\^/,
      ],
      'that throws at load': [
        `${handlerOf('one', 'bad')}\nthrow new Error('no such table');\n`,
        /src\/plant-store\/plants\/handlers\/one\.ts:6: it throws while it is loaded: no such table; .*\n(?:.*\n)*> 6 \| throw new Error/,
      ],
      'that imports what is not there': [
        handlerOf('one', 'bad').replace('\n', "\nimport '../nowhere';\n"),
        /src\/plant-store\/plants\/handlers\/one\.ts:2: Cannot find module '\.\.\/nowhere'; write that module, .*\n.*\n> 2 \| import '\.\.\/nowhere'/,
      ],
      'without the export': [
        handlerOf('other', 'bad'),
        /one\.ts:1: it exports no function "one"; export the handler under that name/,
      ],
    })('%s', async (_, content, shown) => {
      const from = run.output.length;
      run.save(run.handler('one'), content);
      await run.says(shown, from);
      expect(await text('/one')).toBe('good');
      run.save(run.handler('one'), handlerOf('one', 'mended'));
      await answersText('/one', 'mended');
    });
  });

  it('an operation that is renamed wants another handler, and the old one is gone', async () => {
    run.save(run.spec, documentOf('one', 'three'));
    await run.answers(404, '/two');
    expect((await fetch(`${run.url}/three`)).headers.get('x-mocked-handler')).toBe('three');
    run.save(run.spec, documentOf('one', 'two'));
    await run.answers(200, '/two');
  });

  it('a change of what runs starts another process on the same port', async () => {
    const file = path.join(run.folder, 'src', 'plant-store', 'authenticators.ts');
    run.save(file, `${run.read(file)}\n`);
    await run.says('restarted for src/plant-store/authenticators.ts; ');
    await answersText('/one', 'mended');
  });

  it('the compiler names the handler that does not fit its operation', async () => {
    // The compiler may have reported it before, with the types of another document.
    let from = run.output.length;
    run.save(run.handler('one'), handlerOf('one', 'x').replace("'x'", '1'));
    await run.says(
      / {2}one \(GET \/one\): type error at src\/plant-store\/plants\/handlers\/one\.ts:\d+: TS\d+: /,
      from,
    );
    from = run.output.length;
    run.save(run.handler('one'), handlerOf('one', 'y'));
    await run.says('  one (GET /one): written', from);
  });

  it('what nothing catches is shown with its place, and does not end the service', async () => {
    const later = `setTimeout(() => {\n  throw new Error('too late');\n}, 1);\n`;
    run.save(run.handler('one'), later + handlerOf('one', 'still here'));
    await run.says(
      /src\/plant-store\/plants\/handlers\/one\.ts:2: too late; nothing caught it, .*\n(?:.*\n)*> 2 \|/,
    );
    await answersText('/one', 'still here');
  });
}
