import { useService } from '../service.js';

const service = useService();
const init = { headers: { Authorization: 'Bearer test-token' } };

describe('listNotes', () => {
  it('leads from page to page', async () => {
    for (const text of ['Ferns', 'Moss', 'Ivy'])
      await service.call('createNote', { body: { text } }, init);
    const first = await service.call('listNotes', { query: { limit: 2 } }, init);
    expect(first.body).toMatchObject([{ text: 'Ferns' }, { text: 'Moss' }]);
    const [, target = ''] = /<(.*)>; rel="next"/.exec(first.headers.get('Link') ?? '') ?? [];
    const last = await service.send({ method: 'GET', target, ...init });
    expect(await last.json()).toMatchObject([{ text: 'Ivy' }]);
    expect(last.headers.get('Link')).toBeNull();
  });

  it('has no page of more than 100 notes', async () => {
    expect((await service.call('listNotes', { query: { limit: 101 } }, init)).status).toBe(400);
  });
});
