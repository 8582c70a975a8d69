import { useService } from '../service.js';

const service = useService();
const ada = service.as({ accessToken: { name: 'Ada' } });
const body = { text: 'Water the ferns' };

describe('createNote', () => {
  it('keeps a note, and says where', async () => {
    const response = await ada.call('createNote', { body });
    expect(response).toMatchObject({ status: 201, body: { id: 1, ...body } });
    expect(response.headers.get('Location')).toBe('/notes/1');
  });

  it('takes no token but those of ACCESS_TOKENS', async () => {
    const headers = { Authorization: 'Bearer another-token' };
    expect(await service.call('createNote', { body }, { headers })).toMatchObject({ status: 401 });
  });

  it('says what is wrong with a note', async () => {
    expect(await ada.call('createNote', { body: { text: '' } })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('/text') },
    });
  });
});
