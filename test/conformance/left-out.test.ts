import { createServer } from 'node:http';
import { testServer } from './test-server';

const responses = { 204: { description: 'Done' }, default: { description: 'Refused' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { operationId: 'listNotes', responses },
      delete: { operationId: 'removeNotes', responses },
    },
  },
};

it('what is left out is not called, not even as a method that the document does not describe', async () => {
  const methods = new Set<string | undefined>();
  const server = createServer((request, response) => {
    methods.add(request.method);
    response.writeHead(request.method === 'GET' ? 204 : 405).end();
  });
  await testServer(server, JSON.stringify(document), {
    includes: ({ operationId }) => operationId !== 'removeNotes',
  });
  expect(methods).toContain('PUT');
  expect(methods).not.toContain('DELETE');
});
