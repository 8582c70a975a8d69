import { useService } from '../service.js';

const service = useService();

/** A request that the document allows: POST /notes */
const request = {
  method: 'POST',
  target: '/notes',
  headers: { Authorization: 'Bearer test-token', 'Content-Type': 'application/json' },
  body: '{"text":"Water the ferns"}',
};

describe('createNote', () => {
  it('keeps a note, and says where', async () => {
    const response = await service.send(request);
    expect(response.status).toBe(201);
    expect(response.headers.get('Location')).toBe('/notes/1');
    expect(await response.json()).toMatchObject({ id: 1, text: 'Water the ferns' });
  });

  it('takes no token but those of ACCESS_TOKENS', async () => {
    const headers = { ...request.headers, Authorization: 'Bearer another-token' };
    expect((await service.send({ ...request, headers })).status).toBe(401);
  });

  it('says what is wrong with a note', async () => {
    const response = await service.send({ ...request, body: '{"text":""}' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('/text') });
  });
});
