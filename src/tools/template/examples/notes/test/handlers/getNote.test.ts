import { useService } from '../service.js';

const service = useService();
const init = { headers: { Authorization: 'Bearer test-token' } };

beforeAll(() => service.call('createNote', { body: { text: 'Water the ferns' } }, init));

describe('getNote', () => {
  it('gives back what was created', async () => {
    expect(await service.call('getNote', { path: { id: 1 } }, init)).toMatchObject({
      status: 200,
      body: { id: 1, text: 'Water the ferns' },
    });
  });

  it('knows no note that nobody created', async () => {
    expect((await service.call('getNote', { path: { id: 99 } }, init)).status).toBe(404);
  });
});
