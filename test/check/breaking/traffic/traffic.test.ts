import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check as checkCommand } from '../../../../src/check/command';
import { breakingCheck } from '../../../../src/check/breaking';
import { recordedText } from '../../../../src/check/breaking/traffic/recorded';
import type { JsonObject } from '../../../../src/generate/index';
import { documentOf } from '../../../support/changed-documents';
import { runInProcess } from '../../../support/run-in-process';
import type { ScriptResult } from '../../../support/run-script';
import { temporaryFolder } from '../../../support/temporary-folder';
import { counted, logLine, type Sent, told, writeTraffic } from './recorded-traffic';

const folder = temporaryFolder();

const bodyOf = (schema: unknown): JsonObject => ({
  requestBody: { content: { 'application/json': { schema } } },
});
const named = (more: JsonObject = {}): JsonObject =>
  bodyOf({ type: 'object', properties: { name: { type: 'string', ...more } } });

const base = documentOf(named());
const shorter = documentOf(named({ maxLength: 3 }));

/** The counts of the first change, in words. */
async function textOf(
  was: JsonObject,
  is: JsonObject,
  exchanges: readonly Sent[],
): Promise<string> {
  const { changes } = await counted(was, is, writeTraffic(folder, 'said.ndjson', exchanges));
  return changes.map(({ recorded }) => recorded && recordedText(recorded)).join('\n');
}

describe('recorded traffic', () => {
  it.each(['traffic.ndjson', 'traffic.har'])('is read from %s', async (name) => {
    const file = writeTraffic(folder, name, [
      { body: { name: 'Ann' } },
      { body: { name: 'Hannah' }, response: { any: 'thing' } },
      { method: 'GET', target: '/others' },
    ]);
    const { changes, recording } = await counted(base, shorter, file);
    const place = name.endsWith('har') ? `${file}, log.entries[1]` : `${file}:2`;
    expect(changes.map(({ recorded }) => recorded)).toEqual([
      {
        ...{ relation: 'rejects', kind: 'requests', count: 1, of: 2 },
        example: { place, request: 'POST /things/1', body: '{"name":"Hannah"}' },
      },
    ]);
    expect(recording).toEqual({
      ...{ file, exchanges: 3, requests: 2, responses: 2 },
      ...{ outside: 1, refused: 0, incomplete: 0, unexplained: 0 },
    });
  });

  it('is not counted where it is of no operation, invalid anyway, or lacks a body', async () => {
    const file = path.join(folder, 'apart.har');
    const url = 'http://things.example/things/1';
    const entry = (request: object, status = 200): object => ({
      request: { method: 'POST', url, headers: [], ...request },
      response: { status, headers: [], content: { size: 0 } },
    });
    const json = [{ name: 'Content-Type', value: 'application/json' }];
    const entries = [
      entry({ url: 'http://things.example/elsewhere' }),
      entry({ url: 'http://things.example/things/none' }),
      entry({ headers: json, postData: { mimeType: 'application/json', text: '{"name":7}' } }),
      entry(
        { headers: json, postData: { mimeType: 'application/json', text: '{"name":"Hannah"}' } },
        422,
      ),
      entry({ headers: json, bodySize: 20 }),
      entry(
        { headers: json, postData: { mimeType: 'application/json', text: '{"name":"Hannah"}' } },
        404,
      ),
    ];
    writeFileSync(file, JSON.stringify({ log: { entries } }));
    const found = await counted(base, shorter, file);
    expect(told(found)).toEqual(['narrowed: rejects 1 of 1 recorded requests']);
    expect(found.recording).toMatchObject({
      ...{ exchanges: 6, outside: 1, refused: 3, incomplete: 1, requests: 1 },
    });
  });

  it('goes to the operation whatever expressions and servers are called', async () => {
    const paths = (name: string, schema: JsonObject): JsonObject => ({
      [`/shops/{${name}}`]: {
        parameters: [{ name, in: 'path', required: true, schema: { type: 'integer', ...schema } }],
        get: { responses: { 200: { description: 'Found' } } },
      },
    });
    const was = documentOf(
      {},
      { paths: paths('id', {}), servers: [{ url: 'http://a.example/v1' }] },
    );
    const is = documentOf(
      {},
      { paths: paths('shop', { maximum: 5 }), servers: [{ url: 'http://a.example/v2' }] },
    );
    const file = writeTraffic(
      folder,
      'renamed.ndjson',
      ['/v1/shops/5', '/v1/shops/6', '/shops/7'].map((target) => ({ method: 'GET', target })),
    );
    const found = await counted(was, is, file);
    expect(told(found)).toEqual(['narrowed: rejects 2 of 3 recorded requests']);
    expect(found.recording).toMatchObject({ requests: 3, unexplained: 0 });
  });

  it('counts all requests of an operation that was removed', async () => {
    const is = documentOf({}, { paths: {} });
    expect(await textOf(base, is, [{ target: '/things/1' }, { target: '/things/2' }])).toBe(
      `rejects 2 of 2 recorded requests, such as POST /things/1 (${path.join(folder, 'said.ndjson')}:1)`,
    );
  });

  it('shows what no value showed, as a change of its own', async () => {
    const was = documentOf(bodyOf({ type: 'object' }));
    const is = documentOf(bodyOf({ type: 'object', properties: { tag: { type: 'integer' } } }));
    const file = writeTraffic(folder, 'shown.ndjson', [
      { body: { tag: 'a' } },
      { body: { tag: 1 } },
    ]);
    const { changes } = await counted(was, is, file);
    expect(changes).toContainEqual(
      expect.objectContaining({
        ...{ rule: 'narrowed', level: 'major', operation: 'POST /things/{id}' },
        message:
          'the request body no longer accepts all that it accepted, as recorded requests show: the value at "/tag" must be of type integer',
        pointer: expect.stringMatching(/\/properties\/tag\/type$/) as string,
        recorded: expect.objectContaining({ count: 1, of: 2 }) as object,
      }),
    );
  });
});

