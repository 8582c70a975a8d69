import { createServer } from 'node:http';
import type { Results } from '../../src/conformance/index';
import { testServer } from './test-server';

const content = { 'application/json': { schema: { type: 'object', required: ['on'] } } };
const post = (operationId: string) => ({
  post: {
    operationId,
    requestBody: { required: true, content },
    responses: { 204: { description: 'Done' }, 400: { description: 'Refused' } },
  },
});
const paths = { '/notes': post('addNote'), '/maintenance': post('setMaintenance') };
const document = { openapi: '3.0.3', info: { title: 'Notes', version: '1' }, paths };

/** Tests a service. @param statusOf what it answers, by the path and the body */
async function tested(statusOf: (path: string, text: string) => number): Promise<Results> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const status = request.method === 'POST' ? statusOf(String(request.url), text) : 404;
      response.writeHead(status).end();
    });
  });
  return testServer(server, JSON.stringify(document), { runs: 10 });
}

const failures = ({ findings }: Results) =>
  findings.flatMap(({ check, operationId }) => (check === 'no-server-error' ? [operationId] : []));

const isValid = (text: string): boolean => /^\{.*"on":/.test(text);

it('a service that is maintained for a time does not fail', async () => {
  let count = 0;
  const results = await tested((_, text) => {
    if (++count > 40) return 503;
    return isValid(text) ? 204 : 400;
  });
  expect(failures(results)).toEqual([]);
  expect(results.notices[0]).toMatch(/^2 operations answered 503 for a time/);
});

it('is maintained, too, where what switches that on goes on', async () => {
  let count = 0;
  const results = await tested((path, text) => {
    if (++count > 40 && path === '/notes') return 503;
    return isValid(text) ? 204 : 400;
  });
  expect(failures(results)).toEqual([]);
});

it('a service fails where it answers 503 to some requests alone', async () => {
  const results = await tested((path, text) => {
    if (path === '/notes' && text === 'null') return 503;
    return isValid(text) ? 204 : 400;
  });
  expect(new Set(failures(results))).toEqual(new Set(['addNote']));
});

it('a service fails where an operation answers 503 alone', async () => {
  const results = await tested((path, text) => {
    if (path === '/notes') return 503;
    return isValid(text) ? 204 : 400;
  });
  expect(new Set(failures(results))).toEqual(new Set(['addNote']));
});
