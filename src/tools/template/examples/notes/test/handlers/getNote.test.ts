import { useService } from '../service.js';

const service = useService();
const headers = { Authorization: 'Bearer test-token', 'Content-Type': 'application/json' };

/** A request that the document allows: GET /notes/{id} */
const request = {
  method: 'GET',
  target: '/notes/1',
  headers,
};

beforeAll(async () => {
  const body = '{"text":"Water the ferns"}';
  await service.send({ method: 'POST', target: '/notes', headers, body });
});

describe('getNote', () => {
  it('gives back what was created', async () => {
    const response = await service.send(request);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: 1, text: 'Water the ferns' });
  });

  it('knows no note that nobody created', async () => {
    expect((await service.send({ ...request, target: '/notes/99' })).status).toBe(404);
  });
});
