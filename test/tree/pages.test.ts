import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Links of pages lead somewhere, and the files that pages name exist. */

const ROOT = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const names = (folder: string): string[] => readdirSync(path.join(ROOT, folder));

const pages = [
  ...names('.').filter((name) => name.endsWith('.md')),
  ...['docs', 'docs/cookbook', 'docs/decisions', 'test/lab/bench'].flatMap((folder) =>
    names(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

/** What shows code, and is no text. */
const BLOCKS = /^```[\s\S]*?^```$/gm;

/** Where the links of a page lead within the project, relative to it, with the anchor if any. */
const linksOf = (page: string): string[] =>
  [
    ...read(page)
      .replace(BLOCKS, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target))
    .map((target) =>
      target.startsWith('#') ? page + target : path.posix.join(path.posix.dirname(page), target),
    );

/** The anchors of a page, as GitHub makes them of its headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

const isThere = (link: string): boolean => {
  const [file = '', anchor] = link.split('#');
  if (!existsSync(path.join(ROOT, file))) return false;
  return anchor === undefined || anchorsOf(read(file)).includes(anchor);
};

it.each(pages)('links of %s lead somewhere', (page) => {
  expect(linksOf(page).filter((link) => !isThere(link))).toEqual([]);
});

/** A callback may get more than is to be printed, such as the request after an error. */
it('no example prints whatever a callback gets', () => {
  const printing = pages.filter((page) => /\bon[A-Z]\w*: console\.\w+\b/.test(read(page)));
  expect(printing).toEqual([]);
});

it('the index of docs has each page once, under a kind', () => {
  const [, ...kinds] = read('docs/README.md').split(/^## /m);
  expect(kinds.map((kind) => kind.split('\n')[0])).toEqual([
    'Tutorials',
    'How-to guides',
    'Reference',
    'Explanation',
  ]);
  const listed = kinds.flatMap((kind) => [...kind.matchAll(/^- \[[^\]]*\]\(([^)/]+)\)/gm)]);
  expect(listed.map(([, page]) => `docs/${page}`).sort()).toEqual(
    pages.filter((page) => /^docs\/(?!README)[^/]*$/.test(page)).sort(),
  );
});

it('the README has the doors and leads to the index', () => {
  expect(linksOf('README.md')).toEqual(
    expect.arrayContaining([
      'docs/README.md',
      ...pages.filter((page) => page.startsWith('docs/start-')),
    ]),
  );
});

it('links that lead nowhere are found', () => {
  expect(['docs/none.md', 'README.md#none'].filter(isThere)).toEqual([]);
});

/** Pages for those who work on this project. Others speak of projects, whose `src` is another. */
const OWN =
  /^(?:CONTRIBUTING|SECURITY)\.md$|^docs\/(?:architecture|dependencies|decisions\/.*)\.md$/;

const rooms = ['src/runtime', 'src/tools'].flatMap((folder) =>
  names(folder)
    .filter((name) => name !== 'dist' && name !== 'template')
    .filter((name) => statSync(path.join(ROOT, folder, name)).isDirectory()),
);
const packages = names('src');

it('CONTRIBUTING.md names each package and its rooms', () => {
  const named: readonly string[] =
    read('CONTRIBUTING.md').match(/(?<=[`\s])[a-z-]+(?=[`:,[])/g) ?? [];
  expect([...packages, ...rooms].filter((name) => !named.includes(name))).toEqual([]);
});

/** Pages have readers write more of these. */
const HANDLERS = 'src/plant-store/plants/handlers/';

const filesNamedIn = (page: string): string[] =>
  [
    ...read(page)
      .replace(BLOCKS, '')
      .matchAll(/(?<![\w./-])(?:src|scripts|test)\/[\w./-]*\w/g),
  ]
    .map(([name]) => name)
    .filter((name) => OWN.test(page) || packages.includes(name.split('/')[1]!))
    .filter((name) => !name.startsWith(HANDLERS));

it.each(pages)('files that %s names exist', (page) => {
  const missing = filesNamedIn(page).filter((name) => !existsSync(path.join(ROOT, name)));
  expect(missing).toEqual([]);
});

it('pages name files', () => {
  expect(pages.filter((page) => filesNamedIn(page).length > 0).length).toBeGreaterThan(15);
});
