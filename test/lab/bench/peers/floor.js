const { Buffer } = require('node:buffer');
const { createServer } = require('node:http');
const { URLSearchParams } = require('node:url');
const { catalogue, errorBody, isAuthorized, offerOf } = require('./shared');

/**
 * The floor: Node's own server, with handwritten contract checks and no library.
 * @see https://nodejs.org/en/learn/http/anatomy-of-an-http-transaction
 */
module.exports = async () => createServer(serve);

const OFFERS = /^\/plants\/([^/]+)\/offers\?(.*)$/;
const INTEGER = /^-?\d+$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

function serve(request, response) {
  const handler = handlerOf(request.method, request.url);
  if (handler === undefined) {
    send(response, 404, errorBody(404, 'There is nothing at this path'));
  } else if (!isAuthorized(request.headers.authorization)) {
    response.setHeader('WWW-Authenticate', 'Bearer');
    send(response, 401, errorBody(401, 'Send a bearer token'));
  } else handler(request, response);
}

function handlerOf(method, url) {
  if (method === 'POST') return url === '/plants' ? createPlant : undefined;
  if (method !== 'GET') return undefined;
  if (url === '/catalogue') return (_, response) => send(response, 200, catalogue);
  const [, plantId, query] = OFFERS.exec(url) ?? [];
  if (plantId === undefined) return undefined;
  return (_, response) => getOffer(plantId, new URLSearchParams(query), response);
}

function createPlant(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const plant = parse(Buffer.concat(chunks).toString());
    if (isNewPlant(plant)) send(response, 200, { name: plant.name, tag: plant.tag });
    else send(response, 400, errorBody(400, 'The body must be a plant'));
  });
}

function getOffer(plantId, query, response) {
  const limit = query.get('limit') ?? '';
  const since = query.get('since') ?? '';
  const areIntegers = INTEGER.test(plantId) && INTEGER.test(limit);
  const isInRange = Number(limit) >= 1 && Number(limit) <= 100;
  if (areIntegers && isInRange && DATE.test(since) && !Number.isNaN(Date.parse(since))) {
    send(response, 200, offerOf(Number(plantId), Number(limit), since));
  } else send(response, 400, errorBody(400, 'The query must have a limit and a date'));
}

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
