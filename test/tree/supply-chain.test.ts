import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import lock from '../../package-lock.json';
import manifest from '../../package.json';
import runtime from '../../src/runtime/package.json';
import tools from '../../src/tools/package.json';

/** What is taken from others, and what it may do. */

const ROOT = path.join(__dirname, '..', '..');
/** The project's own workflows, and those of the projects that it makes. */
const WORKFLOWS = ['.github/workflows', 'src/tools/template/project/_github/workflows'];

const workflows = WORKFLOWS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder)).map((name) => {
    const file = `${folder}/${name}`;
    return { file, text: readFileSync(path.join(ROOT, file), 'utf8') };
  }),
);

it.each(workflows)('$file takes actions by commit, and says of which version', ({ text }) => {
  const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
  expect(uses.length).toBeGreaterThan(0);
  for (const action of uses) {
    expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

it.each(workflows)('$file says what it may do, and keeps no token', ({ text }) => {
  expect(text).toMatch(/^permissions:( \{\}|\n {2}contents: read)$/m);
  expect(text.match(/persist-credentials: false/g)).toHaveLength(text.match(/checkout@/g)!.length);
});

it.each(['.npmrc', 'src/tools/template/project/_npmrc'])(
  'no package runs a script at install: %s',
  (file) => {
    expect(readFileSync(path.join(ROOT, file), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    expect(Object.keys(manifest)).not.toContain('allowScripts');
  },
);

it('no script rests on another that npm runs before or after it, which it does not without scripts', () => {
  const names = Object.keys(manifest.scripts);
  const implied = names.filter((name) =>
    names.some((other) => [`pre${other}`, `post${other}`].includes(name)),
  );
  expect(implied).toEqual([]);
});

it('the lock file asks for the same Node as the package', () => {
  expect(lock.packages[''].engines).toEqual(manifest.engines);
});

const OWN = [runtime.name, tools.name];
const named = [manifest, runtime, tools].flatMap((each) => [
  ...Object.entries<string>(each.dependencies),
  ...Object.entries<string>('devDependencies' in each ? each.devDependencies : {}),
  ...Object.entries<string>('trellis' in each ? each.trellis.packages : {}),
]);

it('each package has one version in the three packages and in projects of init', () => {
  const versions = new Map(named);
  expect(named.filter(([name, version]) => versions.get(name) !== version)).toEqual([]);
  const own = [manifest, runtime, tools].map(({ version }) => version);
  expect(new Set([...own, ...OWN.map((name) => versions.get(name))]).size).toBe(1);
  expect(tools.peerDependencies).toEqual({ [runtime.name]: runtime.version });
});

it('the packages have one licence', () => {
  const texts = ['.', 'src/runtime', 'src/tools'].map((folder) =>
    readFileSync(path.join(ROOT, folder, 'LICENSE'), 'utf8'),
  );
  expect(new Set(texts).size).toBe(1);
});

it('docs/dependencies.md says of each package of package.json why it is used, and of no other', () => {
  const page = readFileSync(path.join(ROOT, 'docs', 'dependencies.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([^`]+)` +\| (.*?) +\|$/gm)];
  const names = new Set(named.map(([name]) => name).filter((name) => !OWN.includes(name)));
  const peers = [manifest, runtime, tools].flatMap((each) =>
    Object.keys(each.peerDependenciesMeta),
  );
  expect([...names]).toEqual(expect.arrayContaining(peers));
  const others = ['unrs-resolver', 'vitest'];
  const told = rows.map(([, name]) => name!);
  expect(told.sort()).toEqual([...names].filter((name) => !others.includes(name)).sort());
});

/** Files that people read and copy from, and the messages and usage of commands. */
const TOLD = ['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', ...filesBelow()];

function filesBelow(): string[] {
  return ['deploy', 'docs', 'src'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name))),
  );
}

/** A name alone, which is looked up in the registry where no package of that name is installed. */
const FETCHED =
  /\b(?:npx|npm exec|npm x|pnpm dlx|yarn dlx|bunx) (?:--?\w\S* )*(?:plant-store|trellis)(?![\w./-])/;

/** What names an installed package, or a file of it. */
const GIVEN = /npx (?:--no --|--yes(?: --package=\S+\.tgz)+) (?:plant-store|trellis)/g;

it('nobody is told to run a package of the registry, where anybody may register this name', () => {
  expect('npx trellis check, npx --yes plant-store@1.0.0 check').toMatch(FETCHED);
  const text = (file: string): string =>
    readFileSync(path.join(ROOT, file), 'utf8').replaceAll(GIVEN, '');
  expect(TOLD.filter((file) => FETCHED.test(text(file)))).toEqual([]);
});

it('what names the package or the image names the version of package.json', () => {
  const versions = TOLD.flatMap((file) =>
    [
      ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(
        /(?:plant-store|openapi-trellis(?:-tools)?)[-:](\d+\.\d+\.\d+)/g,
      ),
    ].map(([, version]) => `${file}: ${version}`),
  );
  expect(versions).not.toEqual([]);
  expect(versions.filter((each) => !each.endsWith(`: ${manifest.version}`))).toEqual([]);
});

it('no optional peer has a version: without development dependencies, npm would install it all the same', () => {
  expect([manifest, runtime].filter((each) => 'peerDependencies' in each)).toEqual([]);
});
