import path from 'node:path';
import { generate } from '../../../../src/tools/generate/command';
import {
  DocumentError,
  type DocumentNotice,
} from '../../../../src/tools/document/model/document-error';
import { describeFaults } from '../../../../src/tools/document/model/describe-faults';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import {
  readDocument,
  type SourceDocument,
} from '../../../../src/tools/document/read/read-document';
import { runInProcess } from '../../../support/run-in-process';
import type { ScriptResult } from '../../../support/run-script';
import { writeFiles, temporaryFolder } from '../../../support/temporary-folder';
import { itEach } from '../../../support/it-each';

const within = temporaryFolder();

const done = 'responses: { 204: { description: Done } }';

/** A document with the operations `good` on line 4, `bad` on line 6, and more from line 7 on. */
function library(bad: string, more = ''): string {
  return `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /good: { get: { operationId: good, ${done} } }
  /bad:
    get: { operationId: bad, ${bad}, ${done} }
${more}`;
}

function read(text: string, others: Readonly<Record<string, string>> = {}): SourceDocument {
  const folder = writeFiles(within, { 'library.yaml': text, ...others });
  return readDocument(path.join(folder, 'library.yaml'), 'library.yaml');
}

/** What is served of a document, and what is reported. */
function taken(source: SourceDocument): { served: string[]; notices: string[] } {
  const notices: DocumentNotice[] = [];
  const { contract } = loadContract(source.document, {
    faults: source.faults,
    report: (notice) => notices.push(notice),
  });
  return {
    served: contract.operations.map(({ operationId }) => operationId),
    notices: describeFaults(notices, source).split('\n'),
  };
}

const get = '/paths/~1bad/get';
const leftOut = (line: number, pointer: string, cause: string): string =>
  `library.yaml:${line}: ${pointer}: left out: the operation is not served, because of the fault at ${cause}`;
const strin = 'must be one of ["array","boolean","integer","null","number","object","string"]';
const consts = (count: number): string =>
  Array.from({ length: count }, (_, index) => `{ const: ${index} }`).join();
const query = (schema: string): string => `parameters: [{ in: query, name: q, schema: ${schema} }]`;
const tooMany = (length: number): string =>
  `warning: has ${length} alternatives, and all lists of more than 50 may have 4000 together; state what they have in common, such as by "enum" or "pattern"`;
const usesA = 'parameters: [{ in: query, name: q, schema: { $ref: "#/components/schemas/A" } }]';

it('serves what has no more alternatives than can be compiled, and many with few', () => {
  const few = Array.from(
    { length: 100 },
    (_, index) => `{ in: query, name: q${index}, schema: { oneOf: [${consts(50)}] } }`,
  );
  const long = `{ in: query, name: long, schema: { anyOf: [${consts(4000)}] } }`;
  const given = library(`parameters: [${[...few, long].join()}]`);
  expect(taken(read(given))).toEqual({ served: ['good', 'bad'], notices: [''] });
});

it('leaves out an operation whose alternatives refer to too many together', () => {
  const names = Array.from({ length: 21 }, (_, index) => `B${index}`);
  const parts = names.map((name) => `${name}: { oneOf: [${consts(200)}] }`);
  const all = names.map((name) => `{ $ref: "#/components/schemas/${name}" }`);
  const schemas = [`A: { oneOf: [${all.join()}] }`, ...parts].join();
  const { served, notices } = taken(
    read(library(usesA, `components: { schemas: { ${schemas} } }\n`)),
  );
  expect(served).toEqual(['good']);
  expect(notices[0]).toBe(`library.yaml:7: /components/schemas/B20/oneOf: ${tooMany(200)}`);
});

it('leaves out the longest of several long lists', () => {
  const schemas = `A: { oneOf: [${consts(2000)}] }, B: { oneOf: [${consts(2001)}] }`;
  const given = library(usesA.replace('/A', '/B'), `components: { schemas: { ${schemas} } }\n`);
  const { served, notices } = taken(read(given));
  expect(served).toEqual(['good']);
  expect(notices[0]).toBe(`library.yaml:7: /components/schemas/B/oneOf: ${tooMany(2001)}`);
});

