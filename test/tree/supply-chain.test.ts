import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import lock from '../../package-lock.json';
import manifest from '../../package.json';

/** What is taken from others, and what it may do. */

const ROOT = path.join(__dirname, '..', '..');
/** The project's own workflows, and those of the projects that it makes. */
const WORKFLOWS = ['.github/workflows', 'template/project/_github/workflows'];

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

it.each(['.npmrc', 'template/project/_npmrc'])(
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
  const { dependencies, peerDependencies, devDependencies } = manifest;
  const named = { ...dependencies, ...peerDependencies, ...devDependencies };
  expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(named).sort());
});
