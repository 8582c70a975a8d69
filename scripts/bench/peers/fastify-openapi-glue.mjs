import fastify from 'fastify';
import openapiGlue from 'fastify-openapi-glue';
import shared from './shared.js';

/**
 * fastify-openapi-glue: routes, validation and serialization from the document. Ajv is not strict, as
 * its own documentation has it for documents with keywords of OpenAPI in their schemas.
 *
 * @see https://github.com/seriousme/fastify-openapi-glue#usage
 * @see https://github.com/seriousme/fastify-openapi-glue/blob/master/docs/securityHandlers.md
 * @see https://github.com/seriousme/fastify-openapi-glue/blob/master/docs/AJVstrictMode.md
 */

const { documentFile, errorBody, isAuthorized, keep, operationIds, readDocument, ready } = shared;

const app = fastify({ ajv: { customOptions: { strict: false } } });

app.setErrorHandler((error, request, reply) => {
  const status = error.statusCode ?? 500;
  reply.code(status).send(errorBody(status, error.message));
});
app.setNotFoundHandler((request, reply) => {
  reply.code(404).send(errorBody(404, 'There is nothing at this path'));
});

const create = async (request) => {
  keep(request.body);
  return request.body;
};

app.register(openapiGlue, {
  specification: documentFile,
  serviceHandlers: Object.fromEntries(operationIds(readDocument()).map((id) => [id, create])),
  securityHandlers: {
    bearerAuth: async (request, reply) => {
      if (isAuthorized(request.headers.authorization)) return;
      reply.header('WWW-Authenticate', 'Bearer');
      throw Object.assign(new Error('Send a bearer token'), { statusCode: 401 });
    },
  },
});

await app.listen({ port: 0, host: '127.0.0.1' });
ready(app.server.address().port);
