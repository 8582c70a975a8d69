import { useService } from '../service.js';
import { headers, upload } from '../upload.js';

const service = useService();

describe('createJob', () => {
  it('takes a file, and says where the state of its job is', async () => {
    const response = await upload(service, 'A poster', 2);
    expect(response.status).toBe(202);
    const job = (await response.json()) as { readonly id: string };
    expect(job).toMatchObject({ state: 'waiting', copies: 2, bytes: 8 });
    expect(response.headers.get('Location')).toBe(`/jobs/${job.id}`);
  });

  it('takes no key that nobody has', async () => {
    const request = { method: 'POST', target: '/jobs', body: new FormData() };
    expect((await service.send({ ...request, headers: { 'X-API-Key': 'x' } })).status).toBe(401);
  });

  it('takes no file of another type', async () => {
    const body = new FormData();
    body.append('file', new Blob(['A poster'], { type: 'text/plain' }), 'poster.txt');
    const response = await service.send({ method: 'POST', target: '/jobs', headers, body });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining('application/pdf'),
    });
  });
});
