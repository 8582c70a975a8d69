import { problemOf } from '../caller';
import type { RunningShop } from '../running-shop';

/** Papers, quotes and the price list. */
export function describeOffer(shop: () => RunningShop): void {
  const PRICES = 'product,cents\nposter,450\nbooklet,320\ncards,12\n';
  const csv = { 'content-type': 'text/csv' };

  it.each<[string, { given: string; want: string[] }]>([
    ['all', { given: '', want: ['Offset', 'Poster', 'Brochure', 'Card'] }],
    ['by a piped list', { given: '?finishes=silk%7Cgloss', want: ['Poster', 'Brochure'] }],
    [
      'by a deep object',
      { given: '?weight[min]=100&weight[max]=170', want: ['Poster', 'Brochure'] },
    ],
  ])('lists papers: %s', async (_, { given, want }) => {
    const { status, text } = await shop().anybody.send(`GET /papers${given}`);
    const papers = JSON.parse(text) as { name: string }[];
    expect([status, papers.map(({ name }) => name)]).toEqual([200, want]);
  });

  it('says that the papers are those that the client has', async () => {
    const { headers } = await shop().anybody.send('GET /papers?weight[min]=200');
    const tag = headers.get('etag')!;
    for (const field of [tag, `"other", W/${tag}`, '*']) {
      const again = await shop().anybody.send('GET /papers?weight[min]=200', {
        headers: { 'if-none-match': field },
      });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
      expect(again.headers.get('content-type')).toBeNull();
    }
  });

  it('names the place of a parameter that is wrong', async () => {
    const received = await shop().anybody.send('GET /papers?finishes=silk%7Crough');
    expect(problemOf(received)).toEqual([400, expect.stringContaining('"finishes" at "/1"')]);
  });

  it('quotes by the kind of product, in the currency of a cookie, and less for customers', async () => {
    const poster = { kind: 'poster', format: 'A2', copies: 2 };
    const priceFor = async (product: object, cookie = ''): Promise<string> =>
      (await shop().anybody.sendJson('POST /quotes', product, cookie ? { cookie } : {})).text;
    expect(await priceFor(poster)).toBe('{"cents":900,"currency":"EUR"}');
    expect(await priceFor(poster, 'currency=GBP')).toBe('{"cents":774,"currency":"GBP"}');
    expect(await priceFor({ kind: 'cards', names: ['Ada', 'Bob'] })).toContain('"cents":2400,');
    const ada = await shop().customer('ada');
    expect((await ada.sendJson('POST /quotes', poster)).text).toContain('"cents":810,');
  });

  it.each<[string, { given: object; want: string }]>([
    ['of no kind', { given: { kind: 'banner' }, want: 'The body' }],
    ['of odd pages', { given: { kind: 'booklet', pages: 6, copies: 1 }, want: '"/pages"' }],
    ['without copies', { given: { kind: 'poster', format: 'A2' }, want: '"copies"' }],
  ])('quotes for no product %s', async (_, { given, want }) => {
    const received = await shop().anybody.sendJson('POST /quotes', given);
    expect(problemOf(received)).toEqual([400, expect.stringContaining(want)]);
  });

  it('gives the price list as a file, byte for byte', async () => {
    const { status, headers, text } = await shop().staff('owner-token').send('GET /prices');
    expect([status, text]).toEqual([200, PRICES]);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="prices.csv"');
  });

  it('replaces the price list, or says what is wrong in each line', async () => {
    const owner = shop().staff('owner-token');
    const list = { headers: csv, body: PRICES.replace('12', '15') };
    expect(await owner.send('PUT /prices', list)).toMatchObject({ status: 204, text: '' });
    expect((await owner.send('GET /prices')).text).toContain('\ncards,15\n');

    const faulty = { headers: csv, body: 'product,cents\nposter,cheap\nbooklet,320\n' };
    const received = await owner.send('PUT /prices', faulty);
    expect(problemOf(received)).toEqual([422, 'The prices are as they were']);
    expect(JSON.parse(received.text).errors).toEqual([
      { detail: 'Line 2 must be a product, a comma and its price in cents' },
      { detail: 'There is no price for poster, cards' },
    ]);
    await owner.send('PUT /prices', { headers: csv, body: PRICES });
  });

  it('shows the price list to nobody but the owner', async () => {
    const stranger = await shop().anybody.send('GET /prices');
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const counter = await shop().staff('counter-token').send('GET /prices');
    expect(counter.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="owner"',
    );
    expect(problemOf(counter)).toEqual([403, expect.stringContaining('owner')]);
    const json = await shop().staff('owner-token').sendJson('PUT /prices', {});
    expect(problemOf(json)).toEqual([415, expect.stringContaining('text/csv')]);
  });
}
