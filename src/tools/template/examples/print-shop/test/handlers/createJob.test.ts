import assert from 'node:assert/strict';
import { useService } from '../service.js';
import { init, upload } from '../upload.js';

const service = useService();

describe('createJob', () => {
  it('takes a file, and says where the state of its job is', async () => {
    const response = await upload(service, 'A poster', 2);
    assert(response.status === 202);
    expect(response.body).toMatchObject({ state: 'waiting', copies: 2, bytes: 8 });
    expect(response.headers.get('Location')).toBe(`/jobs/${response.body.id}`);
  });

  it('takes no key that nobody has', async () => {
    const headers = { 'X-API-Key': 'x' };
    const response = await service.call('createJob', { body: { file: new Blob([]) } }, { headers });
    expect(response.status).toBe(401);
  });

  it('takes no file of another type', async () => {
    const file = new File(['A poster'], 'poster.txt', { type: 'text/plain' });
    expect(await service.call('createJob', { body: { file } }, init)).toMatchObject({
      status: 415,
      body: { detail: expect.stringContaining('application/pdf') },
    });
  });
});
