const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

const enabled = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  enabled.add(this);
  return run.apply(this, args);
};

/**
 * Jest's environment for Node. Jest runs each test file in its own AsyncLocalStorage and never disables it. On
 * Node 20 and 22, each enabled one slows down every promise of the following files.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // Loads a package once per worker, outside of the files' module registries (shared-typescript.js).
    this.global.requireOnce = require;
  }

  async teardown() {
    await super.teardown();
    for (const storage of enabled) storage.disable();
    enabled.clear();
  }
};
