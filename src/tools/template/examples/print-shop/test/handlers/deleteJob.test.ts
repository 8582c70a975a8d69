import { useService } from '../service.js';
import { placeJob } from '../upload.js';

const customer = useService().as({ customer: { name: 'Ada' } });

describe('deleteJob', () => {
  it('deletes a job that waits, and not the one on the press', async () => {
    const printing = await placeJob(customer, 100);
    const waiting = await placeJob(customer);
    const remove = async (id: string) =>
      (await customer.call('deleteJob', { path: { id } })).status;
    expect(await remove(printing)).toBe(409);
    expect(await remove(waiting)).toBe(204);
    expect(await remove(waiting)).toBe(404);
  });
});
