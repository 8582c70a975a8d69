const { createService } = require('openapi-trellis/contract');
const { contractHandler, createApp, createHttpServer } = require('openapi-trellis/express');
const { catalogue, document, isAuthorized, offerOf, operations, otherPaths } = require('./shared');

/** This project's contract layer on its Express host, with a store that keeps nothing. */

/** From the files that are generated from the document; for the plant store's, those of the package. */
const { contract, validators } =
  operations > 1
    ? require('../../../../src/tools/dist/generate/in-memory').loadContract(document)
    : {
        ...require('../../../../dist/generated/contract'),
        ...require('../../../../dist/generated/validators'),
      };

const store = { create: async () => 'created' };
const { createPlant } = require('../../../../dist/src/plant-store/plants/handlers/createPlant');
const others = otherPaths.map((_, index) => [`other${index}`, () => ok(catalogue)]);
const handlers = {
  createPlant,
  ...(operations > 1 && {
    getCatalogue: async () => ok(catalogue),
    getOffer: async ({ path: { plantId }, query: { limit, since } }) =>
      ok(offerOf(plantId, limit, since)),
  }),
  ...Object.fromEntries(others),
};

// As in the peers. The plant store compares hashes, which its own measurement includes.
const bearerAuth = async (token) =>
  isAuthorized(`Bearer ${token}`)
    ? { outcome: 'accepted', principal: { name: 'bench' } }
    : { outcome: 'rejected' };

module.exports = async () => {
  const service = await createService({
    contract,
    validators,
    handlers,
    dependencies: { plants: store },
    authenticators: { bearerAuth },
    maxBodyBytes: 1_048_576,
    validateResponses: false,
    onFault: report,
  });
  const app = createApp({ contract: [contractHandler(service)] });
  return createHttpServer(app, { requestTimeoutMs: 30_000, onFault: report });
};

function ok(body) {
  return { status: 200, body };
}

function report(error) {
  process.stderr.write(`${error.stack}\n`);
}
