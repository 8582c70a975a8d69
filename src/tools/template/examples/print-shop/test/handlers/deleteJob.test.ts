import { useService } from '../service.js';
import { init, placeJob } from '../upload.js';

const service = useService();

describe('deleteJob', () => {
  it('deletes a job that waits, and not the one on the press', async () => {
    const printing = await placeJob(service, 100);
    const waiting = await placeJob(service);
    const remove = async (id: string) =>
      (await service.call('deleteJob', { path: { id } }, init)).status;
    expect(await remove(printing)).toBe(409);
    expect(await remove(waiting)).toBe(204);
    expect(await remove(waiting)).toBe(404);
  });
});