describe('recorded traffic and credentials', () => {
  const components = {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'query', name: 'key' },
      flow: { type: 'oauth2', flows: {} },
    },
  };
  const secured = (...security: unknown[]): JsonObject => documentOf({ security }, { components });
  const bearer: Sent = { headers: [['authorization', 'Bearer abcdefghij']] };
  const key: Sent = { target: '/things/1?key=klmnopqrst' };

  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'that are asked for now',
      secured(),
      secured({ bearer: [] }),
      ['security-added: rejects 2 of 3 recorded requests'],
    ],
    [
      'that are no longer enough',
      secured({ bearer: [] }, { key: [] }),
      secured({ key: [] }),
      ['security-added: rejects 1 of 3 recorded requests; of 1 more it cannot be told'],
    ],
    [
      'of more scopes, which do not show',
      secured({ flow: ['read'] }),
      secured({ flow: ['read', 'write'] }),
      ['security-added: rejects none of 3 recorded requests; of 3 more it cannot be told'],
    ],
    [
      'of a scheme with another name',
      secured({ bearer: [] }),
      documentOf(
        { security: [{ other: [] }] },
        { components: { securitySchemes: { other: components.securitySchemes.bearer } } },
      ),
      [],
    ],
    [
      'of a scheme that is another under its name',
      secured({ bearer: [] }),
      documentOf(
        { security: [{ bearer: [] }] },
        { components: { securitySchemes: { bearer: components.securitySchemes.key } } },
      ),
      ['security-added: rejects 1 of 3 recorded requests; of 2 more it cannot be told'],
    ],
  ])('%s', async (_, was, is, want) => {
    const file = writeTraffic(folder, 'secured.ndjson', [bearer, key, {}]);
    expect(told(await counted(was, is, file))).toEqual(want);
  });

  it('never shows them', async () => {
    const open = (more: JsonObject): JsonObject => {
      const { requestBody } = bodyOf({ type: 'object', ...more });
      return documentOf({ requestBody }, { components });
    };
    const sent: Sent = {
      target: '/things/1?key=klmnopqrst&access_token=uvwxyzuvwxyz',
      headers: [
        ['Authorization', 'Basic YW5uOm9wZW4tc2VzYW1l'],
        ['Cookie', 'sid=0123456789'],
      ],
      body: { password: 'hunter2', deep: [{ clientSecret: 's' }], note: 'open-sesame 0123456789' },
    };
    const text = await textOf(open({}), open({ required: ['name'] }), [sent]);
    expect(text).toContain(
      'such as POST /things/1?key=REDACTED_OTHER&access_token=REDACTED_OTHER with the body {"password":"REDACTED","deep":[{"clientSecret":"REDACTED"}],"note":"REDACTED_TOKEN_',
    );
    expect(text).not.toMatch(/klmno|uvwxyz|YW5u|sesame|0123|hunter2/);
  });
});

