import { literal } from './literal';

/** By which it is known. */
export const SEND_MODULE_START = '// Sends requests exactly as they are written.';

/** A module that sends requests as they are written, by `node:http` alone. @param url of the service */
export function sendModule(url: string): string {
  return `${SEND_MODULE_START} In the environment:
// BASE_URL names the service, TOKEN is what it was called with, TOKEN_2 and so on are further tokens.
const http = require('node:http');
const https = require('node:https');

const base = new URL(process.env.BASE_URL ?? ${literal(new URL(url).origin)});

/** Resolves to the response; fails when it is not complete within 10 seconds. */
function send({ method, target, headers, body }) {
  const { request } = base.protocol === 'https:' ? https : http;
  const content = body === undefined ? undefined : Buffer.from(body);
  const fields = [['Host', base.host], ...headers, ['Connection', 'close']];
  if (content !== undefined) fields.push(['Content-Length', String(content.length)]);
  const options = { method, path: target, headers: fields.flat(), signal: AbortSignal.timeout(10_000) };
  return new Promise((resolve, reject) => {
    const sent = request(base, options, async (response) => {
      try {
        const chunks = [];
        for await (const chunk of response) chunks.push(chunk);
        resolve(received(response, Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject);
    sent.end(content);
  });
}

function received({ statusCode: status, headers }, body) {
  return {
    status,
    headers,
    body,
    get json() {
      return JSON.parse(body);
    },
  };
}

/** Of a response what a test compares. */
function shown({ status, headers, body }, names) {
  return { status, headers: Object.fromEntries(names.map((name) => [name, headers[name]])), body };
}

/** A token by its number, from 1 on. */
function token(number) {
  const name = number === 1 ? 'TOKEN' : \`TOKEN_\${number}\`;
  const value = process.env[name];
  if (!value) throw new Error(\`Set \${name} to a token of the service\`);
  return value;
}

/** The same for HTTP basic, from USER:PASSWORD. */
function basic(number) {
  return Buffer.from(token(number)).toString('base64');
}

module.exports = { basic, send, shown, token };
`;
}
