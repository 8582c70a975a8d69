// Compiles packages that are ES modules to CommonJS, since Jest requires them.
const { createHash } = require('node:crypto');
const ts = require('typescript');

const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 };

module.exports = {
  process: (text) => ({ code: ts.transpileModule(text, { compilerOptions }).outputText }),
  getCacheKey: (text, file) =>
    createHash('sha256')
      .update(ts.version + file + text)
      .digest('hex'),
};
