import path from 'node:path';
import { measure, type OperationCoverage } from '../../../src/tools/contract-coverage/measure';
import type { RecordedExchange } from '../../../src/tools/contract-coverage/record';
import { report, judge, percent } from '../../../src/tools/contract-coverage/judge';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { parseSource, readDocument } from '../../../src/tools/document/read/read-document';
import { HIERARCHY_SHAPES } from '../../support/hierarchy-shapes';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';
import type { CoveragePart } from '../../../src/tools/contract-coverage/parts';
import { itEach } from '../../support/it-each';

/** Which parts of a document an exchange exercises. */

const folder = temporaryFolder();

const source = parseSource(
  `openapi: 3.1.0
info: { title: Library, version: '1' }
servers: [{ url: 'https://library.example/v1' }]
paths:
  /books:
    parameters:
      - $ref: '#/components/parameters/Reader'
    get:
      operationId: listBooks
      parameters:
        - { in: query, name: limit, required: true, schema: { type: integer } }
        - { in: query, name: filter, style: deepObject, schema: { type: object } }
        - { in: query, name: page, schema: { type: object, properties: { from: { type: integer } } } }
        - { in: cookie, name: theme, schema: { type: string } }
      responses:
        200:
          description: Books
          headers: { Link: { $ref: '#/components/headers/Link' } }
          content:
            application/json: { schema: { type: array } }
            text/*: { schema: { type: string } }
        4XX: { $ref: '#/components/responses/Refused' }
        default: { description: Other }
  /books/{id}:
    put:
      operationId: putBook
      parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
      requestBody: { $ref: '#/components/requestBodies/Book' }
      responses: { 204: { description: Put }, 404: { $ref: '#/components/responses/Refused' } }
components:
  parameters:
    Reader: { in: header, name: X-Reader, schema: { type: string } }
  headers:
    Link: { schema: { type: string } }
  requestBodies:
    Book: { content: { application/json: { schema: {} }, text/csv: { schema: { type: string } } } }
  responses:
    Refused: { description: Refused, content: { application/problem+json: { schema: {} } } }
`,
  'library.yaml',
);
const loaded = loadContract(source.document, { strict: true, lazy: true });

const get: RecordedExchange = {
  method: 'GET',
  target: '/books?limit=1',
  requestHeaders: ['host'],
  status: 200,
  responseHeaders: [],
};
const put: RecordedExchange = { ...get, method: 'PUT', target: '/books/1', status: 204 };

const exercised = (...exchanges: RecordedExchange[]): string[] =>
  measure(loaded, exchanges).flatMap((operation) =>
    operation.parts.filter((part) => operation.exercised.has(part)).map(({ name }) => name),
  );

/** What every listBooks without an optional parameter exercises beside its response. */
const omitted = ['X-Reader', 'filter', 'page'].map(
  (name) => `listBooks ${name === 'X-Reader' ? 'header' : 'query'} ${name} omitted`,
);

itEach<[exchange: RecordedExchange, names: string[]]>({
  'a status, and that optional parameters were left out': [
    get,
    [omitted[0]!, 'listBooks query limit', ...omitted.slice(1), 'listBooks 200'],
  ],
  'parameters, under their own name, with keys in brackets, or by their properties': [
    {
      ...get,
      target: '/books?limit=1&filter[title]=x&from=1&unknown=1',
      requestHeaders: ['x-reader'],
    },
    [
      'listBooks header X-Reader',
      'listBooks query limit',
      'listBooks query filter',
      'listBooks query page',
      'listBooks 200',
    ],
  ],
  'a range of statuses with its media type, and no parameters where the request was refused': [
    { ...get, status: 422, responseType: 'application/problem+json; charset=utf-8' },
    ['listBooks 4XX', 'listBooks 4XX application/problem+json'],
  ],
  'the default response': [{ ...get, status: 500 }, ['listBooks default']],
  'a request in a media type': [
    { ...put, requestType: 'Text/CSV; header=present' },
    ['putBook request text/csv', 'putBook 204'],
  ],
  'no media type of a request that was refused': [
    { ...put, requestType: 'text/csv', status: 404 },
    ['putBook 404'],
  ],
  'nothing by a status that the document does not have': [{ ...put, status: 200 }, []],
  'nothing by a method that it does not have': [{ ...get, method: 'HEAD' }, []],
  'nothing by a path that it does not have': [{ ...get, target: '/-/live' }, []],
  'nothing by a target that is none': [{ ...get, target: '*' }, []],
})('exercises %s', (_, exchange, names) => expect(exercised(exchange)).toEqual(names));

