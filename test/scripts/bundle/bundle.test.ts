import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TOKEN } from '../../support/plant-service';
import { Workplace } from '../../support/plant-store-process';

const DIST = path.join(__dirname, '..', '..', '..', 'dist');

const workplace = new Workplace();
afterAll(() => {
  workplace.remove();
});

it('a start and the first plant load the program, and no package beside it', async () => {
  const probe = path.join(workplace.folder, 'probe.cjs');
  writeFileSync(
    probe,
    `if (require('node:worker_threads').isMainThread)
      process.on('exit', () => console.log('loaded ' + JSON.stringify(Object.keys(require.cache))));`,
  );
  const service = await workplace.serve({
    ACCESS_TOKENS: TOKEN,
    NODE_OPTIONS: `--require ${JSON.stringify(probe)}`,
  });
  const { status } = await fetch(`${service.url}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: '{"id":1,"name":"Fern"}',
  });
  expect(status).toBe(200);
  service.kill('SIGTERM');
  await service.closed;
  const [, loaded = '[]'] = /^loaded (.*)$/m.exec(service.output.stdout) ?? [];
  const files = (JSON.parse(loaded) as string[]).map((file) => path.relative(DIST, file));
  const expected = ['main.js', 'main.program.js'].map((name) => path.join('src', name));
  expect(files.filter((file) => !/probe|contract-coverage/.test(file))).toEqual(expected);
});

it('the licences of what is in the bundles are beside them', () => {
  const libraries = readdirSync(path.join(DIST, 'node_modules'), { recursive: true })
    .map((file) => path.join('node_modules', String(file)))
    .filter((file) => file.endsWith('.js'));
  const bundles = [path.join('src', 'main.program.js'), ...libraries].flatMap((file) => [
    ...readFileSync(path.join(DIST, file), 'utf8').matchAll(
      /^ *\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm,
    ),
  ]);
  const names = [...new Set(bundles.map(([, name]) => name!))];
  const some = ['express', 'lodash', 'openapi-backend', 'pino', 'fast-check', '@redocly/config'];
  expect(names).toEqual(expect.arrayContaining(some));
  const notices = readFileSync(path.join(DIST, 'NOTICES.txt'), 'utf8').split(/^-{72}$/m);
  for (const name of names) {
    const notice = notices.find((text) => text.trimStart().startsWith(`${name} `));
    expect(notice).toMatch(/copyright|permission/i);
  }
});
