// Compiles the service once before the tests: those that start `plant-store` run what users run.
const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..', '..');
const STAMP = path.join(root, 'dist', '.built-from');
/** Written by every build. */
const PROGRAM = path.join(root, 'dist', 'src', 'main.js');
/** Sources and settings of the build. */
const SOURCES = ['src', 'generated', 'scripts'];
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

module.exports = () => {
  const sources = digest();
  if (isBuiltFrom(sources)) return;
  build();
  writeFileSync(STAMP, stampOf(sources));
};

function isBuiltFrom(sources) {
  try {
    return readFileSync(STAMP, 'utf8') === stampOf(sources);
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function stampOf(sources) {
  return `${sources} ${statSync(PROGRAM).mtimeMs}`;
}

function build() {
  const run = (...args) => {
    execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  };
  run(path.join('node_modules', 'typescript7', 'bin', 'tsc'), '-p', 'tsconfig.build.json');
  run('--require', './scripts/load-typescript.cjs', path.join('scripts', 'bundle.ts'));
  require('../../scripts/copy-swagger-ui');
}

/** Hash of the names and contents of all compiled files. */
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

/** A test's copy of the project has no lock file. */
function isThere(file) {
  return existsSync(path.join(root, file));
}

function filesIn(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
