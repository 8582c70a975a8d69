const { readFileSync } = require('node:fs');

/** What all peers have in common: the token, the store, the document and the Error body. */

/** The one access token. */
const token = process.env.BENCH_TOKEN;

/** The document that is served, for the peers that read one. */
const documentFile = process.env.BENCH_DOCUMENT;

/** Read, for those that want it as a value. */
function readDocument() {
  return JSON.parse(readFileSync(documentFile, 'utf8'));
}

/** The operationIds of a document; all its operations are POST. */
function operationIds({ paths }) {
  return Object.values(paths).map(({ post }) => post.operationId);
}

/** True for the header of a caller who has the token. */
function isAuthorized(authorization) {
  return authorization === `Bearer ${token}`;
}

/** Keeps a plant: durably where there is a database, else nowhere. */
const keep = process.env.BENCH_DATABASE
  ? require('./store').openStore(process.env.BENCH_DATABASE)
  : () => {};

/** The Error body of the contract. */
function errorBody(status, message) {
  return { error: status * 100 + 1, message };
}

/** Says where the server listens, on standard output. */
function ready(port) {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
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
  authorize,
  useErrorBody,
  documentFile,
  errorBody,
  isAuthorized,
  keep,
  operationIds,
  readDocument,
  ready,
};
