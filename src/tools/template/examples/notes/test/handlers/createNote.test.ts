import { useService } from '../service.js';

const service = useService();
const init = { headers: { Authorization: 'Bearer test-token' } };
const body = { text: 'Water the ferns' };

describe('createNote', () => {
  it('keeps a note, and says where', async () => {
    const response = await service.call('createNote', { body }, init);
    expect(response).toMatchObject({ status: 201, body: { id: 1, ...body } });
    expect(response.headers.get('Location')).toBe('/notes/1');
  });

  it('takes no token but those of ACCESS_TOKENS', async () => {
    const headers = { Authorization: 'Bearer another-token' };
    expect(await service.call('createNote', { body }, { headers })).toMatchObject({ status: 401 });
  });

  it('says what is wrong with a note', async () => {
    expect(await service.call('createNote', { body: { text: '' } }, init)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('/text') },
    });
  });
});
