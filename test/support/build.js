// Compiles the service once before the tests, so that those which start `plant-store` run what users run.
const { execFileSync } = require('node:child_process');
const path = require('node:path');

const root = path.join(__dirname, '..', '..');

module.exports = () => {
  const tsc = path.join(root, 'node_modules', 'typescript7', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  require('../../scripts/copy-swagger-ui');
};
