const { createServer } = require('node:http');
const express = require('express');
const { OpenAPIBackend } = require('openapi-backend');
const { document, errorBody, isAuthorized } = require('./shared');

/**
 * openapi-backend with its defaults, on Express: its own router, validator and security handlers.
 * @see https://github.com/openapistack/openapi-backend/tree/examples/express
 * @see https://openapistack.co/docs/openapi-backend/security-handlers/
 */
module.exports = async () => {
  const definition = { ...document, info: { ...document.info } };
  // It rejects the Info Object's fields that are new in 3.1.
  delete definition.info.summary;
  delete definition.info.license;
  const api = new OpenAPIBackend({
    definition,
    handlers: {
      createPlant: async (c, request, response) => {
        const { name, tag } = request.body;
        response.status(200).json({ name, tag });
      },
      validationFail: async (c, request, response) =>
        response.status(400).json(errorBody(400, JSON.stringify(c.validation.errors))),
      notFound: async (c, request, response) =>
        response.status(404).json(errorBody(404, 'There is nothing at this path')),
      unauthorizedHandler: async (c, request, response) =>
        response
          .status(401)
          .set('WWW-Authenticate', 'Bearer')
          .json(errorBody(401, 'Send a bearer token')),
    },
  });
  api.registerSecurityHandler('bearerAuth', (c) => isAuthorized(c.request.headers.authorization));
  await api.init();
  const app = express();
  app.use(express.json());
  app.use((request, response) => api.handleRequest(request, request, response));
  return createServer(app);
};
