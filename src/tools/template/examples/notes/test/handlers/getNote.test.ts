import { useService } from '../service.js';

const service = useService().as({ accessToken: { name: 'Ada' } });

beforeAll(() => service.call('createNote', { body: { text: 'Water the ferns' } }));

describe('getNote', () => {
  it('gives back what was created', async () => {
    expect(await service.call('getNote', { path: { id: 1 } })).toMatchObject({
      status: 200,
      body: { id: 1, text: 'Water the ferns' },
    });
  });

  it('knows no note that nobody created', async () => {
    expect((await service.call('getNote', { path: { id: 99 } })).status).toBe(404);
  });
});
