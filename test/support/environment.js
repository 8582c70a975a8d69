const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

const enabled = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  enabled.add(this);
  return run.apply(this, args);
};

/**
 * Jest's environment for Node. Jest runs each test file in an AsyncLocalStorage of its own and never disables it,
 * and on Node 20 and 22 each enabled one slows down every promise of the files that follow.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // Loads a package once for each worker, outside of the files' own modules (shared-typescript.js).
    this.global.requireOnce = require;
  }

  async teardown() {
    await super.teardown();
    for (const storage of enabled) storage.disable();
    enabled.clear();
  }
};
