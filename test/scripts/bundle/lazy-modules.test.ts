import { build } from 'esbuild';
import type { Express } from 'express';
import { once } from 'node:events';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { LAZY_MODULES, lazyModules } from '../../../scripts/bundle/lazy-modules';
import { temporaryFolder } from '../../support/temporary-folder';

const ROOT = path.join(__dirname, '..', '..', '..');

const folder = temporaryFolder();

/** What files of a package do with a module that they require: the names that they take, and `()` for a call. */
function usesOf(owner: string, specifier: string): string[] {
  const source = path.dirname(require.resolve(owner));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const escaped = specifier.replaceAll(/[./]/g, '\\$&');
  const required = new RegExp(
    `^(?:var|const) (\\w+) = (?:\\w+\\()?require\\(['"]${escaped}['"]\\)\\)?;?$`,
    'm',
  );
  const uses = files
    .filter((file) => file.endsWith('.js') && !file.includes('node_modules'))
    .flatMap((file) => {
      const text = readFileSync(path.join(source, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
      const name = required.exec(text)?.[1];
      if (name === undefined) return [];
      const taken = text.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|(\\())`, 'g'));
      return [...taken].map(([, member, call]) => (call === undefined ? member! : '()'));
    });
  return [...new Set(uses)].sort();
}

it.each(LAZY_MODULES.map((lazy) => [`${lazy.specifier} of ${lazy.of}`, lazy] as const))(
  '%s is not used otherwise than the table says',
  (_, { of, specifier, isFunction, functions = [], values = [], modules = {} }) => {
    const named = [...functions, ...values, ...Object.keys(modules)];
    const stated = isFunction === true ? [...named, '()'] : named;
    // Express passes serve-static on, without a call.
    const uses = specifier === 'serve-static' ? ['()'] : usesOf(of, specifier);
    expect(uses).not.toEqual([]);
    expect(stated).toEqual(expect.arrayContaining(uses));

    const fromOwner = createRequire(require.resolve(of));
    const real = fromOwner(specifier) as Record<string, unknown>;
    if (isFunction === true) expect(typeof real).toBe('function');
    for (const name of functions) expect(typeof real[name]).toBe('function');
    for (const name of Object.keys(modules)) {
      expect(fromOwner(modules[name]!)).toEqual(expect.any(Function));
    }
  },
);

const APPLICATION = `
import express from 'express';
export const app = express();
app.use(express.json(), express.urlencoded({ extended: true }), express.static(${JSON.stringify(ROOT)}));
app.set('query parser', 'extended');
app.post('/echo', (request, response) => {
  response.type('json').send(JSON.stringify({
    body: request.body, query: request.query, is: request.is('json'), accepts: request.accepts('json', 'html'),
  }));
});
app.get('/file', (request, response) => response.sendFile('LICENSE', { root: ${JSON.stringify(ROOT)} }));
`;

it('what Express has them for works from a bundle', async () => {
  // They are found from the place of the bundle, as those of the service are.
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  const file = path.join(folder, 'app.cjs');
  await build({
    stdin: { contents: APPLICATION, resolveDir: ROOT },
    outfile: file,
    bundle: true,
    platform: 'node',
    plugins: [lazyModules],
  });
  const { app } = createRequire(__filename)(file) as { app: Express };
  const server = app.listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const echo = await fetch(`${url}/echo?a[b]=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/html' },
      body: '{"c":2}',
    });
    expect(echo.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await echo.json()).toEqual({
      body: { c: 2 },
      query: { a: { b: '1' } },
      is: 'json',
      accepts: 'html',
    });
    for (const at of ['/file', '/LICENSE']) {
      expect(await (await fetch(url + at)).text()).toMatch(/^MIT License/);
    }
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
