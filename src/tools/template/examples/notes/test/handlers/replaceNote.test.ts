import assert from 'node:assert/strict';
import { useService } from '../service.js';

const service = useService();
const init = { headers: { Authorization: 'Bearer test-token' } };
const body = { text: 'Feed the ferns' };

describe('replaceNote', () => {
  it('changes the text, and nothing else', async () => {
    const created = await service.call('createNote', { body: { text: 'Water the ferns' } }, init);
    assert(created.status === 201);
    const { id } = created.body;
    expect(await service.call('replaceNote', { path: { id }, body }, init)).toMatchObject({
      status: 200,
      body: { ...created.body, ...body },
    });
  });

  it('knows no note that nobody created', async () => {
    expect((await service.call('replaceNote', { path: { id: 99 }, body }, init)).status).toBe(404);
  });
});
