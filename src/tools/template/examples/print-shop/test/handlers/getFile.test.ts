import assert from 'node:assert/strict';
import { useService } from '../service.js';
import { placeJob } from '../upload.js';

const customer = useService().as({ customer: { name: 'Ada' } });

describe('getFile', () => {
  it('gives back what was uploaded', async () => {
    const id = await placeJob(customer);
    const response = await customer.call('getFile', { path: { id } });
    assert(response.status === 200);
    expect(response.body.type).toBe('application/pdf');
    expect(await response.body.text()).toBe('A poster');
  });

  it('knows no job that nobody placed', async () => {
    const path = { id: '0f8fad5b-d9cb-469f-a165-70867728950e' };
    expect((await customer.call('getFile', { path })).status).toBe(404);
  });
});
