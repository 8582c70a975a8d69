import { useService } from '../service.js';

const service = useService();
const headers = { Authorization: 'Bearer test-token', 'Content-Type': 'application/json' };

/** A request that the document allows: PUT /notes/{id} */
const request = {
  method: 'PUT',
  target: '/notes/1',
  headers,
  body: '{"text":"Feed the ferns"}',
};
let note: object;

beforeAll(async () => {
  const body = '{"text":"Water the ferns"}';
  const created = await service.send({ method: 'POST', target: '/notes', headers, body });
  note = (await created.json()) as object;
});

describe('replaceNote', () => {
  it('changes the text, and nothing else', async () => {
    const response = await service.send(request);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ...note, text: 'Feed the ferns' });
  });

  it('knows no note that nobody created', async () => {
    expect((await service.send({ ...request, target: '/notes/99' })).status).toBe(404);
  });
});
