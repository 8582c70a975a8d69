import { stringifyJson } from '../../../src/runtime/contract';
import { sendRaw } from '../../support/raw-http';
import { problemOf } from '../caller';
import type { RunningShop } from '../running-shop';
import { order } from './jobs';

const BYTES = { 'content-type': 'application/octet-stream' };

/** Artwork, proofs, and what the presses report. */
export function describeFiles(shop: () => RunningShop): void {
  it('keeps artwork, byte for byte', async () => {
    const ada = await shop().customer('ada');
    const [job] = await order(ada);
    expect(problemOf(await ada.send(`GET ${job}/artwork`))).toEqual([
      404,
      'Upload the artwork first',
    ]);
    const first = await ada.send(`PUT ${job}/artwork`, { headers: BYTES, body: '%PDF' });
    const body = Buffer.from([0, 255, 10, 13]);
    const second = await ada.send(`PUT ${job}/artwork`, { headers: BYTES, body });
    expect([first.status, second.status]).toEqual([201, 204]);

    const response = await ada.open(`GET ${job}/artwork`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(body);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('etag')).toBe(second.headers.get('etag'));
  });

  it('says how large the artwork is, without it', async () => {
    const ada = await shop().customer('ada');
    const [job] = await order(ada);
    const { text, status } = await ada.send(`HEAD ${job}/artwork`);
    expect([status, text]).toEqual([404, '']);
    const { headers } = await ada.send(`PUT ${job}/artwork`, { headers: BYTES, body: '%PDF-2.0' });
    const raw = `HEAD ${job}/artwork HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nAuthorization: Bearer counter-token\r\n\r\n`;
    const [head] = await sendRaw(shop().url, raw);
    expect(head).toMatchObject({
      status: 200,
      headers: { 'content-length': '8', etag: headers.get('etag') },
      body: '',
    });
  });

  it('takes no artwork that is too large, or too late', async () => {
    const ada = await shop().customer('ada');
    const [job] = await order(ada);
    const body = Buffer.alloc(1_048_577);
    const large = await ada.send(`PUT ${job}/artwork`, { headers: BYTES, body });
    expect(problemOf(large)).toEqual([413, expect.stringContaining('1048576')]);
    await shop().staff('counter-token').sendJson(`PUT ${job}/state`, { state: 'printing' });
    const late = await ada.send(`PUT ${job}/artwork`, { headers: BYTES, body: '%PDF' });
    expect(problemOf(late)[0]).toBe(409);
  });

  it('shows the customer a proof: a scan, and a remark on it', async () => {
    const ada = await shop().customer('ada');
    const [job] = await order(ada);
    const proof = (remark: object): FormData => {
      const form = new FormData();
      form.set(
        'scan',
        new Blob([Buffer.from('\x89PNG', 'latin1')], { type: 'image/png' }),
        'p.png',
      );
      form.set('remark', new Blob([stringifyJson(remark)], { type: 'application/json' }));
      return form;
    };
    const counter = shop().staff('counter-token');
    const added = await counter.send(`POST ${job}/proofs`, { body: proof({ page: 3 }) });
    expect([added.status, added.text]).toEqual([201, '{"page":3,"text":"","bytes":4}']);
    const far = await counter.send(`POST ${job}/proofs`, { body: proof({ page: 2 ** 60 }) });
    expect(far.text).toContain('"page":1152921504606846976,');
    const wrong = await counter.send(`POST ${job}/proofs`, { body: proof({ page: 0 }) });
    expect(problemOf(wrong)).toEqual([400, expect.stringContaining('"/remark/page"')]);
    const other = await counter.send('POST /jobs/1/proofs', { body: proof({ page: 1 }) });
    expect(other.status).toBe(404);
  });

  it('keeps what presses report, line by line, or nothing of it', async () => {
    const line = '{"press":"heidelberg","sheets":9007199254740993,"at":"2026-03-01T08:00:00Z"}\n';
    const headers = { 'content-type': 'application/jsonl' };
    const kept = await shop().press.send('POST /readings', { headers, body: line + line });
    expect([kept.status, kept.text]).toEqual([200, '{"kept":2}']);

    const body = line + line.replace('9007199254740993', '-1');
    const wrong = await shop().press.send('POST /readings', { headers, body });
    expect(problemOf(wrong)).toEqual([400, expect.stringContaining('Item 2 of the body')]);

    const exported = await shop().staff('owner-token').send('GET /readings');
    expect([exported.status, exported.text]).toEqual([200, line + line]);
    expect(exported.headers.get('content-type')).toBe('application/jsonl');
    expect((await shop().anybody.send('GET /readings')).status).toBe(401);
    const stranger = await shop().anybody.send('POST /readings', { headers, body: line });
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([
      401,
      'ApiKey in="header", name="X-Press-Key"',
    ]);
  });

  it('refuses what the document does not have, in its words', async () => {
    expect(problemOf(await shop().anybody.send('GET /presses'))[0]).toBe(404);
    const method = await shop().anybody.send('DELETE /papers');
    expect(problemOf(method)[0]).toBe(405);
    expect(method.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    const html = await shop().anybody.send('GET /papers', { headers: { accept: 'text/html' } });
    expect(problemOf(html)[0]).toBe(406);
  });
}
