/** What all peers have in common: the token, the document and the Error body. */

/** The one access token. */
const token = process.env.BENCH_TOKEN;

/** The document that is served, for the peers that read one. */
const documentFile = process.env.BENCH_DOCUMENT;

/** True for the header of a caller who has the token. */
function isAuthorized(authorization) {
  return authorization === `Bearer ${token}`;
}

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

module.exports = { authorize, documentFile, errorBody, isAuthorized, ready, useErrorBody };
