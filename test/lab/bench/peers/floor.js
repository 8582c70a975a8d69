const { Buffer } = require('node:buffer');
const { createServer } = require('node:http');
const { errorBody, isAuthorized, ready } = require('./shared');

/**
 * The floor: Node's own server, with the contract checked by hand and no library at all.
 *
 * @see https://nodejs.org/en/learn/http/anatomy-of-an-http-transaction
 */

const server = createServer((request, response) => {
  if (request.url !== '/plants' || request.method !== 'POST') {
    send(response, 404, errorBody(404, 'There is nothing at this path'));
    return;
  }
  if (!isAuthorized(request.headers.authorization)) {
    response.setHeader('WWW-Authenticate', 'Bearer');
    send(response, 401, errorBody(401, 'Send a bearer token'));
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const plant = parse(Buffer.concat(chunks).toString());
    if (!isNewPlant(plant)) {
      send(response, 400, errorBody(400, 'The body must be a plant'));
      return;
    }
    send(response, 200, { name: plant.name, tag: plant.tag });
  });
});

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isNewPlant(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    Number.isInteger(value.id) &&
    typeof value.name === 'string' &&
    (value.tag === undefined || typeof value.tag === 'string')
  );
}

function send(response, status, value) {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

server.listen(0, '127.0.0.1', () => ready(server.address().port));
