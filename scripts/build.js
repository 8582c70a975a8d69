// Builds each package's dist/, unless it was built from the same files. `npm start` and the tests run it each time.
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');

/** The packages in the order of their builds: what each is built from, and a file that shows that it is. */
const PACKAGES = {
  runtime: { folder: 'src/runtime', sources: ['src/runtime'], built: 'tools.js' },
  tools: { folder: 'src/tools', sources: ['src/tools', 'src/runtime'], built: 'trellis.js' },
  'plant-store': {
    folder: '.',
    sources: ['src/plant-store', 'src/runtime', 'generated'],
    built: 'src/main.js',
  },
};
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
/** Installed packages, what was built, and the site of the docs. */
const IGNORED = /node_modules|[\\/]dist[\\/]|scripts[\\/]site/;

/** Standard output belongs to the program, and to `npm pack`, which prints a file name. */
const say = (line) => process.stderr.write(`${line}\n`);

/** @param names of packages to build; by default all */
function build(names = Object.keys(PACKAGES)) {
  for (const name of names) buildPackage(name, PACKAGES[name]);
}

function buildPackage(name, { folder, sources, built }) {
  const dist = path.posix.join(folder, 'dist');
  const stamp = path.join(root, dist, '.built-from');
  const found = digest(sources);
  const isBuilt = existsSync(stamp) && existsSync(path.join(root, dist, built));
  if (isBuilt && readFileSync(stamp, 'utf8') === found) return;
  rmSync(stamp, { force: true });
  say(`Building ${dist}: compiling, only at the first start and after a change`);
  run('node_modules/typescript7/bin/tsc', '-p', `${folder}/tsconfig.build.json`);
  say(`Building ${dist}: bundling`);
  run('--require', './scripts/load-typescript.cjs', 'scripts/bundle.ts', name);
  writeFileSync(stamp, found);
}

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  // The program has printed why.
  if (status !== 0) process.exit(status ?? 1);
}

/** A hash of the names and contents of the sources. */
function digest(sources) {
  const hash = createHash('sha256');
  for (const file of [...SETTINGS.filter(isThere), ...[...sources, 'scripts'].flatMap(filesIn)]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** A copy of the project for a test has no lock file. */
function isThere(file) {
  return existsSync(path.join(root, file));
}

function filesIn(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !IGNORED.test(file))
    .sort();
}

/** For Jest, which gives its configuration. */
module.exports = () => {
  build();
};

if (require.main === module) build(process.argv.length > 2 ? process.argv.slice(2) : undefined);
