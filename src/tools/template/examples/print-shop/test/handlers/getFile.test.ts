import assert from 'node:assert/strict';
import { useService } from '../service.js';
import { init, placeJob } from '../upload.js';

const service = useService();

describe('getFile', () => {
  it('gives back what was uploaded', async () => {
    const id = await placeJob(service);
    const response = await service.call('getFile', { path: { id } }, init);
    assert(response.status === 200);
    expect(response.body.type).toBe('application/pdf');
    expect(await response.body.text()).toBe('A poster');
  });

  it('knows no job that nobody placed', async () => {
    const path = { id: '0f8fad5b-d9cb-469f-a165-70867728950e' };
    expect((await service.call('getFile', { path }, init)).status).toBe(404);
  });
});
