const path = require('node:path');
const { createService } = require('../../../../dist/src/contract/service');
const { contractHandler, createApp, createHttpServer } = require('../../../../dist/src/express');
const { isAuthorized, keep, ready } = require('./shared');
const { observerOf } = require('./telemetry');

/**
 * This project's contract layer on its Express host, as `src/server.ts` puts them together, with a
 * store that keeps nothing. The folder has what generation gives for a document, compiled.
 */

const folder = process.env.BENCH_GENERATED;
const { contract } = require(path.join(folder, 'contract'));
const { validators } = require(path.join(folder, 'validators'));
const { handlers } = require(path.join(folder, 'handlers'));

const store = {
  create: async (plant) => {
    keep(plant);
    return 'created';
  },
};
// As the peers decide it; the store compares hashes, which its own measurement has.
const bearerAuth = async (token) =>
  isAuthorized(`Bearer ${token}`)
    ? { outcome: 'accepted', principal: { name: 'bench' } }
    : { outcome: 'rejected' };

createService({
  contract,
  validators,
  handlers,
  dependencies: { plants: store },
  authenticators: { bearerAuth },
  maxBodyBytes: 1_048_576,
  validateResponses: false,
  onFault: report,
}).then((service) => {
  const app = createApp({ contract: [contractHandler(service)] });
  const observer = observerOf(process.env.BENCH_TELEMETRY ?? '');
  const server = createHttpServer(app, {
    requestTimeoutMs: 30_000,
    onFault: report,
    ...(observer && { observer }),
  });
  server.listen(0, '127.0.0.1', () => ready(server.address().port));
});

function report(error) {
  process.stderr.write(`${error.stack}\n`);
}
