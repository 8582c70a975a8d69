// Builds dist/ from src/ and generated/, unless it was built from the same files. `npm start` and the tests run it each time.
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const STAMP = path.join(root, 'dist', '.built-from');
const PROGRAM = path.join(root, 'dist', 'src', 'main.js');
/** The files whose contents decide whether to build. */
const SOURCES = ['src', 'generated', 'scripts'];
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
/** Installed packages, and the site of the docs. */
const IGNORED = /node_modules|scripts[\\/]site/;

/** Standard output belongs to the program, and to `npm pack`, which prints a file name. */
const say = (line) => process.stderr.write(`${line}\n`);

module.exports = function build() {
  const sources = digest();
  const isBuilt = existsSync(STAMP) && existsSync(PROGRAM);
  if (isBuilt && readFileSync(STAMP, 'utf8') === sources) return;
  rmSync(STAMP, { force: true });
  say('Building dist/: compiling, only at the first start and after a change');
  run('node_modules/typescript7/bin/tsc', '-p', 'tsconfig.build.json');
  say('Building dist/: bundling');
  run('scripts/copy-swagger-ui.js');
  run('--require', './scripts/load-typescript.cjs', 'scripts/bundle.ts');
  writeFileSync(STAMP, sources);
};

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  // The program has printed why.
  if (status !== 0) process.exit(status ?? 1);
}

/** A hash of the names and contents of the sources. */
function digest() {
  const hash = createHash('sha256');
  for (const file of [...SETTINGS.filter(isThere), ...SOURCES.flatMap(filesIn)]) {
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

if (require.main === module) module.exports();
