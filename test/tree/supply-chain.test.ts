import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import lock from '../../package-lock.json';
import manifest from '../../package.json';

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

it('docs/dependencies.md says of each package of package.json why it is used, and of no other', () => {
  const page = readFileSync(path.join(ROOT, 'docs', 'dependencies.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([^`]+)` +\| (.*?) +\|$/gm)];
  const { dependencies, peerDependenciesMeta, devDependencies } = manifest;
  const named = { ...dependencies, ...devDependencies };
  expect(Object.keys(named)).toEqual(expect.arrayContaining(Object.keys(peerDependenciesMeta)));
  expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(named).sort());
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
      ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/plant-store[-:](\d+\.\d+\.\d+)/g),
    ].map(([, version]) => `${file}: ${version}`),
  );
  expect(versions).not.toEqual([]);
  expect(versions.filter((each) => !each.endsWith(`: ${manifest.version}`))).toEqual([]);
});

it('no peer has a version: without development dependencies, npm would install it all the same', () => {
  expect(Object.keys(manifest)).not.toContain('peerDependencies');
});
