import { useService } from '../service.js';
import { headers, placeJob } from '../upload.js';

const service = useService();

describe('deleteJob', () => {
  it('deletes a job that waits, and not the one on the press', async () => {
    const printing = await placeJob(service, 100);
    const waiting = await placeJob(service);
    const remove = (target: string) => service.send({ method: 'DELETE', target, headers });
    expect((await remove(printing)).status).toBe(409);
    expect((await remove(waiting)).status).toBe(204);
    expect((await remove(waiting)).status).toBe(404);
  });
});
