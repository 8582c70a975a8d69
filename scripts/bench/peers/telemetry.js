const { openSync } = require('node:fs');

/**
 * What watches the requests of this project's contract layer, by parts of `src/telemetry`: `metrics`, `log`
 * or `traces`, separated by commas; or nothing. The log goes to a file.
 */
function observerOf(names) {
  if (names === '') return undefined;
  const parts = names.split(',');
  const { startTelemetry } = require('../../../dist/src/telemetry/start-telemetry');
  const { LogOutput } = require('../../../dist/src/log-output');
  const lines = parts.includes('log')
    ? new LogOutput(openSync(process.env.BENCH_LOG ?? '/dev/null', 'a'))
    : undefined;
  return startTelemetry(lines).observer;
}

module.exports = { observerOf };
