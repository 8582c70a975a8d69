import { PagePlayer } from '../support/page-player';
import { linkBinaries, readPage, replacedCommands } from '../support/page-service';
import { blocksOf } from '../support/pages';
import { linkPackages, temporaryFolder } from '../support/temporary-folder';

/** The application of docs/start-express.md: ten routes, three of them behind a guard. */

const page = readPage('start-express.md');
const folder = temporaryFolder();

/** What is linked in the place of packages. */
const installs = replacedCommands(page, /^npm install /);

beforeAll(() => {
  linkPackages(folder, '@types', 'express');
  linkBinaries(folder);
});

it('puts the guard in front in 15 lines', () => {
  const [imports, middleware] = blocksOf(page).filter(({ language }) => language === 'diff');
  expect(`${imports!.text}${middleware!.text}`.match(/^\+/gm)!.length).toBeLessThanOrEqual(15);
});

it('is generated, compiles and serves as the page says, its other routes as before', async () => {
  await new PagePlayer(page, folder, installs).play(async (url) => {
    let cookie = '';
    const send = async (method: string, target: string, body?: unknown): Promise<unknown[]> => {
      const response = await fetch(url + target, {
        method,
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
      const text = await response.text();
      return [
        response.status,
        text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
      ];
    };
    expect(await send('GET', '/health')).toEqual([200, 'ok']);
    expect(await send('GET', '/about')).toEqual([200, { name: 'Trees' }]);
    expect(await send('GET', '/me')).toEqual([200, 'null']);
    expect(await send('POST', '/trees', { species: 'Oak' })).toMatchObject([401, { error: 40101 }]);
    expect(await send('POST', '/login', { name: 'Ann' })).toEqual([204, '']);
    expect(await send('GET', '/me')).toEqual([200, '"Ann"']);
    expect(await send('POST', '/trees', { species: '' })).toMatchObject([400, { error: 40003 }]);
    const oak = { species: 'Oak', id: 3 };
    expect(await send('POST', '/trees', { ...oak, id: 9, colour: 'red' })).toEqual([201, oak]);
    expect(await send('GET', '/trees')).toMatchObject([200, [{ id: 1 }, { id: 2 }, oak]]);
    expect(await send('GET', '/trees/3')).toEqual([200, oak]);
    expect(await send('GET', '/trees/two')).toMatchObject([400, { error: 40004 }]);
    expect(await send('DELETE', '/trees/3')).toEqual([200, 'true']);
    expect(await send('GET', '/species')).toEqual([200, ['Quercus', 'Oak']]);
    expect(await send('POST', '/logout')).toEqual([204, '']);
    expect(await send('POST', '/trees', { species: 'Oak' })).toMatchObject([401, {}]);
  });
});
