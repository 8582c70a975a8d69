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

const { authorize, documentFile, ready, useErrorBody } = shared;

const app = fastify({ ajv: { customOptions: { strict: false } } });

useErrorBody(app);

app.register(openapiGlue, {
  specification: documentFile,
  serviceHandlers: { createPlant: async (request) => request.body },
  securityHandlers: { bearerAuth: authorize },
});

await app.listen({ port: 0, host: '127.0.0.1' });
ready(app.server.address().port);
