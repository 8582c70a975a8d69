import '../../support/long';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { findDocuments } from './find-documents';
import { runScript } from '../../support/run-script';
import { putFile, temporaryFolder } from '../../support/temporary-folder';

const folder = temporaryFolder();

const put = (name: string, text: string): string => putFile(folder, name, text);

const head = "openapi: 3.1.0\ninfo: { title: Corpus, version: '1' }\n";

const SILENT =
  '{"openapi":"3.1.0","info":{"title":"Silent","version":"1"},"paths":{"/x":{"trace":{}}}}';

put(
  'sound/garden.yaml',
  `${head}servers: [{ url: /v2 }]
security: [{ token: [] }]
paths:
  /beds/{bed}:
    parameters: [{ in: path, name: bed, required: true, schema: { type: integer, format: int64 } }]
    get:
      parameters:
        - { in: query, name: tags, schema: { type: array, items: { type: string, enum: [a, b] } } }
        - { in: header, name: X-Trace, required: true, schema: { type: string, pattern: '^[a-f]{8}$' } }
        - { in: cookie, name: session, required: true, schema: { type: string } }
      responses:
        200:
          description: A bed
          headers: { X-Left: { required: true, schema: { type: integer } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } }
        4XX: { description: Refused, content: { application/json: { schema: { required: [reason] } } } }
    put:
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } }
      responses: { 204: { description: Kept } }
  /anything:
    post:
      security: []
      requestBody: { content: { application/json: {} } }
      responses: { default: { description: Whatever } }
    get: { security: [], responses: { 204: { description: Nothing } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Bed:
      type: object
      required: [id, plants]
      properties:
        id: { type: integer, format: int64 }
        plants: { type: array, minItems: 1, items: { type: string, format: uuid } }
        within: { $ref: '#/components/schemas/Bed' }
`,
);
put('sound/notes.yaml', 'title: no document\n');
put('sound/silent.json', SILENT);
put(
  'mixed/faulty.yaml',
  'openapi: 3.1.0\ninfo: { title: Faulty, version: x }\nservers: 7\npaths: {}\n',
);
put(
  'sound/partly.yaml',
  `${head}paths: { /x: { get: { responses: { 204: { description: x } } }, put: { parameters: 1 } } }\n`,
);
put(
  'mixed/endless.yaml',
  `${head}paths:
  /x:
    post:
      operationId: sendEndless
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Endless' } } }
      responses: { 204: { description: Nobody gets here } }
components:
  schemas:
    Endless: { type: object, required: [x], properties: { x: { $ref: '#/components/schemas/Endless' } } }
`,
);
put(
  'unfit/closed.yaml',
  `${head}paths:
  /x:
    get:
      operationId: getX
      parameters: [{ in: query, name: page, required: true, schema: { type: integer } }]
      responses:
        204: { description: Nothing }
        400: { description: Refused, content: { application/json: { schema: { type: object, not: {} } } } }
`,
);
put(
  'unmet/impossible.yaml',
  `${head}paths: { /x: { put: { responses: { 200: { description: x, content: { application/json: { schema: { type: object, not: {} } } } } } } } }\n`,
);
put('several/one/openapi.yaml', `${head}paths: {}\n`);
put('several/one/other.yaml', `${head}paths: {}\n`);
put('several/one/paths/x.yaml', `${head}paths: {}\n`);
put('several/two/root.json', '{"openapi":"3.1.0","info":{},"paths":{}}');
put('several/two/part.json', '{"get":{}}');
mkdirSync(path.join(folder, 'empty'));
put('other.txt', 'x.yaml # it is not there\n');
put('reasonless.txt', '# Faulty\nsilent.json\n');

const corpus = (name: string, ...more: string[]): ReturnType<typeof runScript> =>
  runScript('test/lab/corpus/command.ts', [path.join(folder, name), ...more]);

const known = (name: string): string[] => ['--known-failures', path.join(folder, name)];

/** The rows of the table, without its head and the time column. */
function rows(stdout: string): string[][] {
  const lines = stdout.slice(0, stdout.search(/\n\n/)).split('\n').slice(1);
  return lines.map((line) => line.split(/ {2,}/).slice(0, -1));
}

