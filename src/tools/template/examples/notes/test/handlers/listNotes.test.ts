import { useService } from '../service.js';

const service = useService();
const headers = { Authorization: 'Bearer test-token', 'Content-Type': 'application/json' };

const list = (target: string) => service.send({ method: 'GET', target, headers });

describe('listNotes', () => {
  it('leads from page to page', async () => {
    for (const text of ['Ferns', 'Moss', 'Ivy']) {
      const body = JSON.stringify({ text });
      await service.send({ method: 'POST', target: '/notes', headers, body });
    }
    const first = await list('/notes?limit=2');
    expect(await first.json()).toMatchObject([{ text: 'Ferns' }, { text: 'Moss' }]);
    const [, next = ''] = /<(.*)>; rel="next"/.exec(first.headers.get('Link') ?? '') ?? [];
    const last = await list(next);
    expect(await last.json()).toMatchObject([{ text: 'Ivy' }]);
    expect(last.headers.get('Link')).toBeNull();
  });

  it('has no page of more than 100 notes', async () => {
    expect((await list('/notes?limit=101')).status).toBe(400);
  });
});
