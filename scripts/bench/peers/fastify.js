const fastify = require('fastify');
const { errorBody, isAuthorized, keep, ready } = require('./shared');

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

app.setErrorHandler((error, request, reply) => {
  const status = error.statusCode ?? 500;
  reply.code(status).send(errorBody(status, error.message));
});
app.setNotFoundHandler((request, reply) => {
  reply.code(404).send(errorBody(404, 'There is nothing at this path'));
});

app.post('/plants', {
  schema: { body: newPlant, response: { 200: plant } },
  onRequest: async (request, reply) => {
    if (isAuthorized(request.headers.authorization)) return;
    reply.header('WWW-Authenticate', 'Bearer');
    throw Object.assign(new Error('Send a bearer token'), { statusCode: 401 });
  },
  handler: async (request) => {
    await keep(request.body);
    return request.body;
  },
});

app.listen({ port: 0, host: '127.0.0.1' }).then(() => ready(app.server.address().port));
