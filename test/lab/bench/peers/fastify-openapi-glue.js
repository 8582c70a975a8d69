const fastify = require('fastify');
const { authorize, catalogue, document, offerOf, useErrorBody } = require('./shared');

/**
 * fastify-openapi-glue: routes, validation and serialization from the document. Ajv is not strict, as its
 * documentation recommends for documents with OpenAPI keywords in their schemas.
 * @see https://github.com/seriousme/fastify-openapi-glue#usage
 * @see https://github.com/seriousme/fastify-openapi-glue/blob/master/docs/securityHandlers.md
 * @see https://github.com/seriousme/fastify-openapi-glue/blob/master/docs/AJVstrictMode.md
 */
module.exports = async () => {
  const app = fastify({ ajv: { customOptions: { strict: false } } });
  useErrorBody(app);
  app.register(import('fastify-openapi-glue'), {
    specification: document,
    serviceHandlers: {
      createPlant: async (request) => request.body,
      getCatalogue: async () => catalogue,
      getOffer: async ({ params, query }) => offerOf(params.plantId, query.limit, query.since),
    },
    securityHandlers: { bearerAuth: authorize },
  });
  await app.ready();
  return app.server;
};