it('exercises a media type by a range, a header, and paths below that of a server', () => {
  const names = exercised({
    ...get,
    target: '/v1/books?limit=1',
    responseHeaders: ['content-type', 'link'],
    responseType: 'text/plain',
  });
  expect(names.slice(-3)).toEqual(['listBooks 200', 'listBooks 200 text/*', 'listBooks 200 Link']);
});

it('reports shares, and the lines of what is missing', () => {
  const refused = { ...get, status: 404, responseType: 'application/problem+json' };
  const coverage = measure(loaded, [
    { ...get, target: '/books?limit=1&filter[a]=b&from=1', responseType: 'application/json' },
    { ...get, requestHeaders: ['x-reader'], responseType: 'text/plain' },
    { ...get, status: 500 },
    refused,
    { ...refused, ...put, status: 404 },
    { ...put, requestType: 'application/json' },
  ]);
  const allowed = new Map([['listBooks 200 Link', 'one page is all']]);
  const verdict = judge(coverage, { threshold: 100, file: 'allowed.txt', allowed });
  expect(report(source, coverage, verdict)).toBe(
    `Contract coverage of library.yaml: 94 %, 17 of 18 parts, 1 allowed
operation  parameters  request types  statuses  response types  headers  share
listBooks  7/7                        3/3       3/3             0/1      92 %
putBook                1/2            2/2       1/1                      80 %
missing:
  library.yaml:36: putBook request text/csv
Tests exercise 94 % of the contract, and the threshold is 100 %; exercise what is missing, or accept it with a line OPERATION PART # REASON in allowed.txt
`,
  );
});

it.each(Object.entries(HIERARCHY_SHAPES))(
  'takes %s for sent by a property of a child',
  (_, { files }) => {
    const parameter =
      "parameters: [{in: query, name: like, schema: {$ref: '#/components/schemas/Animal'}}]";
    const edited = Object.entries(files).map(([name, text]) => [
      name,
      text.replace('operationId: listAnimals', `$&\n      ${parameter}`),
    ]);
    const written = writeFiles(folder, Object.fromEntries(edited) as typeof files);
    const { document } = readDocument(path.join(written, 'openapi.yaml'));
    const animals = loadContract(document, { strict: true, lazy: true });
    const [{ exercised }] = measure(animals, [{ ...get, target: '/animals?lives=9' }]) as [
      OperationCoverage,
    ];
    expect([...exercised].map(({ name }) => name)).toEqual([
      'listAnimals query like',
      'listAnimals 200',
    ]);
  },
);

describe('judges', () => {
  /** Whether coverage is enough, and the allowlist up to date. */

  const part = (name: string): CoveragePart => ({
    kind: 'statuses',
    name,
    pointer: '',
    isExercisedBy: () => false,
  });
  const [ok, refused, failed] = [part('get 200'), part('get 400'), part('get 5XX')];
  const coverage = [
    { operationId: 'get', parts: [ok, refused, failed], exercised: new Set([ok, refused]) },
  ];

  const faults = (threshold: number, ...allowed: string[]): readonly string[] => {
    const reasons = new Map(allowed.map((name) => [name, 'a reason']));
    return judge(coverage, { threshold, file: 'allowed.txt', allowed: reasons }).faults;
  };

  it.each<[threshold: number, allowed: string[], faults: unknown[]]>([
    [0, [], []],
    [66, [], []],
    [67, [], [expect.stringContaining('exercise 66 % of the contract, and the threshold is 67 %')]],
    [100, ['get 5XX'], []],
    [0, ['get 200'], ['allowed.txt: "get 200" is exercised; remove the line']],
    [0, ['get 404'], ['allowed.txt: the document has no part "get 404"; remove the line']],
  ])('with a threshold of %d and %j allowed, the faults are %j', (threshold, allowed, expected) => {
    expect(faults(threshold, ...allowed)).toEqual(expected);
  });

  it('rounds shares down, and nothing is all of nothing', () => {
    expect([percent(199, 200), percent(200, 200), percent(0, 0)]).toEqual([
      '99 %',
      '100 %',
      '100 %',
    ]);
  });
});