describe('npm run check -- --traffic', () => {
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const documents = [
    ...['--base', write('base.json', JSON.stringify(base))],
    ...['--spec', write('revision.json', JSON.stringify(shorter))],
  ];
  const check = (...more: string[]): Promise<ScriptResult> =>
    runInProcess(checkCommand, ['--only', 'breaking', ...more]);

  it('says of each finding and each change what the traffic says', async () => {
    const file = writeTraffic(folder, 'seen.ndjson', [
      { body: { name: 'Hannah' } },
      { body: { name: 'Ann' } },
      { target: '/elsewhere' },
    ]);
    const report = path.join(folder, 'report.json');
    const { code, stdout } = await check(
      ...documents,
      '--traffic',
      file,
      '--report',
      `json=${report}`,
    );
    expect(code).toBe(1);
    expect(stdout).toContain(
      `(major); rejects 1 of 2 recorded requests, such as POST /things/1 with the body {"name":"Hannah"} (${file}:1); undo it`,
    );
    expect(stdout).toMatch(/^ {6}major .* rejects 1 of 2 recorded requests$/m);
    expect(stdout).toContain(
      `      3 recorded exchanges (${file}); not counted for requests: 1 of no operation of the base\n`,
    );
    const { findings, comparison } = JSON.parse(readFileSync(report, 'utf8')) as {
      findings: object[];
      comparison: { changes: object[]; recorded: object };
    };
    const recorded = { relation: 'rejects', count: 1, of: 2 };
    expect(findings).toEqual([
      expect.objectContaining({ recorded: expect.objectContaining(recorded) as object }),
    ]);
    expect(comparison).toMatchObject({ changes: [{ recorded }], recorded: { exchanges: 3 } });
  });

  it('says it also of changes that are accepted', async () => {
    const accepted = '/paths/~1things~1{id}/post/requestBody/content/application~1json/schema';
    const changes = write(
      'accepted.txt',
      `narrowed ${accepted}/properties/name/maxLength # Nobody has longer names\n`,
    );
    const { findings, table } = await breakingCheck.run({
      ...{ base: documents[1], spec: documents[3]!, generated: folder },
      ...{ 'accepted-changes': changes, traffic: writeTraffic(folder, 'one.ndjson', [{}]) },
    });
    expect(findings).toEqual([]);
    expect(table?.rows[0]).toContain('rejects none of 1 recorded requests');
  });

  it.each([
    [
      'no base',
      ['--traffic', 'a.ndjson'],
      /^--traffic needs --base, whose changes it counts\nUsage: /,
    ],
    [
      'a line that is no exchange',
      [...documents, '--traffic', write('bad.ndjson', `${logLine({})}\n{"request":{}}\n`)],
      /bad\.ndjson:2: no exchange; /,
    ],
  ])('ends with 2 for %s', async (_, given, want) => {
    const { code, stderr } = await check(...given);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(want) as string });
  });
});
