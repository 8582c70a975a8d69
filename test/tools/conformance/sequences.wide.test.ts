import { createServer } from 'node:http';
import { parseSource } from '../../../src/tools/document';
import { testConformance } from '../../../src/tools/conformance/public';
import { serveMock } from '../../support/serve-mock';
import { testServer } from './test-server';
import { useStarted } from '../../support/use-started';
import { titled } from '../../support/it-each';

/** Responses of events, lines and parts, as they are sent: each row is an operation of one document and its answer. */

const N = '{ type: object, required: [n], properties: { n: { type: integer } } }';
const ITEMS = `{ itemSchema: ${N} }`;
const EVENT =
  '{ itemSchema: { type: object, required: [event], properties: { event: { enum: [added, gone] }, data: { type: string, pattern: "^[0-9]+$" } } } }';
const PAIR =
  '{ itemSchema: {}, prefixEncoding: [{ contentType: application/json }, { contentType: image/png }] }';
const OBJECT = `{ schema: { type: object, required: [meta, file], properties: { meta: ${N}, file: { type: string } } } }`;

const JSON_PART = 'Content-Type: application/json';
const parts = (...texts: string[]): string =>
  `${texts.map((text) => `--b\r\n${text}\r\n`).join('')}--b--\r\n`;
const MIXED = 'multipart/mixed; boundary=b';

type Row = readonly [name: string, type: string, media: string, body: string, found?: string];

const rows: readonly Row[] = titled({
  events: [
    'text/event-stream',
    EVENT,
    'event: added\ndata: 1\n\n: ping\n\nevent: gone\nid: 7\ndata: 2\n\n',
  ],
  eventsWithCr: ['text/event-stream; charset=utf-8', EVENT, '\ufeffevent:added\rdata:1\r\r'],
  eventsNone: ['text/event-stream', EVENT, ''],
  eventCutOff: ['text/event-stream', EVENT, 'event: added\ndata: 1\n\nevent: ad'],
  eventOfOtherData: [
    'text/event-stream',
    EVENT,
    'event: added\ndata: 1\n\nevent: added\ndata: {}\n\n',
    'body-matches-schema: item 2 at "/data" must match the pattern "^[0-9]+$"',
  ],
  eventWithoutName: [
    'text/event-stream',
    EVENT,
    'data: 1\n\n',
    'body-matches-schema: item 1 lacks the property "event"',
  ],
  lines: ['application/jsonl', ITEMS, '{"n":1}\n\n{"n":2}'],
  linesOfWindows: ['application/x-ndjson', ITEMS, '{"n":1}\r\n{"n":2}\r\n'],
  lineCut: [
    'application/jsonl',
    ITEMS,
    '{"n":1}\n{"n":',
    'body-well-formed: item 2 is not well-formed JSON',
  ],
  lineOfOther: [
    'application/x-ndjson',
    ITEMS,
    '{"n":1}\n{"m":2}\n',
    'body-matches-schema: item 2 lacks the property "n"',
  ],
  mixed: [MIXED, ITEMS, parts(`${JSON_PART}\r\n\r\n{"n":1}`, `${JSON_PART}\r\n\r\n{"n":2}`)],
  mixedWithMore: [
    'multipart/mixed; boundary="b"',
    ITEMS,
    `Read this\r\n${parts(`${JSON_PART}\r\n\r\n{"n":1}`)}and that`,
  ],
  mixedBare: [MIXED, ITEMS, parts('\r\n{"n":1}')],
  mixedBase64: [
    MIXED,
    ITEMS,
    parts(`${JSON_PART}\r\nContent-Transfer-Encoding: base64\r\n\r\neyJuIjoxfQ==`),
  ],
  mixedFolded: [MIXED, ITEMS, parts('Content-Type: application/json;\r\n a=b\r\n\r\n{"n":1}')],
  mixedPair: [MIXED, PAIR, parts(`${JSON_PART}\r\n\r\n{}`, 'Content-Type: image/png\r\n\r\n{')],
  related: ['multipart/related; boundary=b', ITEMS, parts(`${JSON_PART}\r\n\r\n{"n":1}`)],
  form: [
    'multipart/form-data; boundary=b',
    OBJECT,
    parts('Content-Disposition: form-data; name="a"\r\n\r\n1'),
  ],
  mixedOfOther: [
    MIXED,
    ITEMS,
    parts(`${JSON_PART}\r\n\r\n{"n":1}`, `${JSON_PART}\r\n\r\n{"n":"2"}`),
    'body-matches-schema: item 2 at "/n" must be of type integer',
  ],
  mixedMalformed: [
    MIXED,
    ITEMS,
    parts(`${JSON_PART}\r\n\r\n{"n":1`),
    'body-well-formed: item 1 is not well-formed JSON',
  ],
  mixedOtherBoundary: [
    'multipart/mixed; boundary=c',
    ITEMS,
    parts(`${JSON_PART}\r\n\r\n{"n":1}`),
    'body-well-formed: the body does not contain the boundary that its Content-Type names',
  ],
  mixedWithoutBoundary: [
    'multipart/mixed',
    ITEMS,
    parts(`${JSON_PART}\r\n\r\n{"n":1}`),
    'body-well-formed: the body has no boundary; name it in the Content-Type header',
  ],
  mixedCut: [
    MIXED,
    ITEMS,
    `--b\r\n${JSON_PART}\r\n\r\n{"n":1}\r\n--b\r\n${JSON_PART}\r\n\r\n{`,
    'body-well-formed: the body ends before its last boundary',
  ],
  formWithoutBoundary: [
    'multipart/form-data',
    OBJECT,
    parts('Content-Disposition: form-data; name="a"\r\n\r\n1'),
    'body-well-formed: the body has no boundary; name it in the Content-Type header',
  ],
});

