const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

const enabled = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  enabled.add(this);
  return run.apply(this, args);
};

/**
 * Node's environment. Jest runs each file with an AsyncLocalStorage of its own and leaves it enabled, so that every
 * promise of the files behind it would cost more.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // For what takes longer to load than to use, and is the same for all files (shared-typescript.js).
    this.global.requireOnce = require;
  }

  async teardown() {
    await super.teardown();
    for (const storage of enabled) storage.disable();
    enabled.clear();
  }
};
