import { useService } from '../service.js';
import { headers, placeJob } from '../upload.js';

const service = useService();

const download = (job: string) => service.send({ method: 'GET', target: `${job}/file`, headers });

describe('getFile', () => {
  it('gives back what was uploaded', async () => {
    const response = await download(await placeJob(service));
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(await response.text()).toBe('A poster');
  });

  it('knows no job that nobody placed', async () => {
    const response = await download('/jobs/0f8fad5b-d9cb-469f-a165-70867728950e');
    expect(response.status).toBe(404);
  });
});
