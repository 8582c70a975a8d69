// Compiles the service once before the tests, so that those which start `plant-store` run what users run.
const { execFileSync } = require('node:child_process');
const path = require('node:path');

const root = path.join(__dirname, '..', '..');

module.exports = () => {
  const run = (...args) => {
    execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  };
  run(path.join('node_modules', 'typescript7', 'bin', 'tsc'), '-p', 'tsconfig.build.json');
  run('--require', './scripts/load-typescript.cjs', path.join('scripts', 'bundle.ts'));
  require('../../scripts/copy-swagger-ui');
};
