import assert from 'node:assert/strict';
import { useService } from '../service.js';

const service = useService().as({ accessToken: { name: 'Ada' } });
const body = { text: 'Feed the ferns' };

describe('replaceNote', () => {
  it('changes the text, and nothing else', async () => {
    const created = await service.call('createNote', { body: { text: 'Water the ferns' } });
    assert(created.status === 201);
    const { id } = created.body;
    expect(await service.call('replaceNote', { path: { id }, body })).toMatchObject({
      status: 200,
      body: { ...created.body, ...body },
    });
  });

  it('knows no note that nobody created', async () => {
    expect((await service.call('replaceNote', { path: { id: 99 }, body })).status).toBe(404);
  });
});