describe('left out is', () => {
  itEach<[given: string, served: string[], want: string[]]>({
    'an operation whose schema refers to what is no schema': [
      library(
        'parameters: [{ in: query, name: q, schema: { $ref: "#/components/parameters/P" } }]',
        'components: { parameters: { P: { in: query, name: p, required: true, schema: {} } } }\n',
      ),
      ['good'],
      [
        `library.yaml:6: ${get}/parameters/0/schema: warning: what it refers to is not a valid schema: at "/required" must be of type array; name the required properties in a list, in the schema of the object that has them`,
        leftOut(6, get, `${get}/parameters/0/schema`),
      ],
    ],
    'an operation with more alternatives than can be compiled': [
      library(query(`{ oneOf: [${consts(4001)}] }`)),
      ['good'],
      [
        `library.yaml:6: ${get}/parameters/0/schema/oneOf: ${tooMany(4001)}`,
        leftOut(6, get, `${get}/parameters/0/schema/oneOf`),
      ],
    ],
    'an operation whose alternatives have too many of their own': [
      library(
        query(`{ oneOf: [{ anyOf: [${consts(2999)}] }, { items: { oneOf: [${consts(1002)}] } }] }`),
      ),
      ['good'],
      [
        `library.yaml:6: ${get}/parameters/0/schema/oneOf/0/anyOf: ${tooMany(2999)}`,
        leftOut(6, get, `${get}/parameters/0/schema/oneOf/0/anyOf`),
      ],
    ],
    'an operation that refers to too many alternatives': [
      library(usesA, `components: { schemas: { A: { anyOf: [${consts(4001)}] } } }\n`),
      ['good'],
      [
        `library.yaml:7: /components/schemas/A/anyOf: ${tooMany(4001)}`,
        leftOut(6, get, '/components/schemas/A/anyOf'),
      ],
    ],
    'an operation with a fault': [
      library('parameters: [{ in: body, name: q }]'),
      ['good'],
      [
        `library.yaml:6: ${get}/parameters/0/in: warning: must be one of ["query","header","path","cookie"]`,
        leftOut(6, get, `${get}/parameters/0/in`),
      ],
    ],
    'all operations of a path with a fault': [
      library(
        'summary: Bad',
        '    post: { operationId: worse, responses: 7 }\n    parameters: 7\n',
      ),
      ['good'],
      [
        'library.yaml:8: /paths/~1bad/parameters: warning: must be of type array',
        'library.yaml:7: /paths/~1bad/post/responses: warning: must be of type object',
        leftOut(6, get, '/paths/~1bad/parameters'),
        leftOut(7, '/paths/~1bad/post', '/paths/~1bad/post/responses'),
      ],
    ],
    'those that use a faulty component, through others too': [
      library(
        usesA,
        '  /also: { get: { operationId: also, responses: { 200: { $ref: "#/components/responses/R" } } } }\ncomponents:\n  schemas:\n    A: { items: { $ref: "#/components/schemas/B" } }\n    B: { type: strin }\n  responses: { R: { description: R, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } }\n',
      ),
      ['good'],
      [
        `library.yaml:11: /components/schemas/B/type: warning: ${strin}`,
        leftOut(6, get, '/components/schemas/B/type'),
        leftOut(7, '/paths/~1also/get', '/components/schemas/B/type'),
      ],
    ],
    'a component that nothing uses, and no operation': [
      library('summary: x', 'components: { schemas: { B: { type: strin } } }\n'),
      ['good', 'bad'],
      [`library.yaml:7: /components/schemas/B/type: warning: ${strin}`],
    ],
    'a callback with a fault, and not its operation': [
      library('callbacks: { c: { "{$url}": { get: { responses: 7 } } } }'),
      ['good', 'bad'],
      [`library.yaml:6: ${get}/callbacks/c/{$url}/get/responses: warning: must be of type object`],
    ],
    'a link with a fault, and not its operation': [
      library(
        'summary: x',
        '  /also: { get: { operationId: also, responses: { 200: { description: x, links: { l: { description: x } } } } } }\n',
      ),
      ['good', 'bad', 'also'],
      [
        'library.yaml:7: /paths/~1also/get/responses/200/links/l: warning: lacks the property "operationRef"',
      ],
    ],
    'a link to nothing, and not its operation': [
      library(
        'summary: x',
        '  /also: { get: { operationId: also, responses: { 200: { description: x, links: { l: { $ref: "#/components/links/L" } } } } } }\n',
      ),
      ['good', 'bad', 'also'],
      [
        'library.yaml:7: /paths/~1also/get/responses/200/links/l: warning: "#/components/links/L" refers to nothing; add it or correct the reference',
      ],
    ],
    'an example with a fault where it is used, and no operation': [
      library(
        'parameters: [{ in: query, name: q, schema: {}, examples: { e: { $ref: "#/components/examples/E" } } }]',
        'components: { examples: { E: { value: 1, externalValue: e.json } } }\n',
      ),
      ['good', 'bad'],
      ['library.yaml:7: /components/examples/E: warning: matches a schema that it must not match'],
    ],
    'documentation without an address, and not its operation': [
      library('externalDocs: { description: More }'),
      ['good', 'bad'],
      [`library.yaml:6: ${get}/externalDocs: warning: lacks the property "url"`],
    ],
    'a webhook with a fault': [
      library('summary: x', 'webhooks: { w: { get: { responses: 7 } } }\n'),
      ['good', 'bad'],
      ['library.yaml:7: /webhooks/w/get/responses: warning: must be of type object'],
    ],
    'an operation of another method, and not its path': [
      library(
        'summary: x',
        '    additionalOperations: { COPY: { callbacks: 7, responses: { 204: { description: Done } } }, LINK: { operationId: link, responses: { 204: { description: Done } } } }\n',
      ).replace('3.1.0', '3.2.0'),
      ['good', 'bad', 'link'],
      [
        'library.yaml:7: /paths/~1bad/additionalOperations/COPY/callbacks: warning: must be of type object',
        leftOut(
          7,
          '/paths/~1bad/additionalOperations/COPY',
          '/paths/~1bad/additionalOperations/COPY/callbacks',
        ),
      ],
    ],
    'an operation of a method that the path item has already': [
      library('summary: x', `    additionalOperations: { GET: { ${done} } }\n`).replace(
        '3.1.0',
        '3.2.0',
      ),
      ['good', 'bad'],
      [
        'library.yaml:7: /paths/~1bad/additionalOperations/GET: warning: the method GET is also that of /paths/~1bad/get; keep one',
        leftOut(
          7,
          '/paths/~1bad/additionalOperations/GET',
          '/paths/~1bad/additionalOperations/GET',
        ),
      ],
    ],
    'an operation whose media type of the components has a fault': [
      library(
        'requestBody: { content: { application/json: { $ref: "#/components/mediaTypes/M" } } }',
        'components: { mediaTypes: { M: { schema: { type: strin } } } }\n',
      ).replace('3.1.0', '3.2.0'),
      ['good'],
      [
        `library.yaml:7: /components/mediaTypes/M/schema/type: warning: ${strin}`,
        leftOut(6, get, '/components/mediaTypes/M/schema/type'),
      ],
    ],
    'no operation whose response alone refers to nothing': [
      library(
        'summary: x',
        '  /also: { get: { operationId: also, responses: { 200: { description: x, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } } } }\n',
      ),
      ['good', 'bad', 'also'],
      [
        'library.yaml:7: /paths/~1also/get/responses/200/content/application~1json/schema: warning: "#/components/schemas/A" refers to nothing; add it or correct the reference; until then nothing is held to it, and no request that needs it is served',
      ],
    ],
    'no operation whose response alone refers to a missing file': [
      library(
        'summary: x',
        '  /also: { get: { operationId: also, responses: { 200: { $ref: "a.yaml#/A" } } } }\n',
      ),
      ['good', 'bad', 'also'],
      [
        'library.yaml:7: /paths/~1also/get/responses/200: warning: there is no file a.yaml; add it or correct the reference; until then nothing is held to it, and no request that needs it is served',
      ],
    ],
    'an operation whose security scheme has a fault': [
      library(
        'security: [{ pass: [] }]',
        'components: { securitySchemes: { pass: { type: http } } }\n',
      ),
      ['good'],
      [
        'library.yaml:7: /components/securitySchemes/pass: warning: lacks the property "scheme"',
        leftOut(6, get, '/components/securitySchemes/pass'),
      ],
    ],
  })('%s, and says so', (_, given, served, want) => {
    expect(taken(read(given))).toStrictEqual({ served, notices: want });
  });

  it('nothing where the fault touches the document as a whole', () => {
    const source = read(library('summary: x').replace('3.1.0', '4.0.0'));
    expect(() => taken(source)).toThrow(DocumentError);
  });
});

