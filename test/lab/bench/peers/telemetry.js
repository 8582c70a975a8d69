const { openSync } = require('node:fs');
const { createRequire } = require('node:module');

/**
 * What watches the requests of this project's contract layer, by parts of `src/plant-store/telemetry`: `metrics`, which
 * always counts, `log`, which goes to a file, and `traces`, by an SDK that samples every request and exports
 * none; or nothing.
 */
function observerOf(names) {
  if (names === '') return undefined;
  const parts = names.split(',');
  if (parts.includes('traces')) {
    // A package of the project, not of the peers.
    const load = createRequire(require.resolve('../../../../package.json'));
    const { NodeTracerProvider } = load('@opentelemetry/sdk-trace-node');
    new NodeTracerProvider().register();
  }
  const { startTelemetry } = require('../../../../dist/src/plant-store/telemetry/start-telemetry');
  const { LogOutput } = require('../../../../dist/src/plant-store/log-output');
  const lines = parts.includes('log')
    ? new LogOutput(openSync(process.env.BENCH_LOG, 'a'))
    : undefined;
  return startTelemetry(lines).observer;
}

module.exports = { observerOf };
