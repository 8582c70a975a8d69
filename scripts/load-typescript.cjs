// Commands are TypeScript, which tsx compiles on load. tsx would also parse each module of a package for dynamic
// imports, and write a source map for it: 0.8 s of the 1.6 s that loading TypeScript and openapi-typescript takes. Node
// alone loads packages.
const { _extensions: loaders } = require('node:module');
const byNode = loaders['.js'];

require('tsx/cjs');

const byTsx = loaders['.js'];
loaders['.js'] = (module, file) => {
  (/[\\/]node_modules[\\/]/.test(file) ? byNode : byTsx)(module, file);
};
