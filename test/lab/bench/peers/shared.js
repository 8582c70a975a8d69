const { readFileSync } = require('node:fs');
const path = require('node:path');

/** Shared by all peers: the token, the document and the Error body. */

/** The one access token. */
const token = process.env.BENCH_TOKEN;

/** Number of the document's operations: one for the plant store's, more for an extended one. */
const operations = Number(process.env.BENCH_OPERATIONS ?? 1);

/** Paths with one `GET` operation and a parameter each, which make a document large and are never requested. */
const otherPaths = Array.from(
  { length: Math.max(0, operations - 3) },
  (_, index) => `/resource-${index}/{itemId}`,
);

const document = readDocument();

/** The document of the plant store; a larger one also has an operation without parameters, and one with three. */
function readDocument() {
  const file = path.join(__dirname, '..', '..', '..', '..', 'generated', 'openapi.json');
  const plantStore = JSON.parse(readFileSync(file, 'utf8'));
  if (operations === 1) return plantStore;
  const { responses } = plantStore.paths['/plants'].post;
  const others = otherPaths.map((key, index) => [
    key,
    { get: { operationId: `other${index}`, parameters: [parameter('itemId', 'path')], responses } },
  ]);
  const offers = [
    parameter('plantId', 'path'),
    { ...parameter('limit', 'query'), schema: { type: 'integer', minimum: 1, maximum: 100 } },
    { ...parameter('since', 'query'), schema: { type: 'string', format: 'date' } },
  ];
  const paths = {
    ...plantStore.paths,
    '/catalogue': { get: { operationId: 'getCatalogue', responses } },
    '/plants/{plantId}/offers': {
      get: { operationId: 'getOffer', parameters: offers, responses },
    },
    ...Object.fromEntries(others),
  };
  return { ...plantStore, paths };
}

function parameter(name, place) {
  return { name, in: place, required: true, schema: { type: 'integer' } };
}

/** The response body of a catalogue. */
const catalogue = { name: 'Monstera deliciosa', tag: 'tropical' };

/** The response body of an offer: its parameters, as typed values. */
function offerOf(plantId, limit, since) {
  return { name: `${plantId + limit}`, tag: since };
}

/** True for the header with the token. */
function isAuthorized(authorization) {
  return authorization === `Bearer ${token}`;
}

/** The Error body of the contract. */
function errorBody(status, message) {
  return { error: status * 100 + 1, message };
}

/** Makes a Fastify app respond with the Error body. */
function useErrorBody(app) {
  app.setErrorHandler((error, request, reply) => {
    const status = error.statusCode ?? 500;
    reply.code(status).send(errorBody(status, error.message));
  });
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send(errorBody(404, 'There is nothing at this path'));
  });
}

/** A Fastify hook that rejects a caller without the token. */
async function authorize(request, reply) {
  if (isAuthorized(request.headers.authorization)) return;
  reply.header('WWW-Authenticate', 'Bearer');
  throw Object.assign(new Error('Send a bearer token'), { statusCode: 401 });
}

module.exports = {
  ...{ authorize, catalogue, document, errorBody, isAuthorized, offerOf, operations, otherPaths },
  useErrorBody,
};
