const { createService } = require('../../../../dist/src/contract/service');
const { contractHandler, createApp, createHttpServer } = require('../../../../dist/src/express');
const { isAuthorized, ready } = require('./shared');

/** This project's contract layer on its Express host, with a store that keeps nothing. */

const generated = '../../../../dist/generated';
const { contract } = require(`${generated}/contract`);
const { validators } = require(`${generated}/validators`);
const { handlers } = require(`${generated}/handlers`);

const store = { create: async () => 'created' };
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
  const server = createHttpServer(app, { requestTimeoutMs: 30_000, onFault: report });
  server.listen(0, '127.0.0.1', () => ready(server.address().port));
});

function report(error) {
  process.stderr.write(`${error.stack}\n`);
}
