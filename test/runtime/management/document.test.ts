import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sentCodings } from '../../../src/runtime/contract';
import { createDocument } from '../../../src/runtime/management/document';
import type { HttpRequest } from '../../../src/runtime/contract/http-message';
import { startPlantService } from '../../support/plant-service';
import { useStarted } from '../../support/use-started';

const service = useStarted(() => startPlantService());

const FORMS = ['openapi.json', 'openapi.yaml'];
const CODINGS = sentCodings.map(({ name }) => name);

const decode: Record<string, (content: Buffer) => Buffer> = {
  identity: (content) => content,
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A request with the given headers and no others; fetch would add some and decode the content. */
function get(form: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}/-/${form}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject).end();
  });
}

describe.each(FORMS)('/-/%s', (form) => {
  const content = readFileSync(path.join(__dirname, '..', '..', '..', 'generated', form));

  it.each(CODINGS)('comes as %s, by GET and HEAD', async (coding) => {
    const got = await get(form, { 'Accept-Encoding': coding });
    expect(got.status).toBe(200);
    expect(got.headers).toMatchObject({
      'content-length': String(got.body.length),
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]+"$/) as string,
    });
    expect(got.headers['content-encoding'] ?? 'identity').toBe(coding);
    expect(decode[coding]!(got.body).equals(content)).toBe(true);

    const { headers, ...rest } = await get(form, { 'Accept-Encoding': coding }, 'HEAD');
    expect(rest).toEqual({ status: 200, body: Buffer.alloc(0) });
    const each = { date: '', 'x-request-id': '' };
    expect({ ...headers, ...each }).toEqual({ ...got.headers, ...each });
  });

  it('has a strong tag for each representation, by which it is not sent again', async () => {
    const tags = [];
    for (const coding of CODINGS) {
      const { headers } = await get(form, { 'Accept-Encoding': coding });
      tags.push(headers.etag);
      for (const method of ['GET', 'HEAD']) {
        const asked = {
          'Accept-Encoding': coding,
          'If-None-Match': `"x", W/${String(headers.etag)}`,
        };
        const again = await get(form, asked, method);
        expect([again.status, again.body.length]).toEqual([304, 0]);
        const { etag, vary, 'cache-control': cacheControl } = again.headers;
        expect({ etag, vary, cacheControl }).toEqual({
          etag: headers.etag,
          vary: 'Accept-Encoding',
          cacheControl: 'no-cache',
        });
        expect(again.headers).not.toHaveProperty('content-length');
        expect(again.headers).not.toHaveProperty('content-type');
      }
    }
    expect(new Set(tags).size).toBe(3);
    // The tag of one representation does not stand for another.
    const other = await get(form, { 'Accept-Encoding': 'gzip', 'If-None-Match': String(tags[0]) });
    expect(other.status).toBe(200);
  });

  it('is 406 for a client that takes no coding of it', async () => {
    const got = await get(form, { 'Accept-Encoding': 'identity;q=0' });
    expect(got.status).toBe(406);
    expect(got.headers.vary).toBe('Accept-Encoding');
    expect(JSON.parse(got.body.toString())).toMatchObject({ error: 40601 });
  });
});

it('shares one content among all responses, also those that come together', async () => {
  const answer = createDocument('text/plain', Buffer.from('a document'));
  for (const coding of CODINGS) {
    const asked = {
      headerValues: (name: string) => (name === 'accept-encoding' ? [coding] : []),
    } as unknown as HttpRequest;
    const [first, ...others] = await Promise.all([answer(asked), answer(asked), answer(asked)]);
    others.push(await answer(asked));
    for (const { body } of others) expect(body).toBe(first.body);
    expect(first.body).toBeInstanceOf(Uint8Array);
  }
});
