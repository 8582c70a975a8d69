const fastify = require('fastify');
const { authorize, ready, useErrorBody } = require('./shared');

/**
 * Fastify with a route written by hand: the body validated and the reply serialized by its schemas.
 *
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

const app = fastify();

useErrorBody(app);

app.post('/plants', {
  schema: { body: newPlant, response: { 200: plant } },
  onRequest: authorize,
  handler: async (request) => request.body,
});

app.listen({ port: 0, host: '127.0.0.1' }).then(() => ready(app.server.address().port));
