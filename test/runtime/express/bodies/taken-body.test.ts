import { gzipSync } from 'node:zlib';
import express, { json, raw, text, urlencoded, type RequestHandler } from 'express';
import { type AnyHandler, createService } from '../../../../src/runtime/contract';
import {
  contractGuard,
  contractHandler,
  createHttpServer,
  keepBody,
} from '../../../../src/runtime/express';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { serveApp } from '../../../support/serve-app';
import { itEach } from '../../../support/it-each';

/** Bodies that middleware in front of the contract has read. */

const yaml = `
openapi: 3.1.0
info: { title: Echo, version: 1.0.0 }
paths:
  /any:
    post:
      operationId: echo
      requestBody:
        required: true
        content:
          application/json: { schema: { type: object, required: [n], properties: { n: { type: integer, format: int64 } } } }
          application/x-www-form-urlencoded: { schema: { type: object, properties: { n: { type: integer, format: int64 } } } }
          text/plain: { schema: { type: string } }
          application/octet-stream: {}
      responses: { 200: { description: x, content: { text/plain: {} } } }
`;

const options = {
  ...loadContract(parseSource(yaml, 'echo.yaml').document),
  authenticators: {},
  maxBodyBytes: 1_000,
};

const faults: unknown[] = [];
const onFault = (error: unknown): void => void faults.push(error);

const textOf = async (body: unknown): Promise<string> => {
  if (typeof body === 'string') return body;
  const { n } = body as { n?: bigint };
  if (n !== undefined) return String(n);
  const chunks = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** The contract in both its forms. */
const mounts: Readonly<Record<string, () => Promise<RequestHandler[]>>> = {
  contractHandler: async () => {
    const echo: AnyHandler<undefined> = async (input: { body: unknown }) => ({
      status: 200,
      mediaType: 'text/plain',
      body: await textOf(input.body),
    });
    const service = await createService({
      ...options,
      dependencies: undefined,
      handlers: { echo },
      validateResponses: true,
      onFault,
    });
    return [contractHandler(service)];
  },
  contractGuard: async () => [
    await contractGuard({ ...options, onFault }),
    async (req, res) => {
      res.type('text').send(await textOf(req.contract?.body));
    },
  ],
};

/** Jest's own `process` hears of no warnings. */
const warning = jest.spyOn(process, 'emitWarning').mockReturnValue();
afterEach(() => {
  warning.mockClear();
  faults.length = 0;
});

async function send(
  handlers: readonly RequestHandler[],
  type: string,
  body: string | Buffer,
  more: Record<string, string> = {},
): Promise<[status: number, text: string]> {
  const url = await serveApp(express().use(...handlers));
  const headers = { 'Content-Type': type, ...more };
  const response = await fetch(`${url}/any`, { method: 'POST', headers, body });
  return [response.status, await response.text()];
}

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const LARGE = '9007199254740993';

/** As many applications keep it, for signatures of webhooks. */
const asText: NonNullable<Parameters<typeof json>[0]>['verify'] = (req, _, bytes) => {
  Object.assign(req, { rawBody: bytes.toString() });
};

describe.each(Object.keys(mounts))('%s', (name) => {
  it.each<[string, RequestHandler, string, string, string]>([
    ['JSON whose bytes are kept', json({ verify: keepBody }), JSON_TYPE, `{"n":${LARGE}}`, LARGE],
    ['JSON whose text is kept', json({ verify: asText }), JSON_TYPE, `{"n":${LARGE}}`, LARGE],
    ['JSON that was read as text', text({ type: '*/*' }), JSON_TYPE, `{"n":${LARGE}}`, LARGE],
    ['JSON that was read as bytes', raw({ type: '*/*' }), JSON_TYPE, `{"n":${LARGE}}`, LARGE],
    ['a form whose bytes are kept', urlencoded({ verify: keepBody }), FORM, `n=${LARGE}`, LARGE],
    ['text', text(), 'text/plain', 'é', 'é'],
    ['bytes', raw(), 'application/octet-stream', 'abc', 'abc'],
    ['what the parser has left', json(), 'text/plain', 'abc', 'abc'],
  ])('takes %s exactly', async (_, parser, type, body, expected) => {
    const contract = await mounts[name]!();
    expect(await send([parser, ...contract], type, body)).toEqual([200, expected]);
    expect([...warning.mock.calls, ...faults]).toEqual([]);
  });

  it('takes what was compressed as the parser has inflated it', async () => {
    const contract = await mounts[name]!();
    const body = gzipSync(`{"n":${LARGE}}`);
    const coded = { 'Content-Encoding': 'gzip' };
    expect(await send([json({ verify: keepBody }), ...contract], JSON_TYPE, body, coded)).toEqual([
      200,
      LARGE,
    ]);
  });

  it('validates what it takes', async () => {
    const contract = await mounts[name]!();
    expect((await send([json({ verify: keepBody }), ...contract], JSON_TYPE, '{"n":"x"}'))[0]).toBe(
      400,
    );
    const long = `{"n":1,"x":"${'x'.repeat(2_000)}"}`;
    expect((await send([json({ verify: keepBody }), ...contract], JSON_TYPE, long))[0]).toBe(413);
  });

  const stolen: RequestHandler = (req, _, next) => {
    req.on('end', next).resume();
  };
  const begun: RequestHandler = (req, _, next) => {
    req.once('data', () => next());
  };
  itEach<[RequestHandler, string, string, RegExp]>({
    'was read by nobody knows whom': [
      stolen,
      JSON_TYPE,
      '{"n":1}',
      /^Error: The body of POST \/any \(application\/json\) was read by middleware before the contract, and nothing of it is left; mount contractHandler or contractGuard before .*express\.json\(\{ verify: keepBody \}\)$/,
    ],
    'is being read': [begun, JSON_TYPE, '{"n":1}', /nothing of it is left/],
    'was a form': [
      urlencoded(),
      FORM,
      'n=1',
      /\(application\/x-www-form-urlencoded\) .* its bytes were not kept/,
    ],
    'was text of another charset': [
      text(),
      'text/plain; charset=iso-8859-1',
      'é',
      /its bytes were not kept/,
    ],
  })('refuses a body that %s, with the remedy', async (_, parser, type, body, message) => {
    const contract = await mounts[name]!();
    expect((await send([parser, ...contract], type, body))[0]).toBe(500);
    expect(faults.map(String)).toEqual([expect.stringMatching(message)]);
  });
});

it('takes JSON that was parsed, as it was understood, and warns once', async () => {
  const guard = await contractGuard({ ...options, onFault });
  const app = express().use(json(), guard, (req, res) => {
    res.type('text').send(String((req.contract?.body as { n: bigint }).n));
  });
  const url = await serveApp(app, createHttpServer(app, { requestTimeoutMs: 5_000, onFault }));
  for (const n of ['5', LARGE]) {
    const headers = { 'Content-Type': JSON_TYPE };
    const sent = { method: 'POST', headers, body: `{"n":${n}}` };
    const response = await fetch(`${url}/any`, sent);
    expect(await response.text()).toBe(n === LARGE ? '9007199254740992' : n);
  }
  expect(warning.mock.calls.map(([message]) => message)).toEqual([
    expect.stringMatching(
      /integers beyond 2\^53 may have been altered.*express\.json\(\{ verify: keepBody \}\)/,
    ),
  ]);
});
