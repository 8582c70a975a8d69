import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TOKEN } from '../../support/plant-service';
import { Workplace } from '../../support/plant-store-process';

const ROOT = path.join(__dirname, '..', '..', '..');
const DIST = path.join(ROOT, 'dist');

const workplace = new Workplace();
afterAll(() => workplace.remove());

it('a start and the first plant load the program, keep it compiled, and load no package beside it', async () => {
  const compiled = path.join(DIST, 'src', 'main.program.cache');
  rmSync(compiled, { force: true });
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
  expect(existsSync(compiled)).toBe(true);
  service.kill('SIGTERM');
  await service.closed;
  const [, loaded = '[]'] = /^loaded (.*)$/m.exec(service.output.stdout) ?? [];
  const files = (JSON.parse(loaded) as string[]).map((file) => path.relative(DIST, file));
  const own = files.filter((file) => !/probe|contract-coverage/.test(file));
  const data = /^src.json.[\w.-]+\.json$/;
  expect(own.filter((file) => !data.test(file))).toEqual([path.join('src', 'main.js')]);
});

it('the program is all ASCII, which V8 keeps in one byte for each character', () => {
  const bundle = readFileSync(path.join(DIST, 'src', 'main.program.js'));
  expect(bundle.findIndex((byte) => byte > 0x7f)).toBe(-1);
});

it.each([
  [DIST, 'src/main.program.js', ['express', 'lodash', 'openapi-backend', 'pino', 'jose']],
  [path.join(ROOT, 'src/runtime/dist'), 'vendor/jose.js', ['jose']],
  [path.join(ROOT, 'src/tools/dist'), 'vendor/json-schema.js', ['@hyperjump/json-schema']],
])('the licences of what is bundled in %s/%s are beside it', (dist, file, some) => {
  const bundle = readFileSync(path.join(dist, file), 'utf8');
  const found = bundle.matchAll(/^ *\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm);
  const names = [...new Set([...found].map(([, name]) => name!))];
  expect(names).toEqual(expect.arrayContaining(some));
  const notices = readFileSync(path.join(dist, 'NOTICES.txt'), 'utf8').split(/^-{72}$/m);
  for (const name of names) {
    const notice = notices.find((text) => text.trimStart().startsWith(`${name} `));
    expect(notice).toMatch(/copyright|permission/i);
  }
});
