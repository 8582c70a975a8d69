import { useService } from '../service.js';

const service = useService();
const headers = { Authorization: 'Bearer test-token', 'Content-Type': 'application/json' };

/** A request that the document allows: DELETE /notes/{id} */
const request = {
  method: 'DELETE',
  target: '/notes/1',
  headers,
};

beforeAll(async () => {
  const body = '{"text":"Water the ferns"}';
  await service.send({ method: 'POST', target: '/notes', headers, body });
});

describe('deleteNote', () => {
  it('leaves nothing to read', async () => {
    expect((await service.send(request)).status).toBe(204);
    expect((await service.send({ ...request, method: 'GET' })).status).toBe(404);
  });

  it('knows no note that nobody created', async () => {
    expect((await service.send({ ...request, target: '/notes/99' })).status).toBe(404);
  });
});
