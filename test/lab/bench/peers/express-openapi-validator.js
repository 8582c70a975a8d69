const { createServer } = require('node:http');
const express = require('express');
const OpenApiValidator = require('express-openapi-validator');
const { document, errorBody, isAuthorized } = require('./shared');

/**
 * express-openapi-validator: a middleware that validates requests against the document, before routes written as
 * usual. Responses are not validated, which is its default.
 * @see https://cdimascio.github.io/express-openapi-validator-documentation/guide-standard/
 * @see https://cdimascio.github.io/express-openapi-validator-documentation/ref-security-handlers
 */
module.exports = async () => {
  const app = express();
  app.use(express.json());
  app.use(
    OpenApiValidator.middleware({
      apiSpec: document,
      validateSecurity: {
        handlers: { bearerAuth: (request) => isAuthorized(request.headers.authorization) },
      },
    }),
  );
  app.post('/plants', (request, response) => {
    const { name, tag } = request.body;
    response.json({ name, tag });
  });
  // Express recognizes an error handler by its four parameters.
  app.use((error, request, response, next) => {
    if (response.headersSent) return next(error);
    const status = error.status ?? 500;
    if (status === 401) response.set('WWW-Authenticate', 'Bearer');
    response.status(status).json(errorBody(status, error.message));
  });
  return createServer(app);
};