const documentOf = (
  operations: readonly (readonly [name: string, type: string, media: string, ...rest: unknown[]])[],
): string => `
openapi: 3.2.0
info: { title: Feeds, version: 1.0.0 }
security: []
paths:${operations
  .map(
    ([name, type, media]) => `
  /${name}:
    get:
      operationId: ${name}
      responses:
        200: { description: What there is, content: { ${type.split(';')[0]}: ${media} } }
        4XX: { description: Refused }`,
  )
  .join('')}
`;

describe('a service', () => {
  const found = new Map<string, string[]>();
  beforeAll(async () => {
    const answers = new Map(rows.map(([name, type, , body]) => [`/${name}`, { type, body }]));
    const server = createServer(({ method, url = '' }, response) => {
      const answer = answers.get(url);
      if (method !== 'GET') response.writeHead(405, { Allow: 'GET' }).end();
      else if (answer === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'Content-Type': answer.type }).end(answer.body);
    });
    const { findings } = await testServer(server, documentOf(rows), { parallel: 8 });
    for (const { operationId = '', check, message } of findings) {
      const said = `${check}: ${message.replace(/^.*?: /, '')}`;
      found.set(operationId, [...(found.get(operationId) ?? []), said]);
    }
  }, 60_000);

  it.each(rows.map(([name, , , , want]) => [name, want ?? 'no findings'] as const))(
    'that answers with %s: %s',
    (name, want) => expect(found.get(name) ?? ['no findings']).toEqual([want]),
  );
});

describe('a mock', () => {
  const mocked = [
    ['events', 'text/event-stream', EVENT],
    [
      'eventsOfExample',
      'text/event-stream',
      '{ itemSchema: { type: object }, example: "data: a\\n\\n" }',
    ],
    ['eventsOfText', 'text/event-stream', '{ schema: { type: string } }'],
    ['lines', 'application/jsonl', ITEMS],
    [
      'linesOfExample',
      'application/x-ndjson',
      `{ itemSchema: ${N}, example: [{ n: 1 }, { n: 2 }] }`,
    ],
    ['linesOfList', 'application/jsonl', `{ schema: { type: array, items: ${N} } }`],
    ['mixed', 'multipart/mixed', ITEMS],
    ['mixedOfExample', 'multipart/mixed', `{ itemSchema: ${N}, example: [{ n: 1 }] }`],
    ['mixedPair', 'multipart/mixed', PAIR],
    ['mixedOfList', 'multipart/mixed', `{ schema: { type: array, minItems: 1, items: ${N} } }`],
    ['mixedOfObject', 'multipart/mixed', OBJECT],
    ['mixedOfAny', 'multipart/mixed', '{}'],
    ['related', 'multipart/related', `{ schema: { type: array, minItems: 1, items: ${N} } }`],
    ['form', 'multipart/form-data', OBJECT],
  ] as const;
  const source = parseSource(documentOf(mocked), 'document.yaml');
  const mock = useStarted(() => serveMock(source));

  it.each(mocked.filter(([, type]) => type.startsWith('multipart/')))(
    'sends %s with a boundary that separates parts',
    async (name, type) => {
      const response = await fetch(`${mock.url}/${name}`);
      const sent = response.headers.get('content-type') ?? '';
      const [, boundary = '?'] = /^[^;]+; boundary=(\S+)$/.exec(sent) ?? [];
      expect(sent.startsWith(`${type};`)).toBe(true);
      const [before, ...pieces] = `\r\n${await response.text()}`.split(`\r\n--${boundary}`);
      expect([before, pieces.at(-1)]).toEqual(['', '--\r\n']);
      expect(pieces.slice(0, -1)).not.toEqual([]);
      for (const piece of pieces.slice(0, -1)) expect(piece).toMatch(/^\r\n(?:[^\r\n]+\r\n)+\r\n/);
    },
  );

  it('conforms', async () => {
    const nobody = { caller: new Map(), limited: new Map(), other: new Map() };
    const { findings, operations } = await testConformance({
      ...{ source, url: mock.url, seed: 1, runs: 2, parallel: 4, timeoutMs: 2_000, tokens: nobody },
      limits: { timeMs: 20_000, requests: 2_000 },
    });
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
    expect(operations.filter(({ exercised }) => exercised)).toHaveLength(mocked.length);
  });
});
