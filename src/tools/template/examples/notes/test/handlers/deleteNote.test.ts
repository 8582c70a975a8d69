import { useService } from '../service.js';

const service = useService().as({ accessToken: { name: 'Ada' } });

beforeAll(() => service.call('createNote', { body: { text: 'Water the ferns' } }));

describe('deleteNote', () => {
  it('leaves nothing to read', async () => {
    const path = { id: 1 };
    expect((await service.call('deleteNote', { path })).status).toBe(204);
    expect((await service.call('getNote', { path })).status).toBe(404);
  });

  it('knows no note that nobody created', async () => {
    expect((await service.call('deleteNote', { path: { id: 99 } })).status).toBe(404);
  });
});
