const fastify = require('fastify');
const { authorize, catalogue, offerOf, operations, otherPaths, useErrorBody } = require('./shared');

/**
 * Fastify with handwritten routes: requests are validated and responses serialized by their
 * schemas.
 * @see https://fastify.dev/docs/latest/Reference/Validation-and-Serialization/
 */

const plant = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, tag: { type: 'string' } },
};
const newPlant = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, ...plant.properties },
};
const filter = {
  type: 'object',
  required: ['limit', 'since'],
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    since: { type: 'string', format: 'date' },
  },
};
const response = { 200: plant };

module.exports = async () => {
  const app = fastify();
  useErrorBody(app);
  app.post('/plants', {
    schema: { body: newPlant, response },
    onRequest: authorize,
    handler: async ({ body }) => body,
  });
  if (operations > 1) addReads(app);
  await app.ready();
  return app.server;
};

function addReads(app) {
  const get = (path, schema, handler) =>
    app.get(path, { schema: { ...schema, response }, onRequest: authorize, handler });
  get('/catalogue', {}, async () => catalogue);
  get('/plants/:plantId/offers', { params: key('plantId'), querystring: filter }, async (request) =>
    offerOf(request.params.plantId, request.query.limit, request.query.since),
  );
  for (const path of otherPaths) {
    get(path.replace('{itemId}', ':itemId'), { params: key('itemId') }, async () => catalogue);
  }
}

function key(name) {
  return { type: 'object', required: [name], properties: { [name]: { type: 'integer' } } };
}
