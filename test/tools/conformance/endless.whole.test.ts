import { createServer } from 'node:http';
import type { Results } from '../../../src/tools/conformance/public';
import { testServer } from './test-server';

const ITEM = '{ type: object, required: [n], properties: { n: { type: integer } } }';
const EVENT = '{ type: object, properties: { data: { type: string, pattern: "^[0-9]+$" } } }';

/** A response that never ends, and the finding for it. */
interface Feed {
  readonly type: string;
  /** The Media Type Object. */
  readonly media: string;
  /** The start of the response; undefined sends nothing, not even a status. */
  readonly sent: string | undefined;
  readonly found?: string;
}

const feeds: Readonly<Record<string, Feed>> = {
  events: {
    ...{ type: 'text/event-stream', media: `{ itemSchema: ${EVENT} }` },
    sent: 'data: 1\n\ndata: x',
  },
  eventsOfAnyForm: { type: 'text/event-stream', media: '{}', sent: ': begins\n' },
  lines: {
    ...{ type: 'application/x-ndjson', media: `{ itemSchema: ${ITEM} }` },
    sent: '{"n":1}\n{"n":"',
  },
  records: {
    ...{ type: 'application/json-seq', media: `{ itemSchema: ${ITEM} }` },
    sent: '\u001e{"n":1}\n\u001e{"n"',
  },
  parts: { type: 'multipart/mixed; boundary=b', media: '{}', sent: '--b\r\n\r\na\r\n--b\r\n' },
  itemsOfAnotherType: { type: 'text/x-log', media: `{ itemSchema: ${ITEM} }`, sent: 'n=1\n' },
  itemsToCome: {
    ...{ type: 'text/event-stream', media: `{ itemSchema: ${EVENT} }`, sent: undefined },
  },
  wrongEvent: {
    ...{ type: 'text/event-stream', media: `{ itemSchema: ${EVENT} }` },
    sent: 'data: 1\n\ndata: x\n\n',
    found: 'body-matches-schema: item 2 at "/data" must match the pattern "^[0-9]+$"',
  },
  wrongLine: {
    ...{ type: 'application/x-ndjson', media: `{ itemSchema: ${ITEM} }` },
    sent: '{"n":1}\n{"n":"2"}\n',
    found: 'body-matches-schema: item 2 at "/n" must be of type integer',
  },
  malformedRecord: {
    ...{ type: 'application/json-seq', media: `{ itemSchema: ${ITEM} }` },
    sent: "\u001e{'n':1}\n\u001e",
    found: 'body-well-formed: item 1 is not well-formed JSON',
  },
  value: {
    ...{ type: 'application/json', media: `{ schema: ${ITEM} }`, sent: '{"n":1' },
    found: 'answers: no complete response within 1500 ms',
  },
};

const operationOf = ([name, { type, media }]: readonly [string, Feed]): string => `
  /${name}:
    get:
      operationId: ${name}
      responses:
        200: { description: What happens, content: { '${type}': ${media} } }
        4XX: { description: Refused }`;

const document = `
openapi: 3.2.0
info: { title: Feeds, version: 1.0.0 }
security: []
paths:${Object.entries(feeds).map(operationOf).join('')}
`;

describe('responses without end', () => {
  let results: Results;
  beforeAll(async () => {
    const server = createServer(({ method, url = '' }, response) => {
      const feed = feeds[url.slice(1)];
      if (method !== 'GET') response.writeHead(405, { Allow: 'GET' }).end();
      else if (feed === undefined) response.writeHead(404).end();
      else if (feed.sent !== undefined)
        response.writeHead(200, { 'Content-Type': feed.type }).write(feed.sent);
    });
    results = await testServer(server, document, { timeoutMs: 1_500, parallel: 16 });
  }, 60_000);

  it.each(Object.entries(feeds))('%s', (name, { sent, found }) => {
    const findings = results.findings.filter(({ operationId }) => operationId === name);
    const said = findings.map(({ check, message }) => `${check}: ${message.replace(/^.*: /, '')}`);
    expect(said).toEqual(found === undefined ? [] : [found]);
    const { exercised } = results.operations.find((each) => each.operationId === name)!;
    expect(exercised).toBe(sent !== undefined && name !== 'value');
  });
});
