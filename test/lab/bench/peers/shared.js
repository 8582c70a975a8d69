const { readFileSync } = require('node:fs');
const path = require('node:path');

/** What all peers have in common: the token, the document and the Error body. */

/** The one access token. */
const token = process.env.BENCH_TOKEN;

/** How many operations the document has: the one of the plant store, or that with others. */
const operations = Number(process.env.BENCH_OPERATIONS ?? 1);

/** Paths, each of an operation `GET` with a parameter, that make a document large; nobody asks for them. */
const otherPaths = Array.from(
  { length: Math.max(0, operations - 3) },
  (_, index) => `/resource-${index}/{itemId}`,
);

const document = readDocument();

/** The document of the plant store; in a larger one also an operation without parameters, and one with three. */
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

/** What a catalogue responds with. */
const catalogue = { name: 'Monstera deliciosa', tag: 'tropical' };

/** What an offer responds with: its parameters, as the values that they are. */
function offerOf(plantId, limit, since) {
  return { name: `${plantId + limit}`, tag: since };
}

/** True for the header of a caller who has the token. */
function isAuthorized(authorization) {
  return authorization === `Bearer ${token}`;
}

/** The Error body of the contract. */
function errorBody(status, message) {
  return { error: status * 100 + 1, message };
}

/** Has an app of Fastify give the Error body. */
function useErrorBody(app) {
  app.setErrorHandler((error, request, reply) => {
    const status = error.statusCode ?? 500;
    reply.code(status).send(errorBody(status, error.message));
  });
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send(errorBody(404, 'There is nothing at this path'));
  });
}

/** A hook of Fastify that refuses a caller without the token. */
async function authorize(request, reply) {
  if (isAuthorized(request.headers.authorization)) return;
  reply.header('WWW-Authenticate', 'Bearer');
  throw Object.assign(new Error('Send a bearer token'), { statusCode: 401 });
}

module.exports = {
  ...{ authorize, catalogue, document, errorBody, isAuthorized, offerOf, operations, otherPaths },
  useErrorBody,
};
