/** TypeScript, loaded once for each worker; each test file would take 0.3 s to load it. */
module.exports = globalThis.requireOnce('typescript');
