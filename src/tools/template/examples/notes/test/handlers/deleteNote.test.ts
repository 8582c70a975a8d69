import { useService } from '../service.js';

const service = useService();
const init = { headers: { Authorization: 'Bearer test-token' } };

beforeAll(() => service.call('createNote', { body: { text: 'Water the ferns' } }, init));

describe('deleteNote', () => {
  it('leaves nothing to read', async () => {
    const path = { id: 1 };
    expect((await service.call('deleteNote', { path }, init)).status).toBe(204);
    expect((await service.call('getNote', { path }, init)).status).toBe(404);
  });

  it('knows no note that nobody created', async () => {
    expect((await service.call('deleteNote', { path: { id: 99 } }, init)).status).toBe(404);
  });
});