it('takes sound documents through every step', () => {
  const { code, stdout, stderr } = corpus('sound');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^document +operations +left out +generated +compiled +served +routed +good accepted +broken refused +seconds\n/,
  );
  expect(rows(stdout)).toEqual([
    ['garden.yaml', '4', '0', 'yes', 'yes', 'yes', '4/4', '4/4', '3/3'],
    ['partly.yaml', '1', '1', 'yes', 'yes', 'yes', '1/1', '1/1', '0/0'],
    ['silent.json', '1', '0', 'yes', 'yes', 'yes', '1/1', '1/1', '0/0'],
  ]);
  expect(stdout).toMatch(
    /\n\n3 of 3 documents without a failure; of 6 operations served, 6 accepted a good request, 3 refused a broken one, 3 accept anything; 1 left out\nof 12 refusals, 5 have a documented status; of 4 bodies of these that can be judged, 4 fit their schema \(98 of 100 must\)\n$/,
  );
});

it('says what went wrong, at its place, and ends with 1', () => {
  const { code, stdout } = corpus('mixed');
  expect(code).toBe(1);
  expect(rows(stdout)).toEqual([
    ['endless.yaml', '1', '0', 'yes', 'yes', 'yes', '1/1', '0/1', '1/1'],
    ['faulty.yaml', '-', '-', 'no', 'no', 'no', '-', '-', '-'],
  ]);
  expect(stdout).toMatch(
    /\nendless\.yaml\n {2}request: sendEndless \(POST \/x\): a good request got 400: .*\n\nfaulty\.yaml\n {2}generate: \S+faulty\.yaml:3: \/servers: must be of type array\n\n0 of 2 documents/,
  );
});

it('tells what the conformance test finds of the mock', () => {
  const { code, stdout } = corpus('unmet', '--conformance', '2');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /\nimpossible\.yaml\n(?: {2}request: .*\n)+ {2}conformance: no-server-error: 500 for .*\(\/paths\/~1x\/put\)\n/,
  );
});

it('ends with 1 where error bodies do not fit their document', () => {
  const { code, stdout } = corpus('unfit');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /\nclosed\.yaml\n {2}error body: getX \(.+\): 400 has a body that does not fit /,
  );
  expect(stdout).toMatch(/\nof 2 refusals, 2 have .*; of 2 bodies .*, 0 fit their schema/);
});

it('is content when what is known to fail fails, and not when it does not', () => {
  put('of-mixed.txt', '# Faulty\n\nfaulty.yaml # its servers are no list\nendless.yaml # it is\n');
  put('alone/silent.json', SILENT);
  put('of-alone.txt', 'silent.json # it is said to be faulty\n');
  expect(corpus('mixed', ...known('of-mixed.txt')).code).toBe(0);
  const { code, stdout } = corpus('alone', ...known('of-alone.txt'));
  expect(code).toBe(1);
  expect(stdout).toMatch(/\nsilent\.json has no failure; remove it from .*of-alone\.txt\n$/);
});

it('finds the documents of a folder, and the roots of those of several files', () => {
  expect(
    findDocuments(path.join(folder, 'several')).map((file) => path.relative(folder, file)),
  ).toEqual(['several/one/openapi.yaml', 'several/two/root.json']);
});

it.each<[string, string[], RegExp]>([
  ['two folders', ['a', 'b'], /^Name one folder of documents\nUsage: npm run corpus/],
  [
    'a time that is none',
    ['.', '--conformance', 'long'],
    /^--conformance takes a number of seconds, not "long"\nUsage/,
  ],
  ['a folder that is not there', ['nowhere'], /^There is no folder at nowhere\n$/],
  ['a folder without documents', [path.join(folder, 'empty')], /^There is no OpenAPI document in /],
  ['an unknown option', ['.', '--fast'], /^Unknown option '--fast'/],
  [
    'a faulty document that is not there',
    [path.join(folder, 'sound'), ...known('other.txt')],
    /^There is no document "x\.yaml" in .*, which .*other\.txt lists\n$/,
  ],
  [
    'a faulty document without a reason',
    [path.join(folder, 'sound'), ...known('reasonless.txt')],
    /reasonless\.txt:2: the line has no reason; write NAME # REASON\n$/,
  ],
])('ends with 2 for %s', (_, args, message) => {
  const { code, stdout, stderr } = runScript('test/lab/corpus/command.ts', args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
});
