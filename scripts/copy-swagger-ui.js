// Part of the build: copies the files of Swagger UI that the docs page loads to their place in the package.
const { copyFileSync, mkdirSync } = require('node:fs');
const path = require('node:path');

const from = path.dirname(require.resolve('swagger-ui-dist/package.json'));
const to = path.join(__dirname, '..', 'dist', 'swagger-ui');
const FILES = [
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui.css',
  'favicon-32x32.png',
  'LICENSE',
  'NOTICE',
];

mkdirSync(to, { recursive: true });
for (const name of FILES) copyFileSync(path.join(from, name), path.join(to, name));