describe('npm run generate', () => {
  const generated = async (args: readonly string[]): Promise<ScriptResult> => {
    const { stderr, ...result } = await runInProcess(generate, args);
    return { ...result, stderr: stderr.replace(/\S+\/(?=library\.yaml)/g, '') };
  };
  const spec = (): string =>
    path.join(writeFiles(within, { 'library.yaml': library('parameters: 7') }), 'library.yaml');
  const out = path.join(within, 'out');

  it('ends with 0 for a fault of one operation, and says what is left out', async () => {
    const { code, stderr } = await generated(['--spec', spec(), '--generated', out]);
    expect({ code, stderr }).toStrictEqual({
      code: 0,
      stderr: `library.yaml:6: ${get}/parameters: warning: must be of type array
${leftOut(6, get, `${get}/parameters`)}
library.yaml: 1 operation left out (GET /bad), 1 warning
`,
    });
  });

  it('ends with 2 for the same with --strict, and says that it could be left out', async () => {
    const { code, stderr } = await generated(['--spec', spec(), '--strict', '--generated', out]);
    expect({ code, stderr }).toStrictEqual({
      code: 2,
      stderr: `library.yaml:6: ${get}/parameters: must be of type array\nWithout --strict these are left out, with the operations that need them\n`,
    });
  });

  describe('for many warnings', () => {
    const names = Array.from(
      { length: 12 },
      (_, index) => `p${index}: { pattern: '(?i)${index}' }`,
    );
    const schemas = `components: { schemas: { A: { properties: { ${names.join(', ')} } } } }\n`;
    const folder = writeFiles(within, { 'library.yaml': library('summary: x', schemas) });
    const args = [
      ...['--spec', path.join(folder, 'library.yaml')],
      ...['--generated', path.join(folder, 'out')],
    ];

    it('shows the first ten, and how many there are', async () => {
      const lines = (await generated(args)).stderr.trimEnd().split('\n');
      expect(lines).toHaveLength(11);
      expect(lines.at(-1)).toBe('library.yaml: 12 warnings; --all shows the other 2');
    });

    it('shows one that is at many places once', async () => {
      const same = schemas.replace(/pattern: '[^']*'/g, 'nullable: true');
      const other = writeFiles(within, { 'library.yaml': library('summary: x', same) });
      const { stderr } = await generated([
        ...['--spec', path.join(other, 'library.yaml')],
        ...['--generated', path.join(other, 'out')],
      ]);
      expect(stderr.split('\n')).toEqual([
        expect.stringMatching(/p0\/nullable: warning: "nullable" means .* \(at 12 places\)$/),
        'library.yaml: 12 warnings; --all shows the other 11',
        '',
      ]);
    });

    it('shows each with --all', async () => {
      const lines = (await generated([...args, '--all'])).stderr.trimEnd().split('\n');
      expect(lines).toHaveLength(13);
      expect(lines.at(-1)).toBe('library.yaml: 12 warnings');
    });

    it('ends with 2 with --strict', async () => {
      const { code, stderr } = await generated([...args, '--strict']);
      expect(code).toBe(2);
      expect(stderr).toMatch(/\nWith --strict a document with warnings is refused; .*\n$/);
    });
  });
});
