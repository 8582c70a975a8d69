import { useService } from '../service.js';

const service = useService();

/** A request that the document allows: GET /notes/{id} */
const request = {
  method: 'GET',
  target: '/notes/0f8fad5b-d9cb-469f-a165-70867728950e',
};

describe('getNote', () => {
  it('knows no note that nobody made', async () => {
    const response = await service.send(request);
    expect(response.status).toBe(404);
  });
});
