import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { serveDocument } from '../../../support/serve-document';
import { useStarted } from '../../../support/use-started';
import { noticesOf } from './notices-of';

/** Documents of OpenAPI 3.0, which mean what that version says. */

const COMPONENTS = `components:
  schemas:
    Name: { type: string }
    MaybeName: { type: string, nullable: true }
    Named: { type: object, properties: { name: { $ref: '#/components/schemas/Name' } } }
`;

function library(post: string): string {
  return `openapi: 3.0.4
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      ${post.replaceAll('\n', '\n      ')}
      responses: { 204: { description: Added } }
${COMPONENTS}`;
}

const withBody = (schema: string): string =>
  library(`requestBody: { content: { application/json: { schema: ${schema} } } }`);

const at = '/paths/~1books/post';
const schemaAt = `${at}/requestBody/content/application~1json/schema`;
const READ = '1 /openapi: notice: OpenAPI 3.0 is read as OpenAPI 3.1 that means the same';

/** Without what is said of each. */
function ownNoticesOf(text: string): string[] {
  return noticesOf(text).filter((line) => line !== READ && !line.includes('has no operationId'));
}

interface Row {
  readonly schema: string;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
  /** What is said, behind the pointer of the schema. */
  readonly said?: readonly string[];
}

const ROWS: Readonly<Record<string, Row>> = {
  nullable: {
    schema: '{ type: string, nullable: true }',
    valid: ['x', null],
    invalid: [1],
  },
  'nullable: false': {
    schema: '{ type: string, nullable: false }',
    valid: ['x'],
    invalid: [null],
  },
  'nullable with an enum that lists null': {
    schema: '{ type: string, nullable: true, enum: [a, null] }',
    valid: ['a', null],
    invalid: ['b'],
  },
  'nullable with an enum that does not list null': {
    schema: '{ type: string, nullable: true, enum: [a] }',
    valid: ['a'],
    invalid: [null],
    said: [
      '/nullable: notice: does not make null valid here, since "enum" does not list it; where it is meant to be valid, add null to "enum"',
    ],
  },
  'nullable without a type': {
    schema: "{ nullable: true, allOf: [{ $ref: '#/components/schemas/Name' }] }",
    valid: ['x'],
    invalid: [null],
    said: [
      '/nullable: notice: says nothing without "type" beside it in OpenAPI 3.0; where null is meant to be valid, let the schemas beside it allow it',
    ],
  },
  'nullable with a type and allOf of what may be null': {
    schema: "{ type: string, nullable: true, allOf: [{ $ref: '#/components/schemas/MaybeName' }] }",
    valid: ['x', null],
    invalid: [1],
  },
  'nullable with a type and allOf of what may not be null': {
    schema: "{ type: string, nullable: true, allOf: [{ $ref: '#/components/schemas/Name' }] }",
    valid: ['x'],
    invalid: [null],
    said: [
      '/nullable: notice: does not make null valid here, since the schemas beside it do not allow it; where it is meant to be valid, let them allow it',
    ],
  },
  'nullable with a type and anyOf of which one may be null': {
    schema:
      "{ type: string, nullable: true, anyOf: [{ $ref: '#/components/schemas/Name' }, { enum: [null] }] }",
    valid: ['x', null],
    invalid: [1],
  },
  'nullable without anything that null could break': {
    schema: '{ nullable: true, maxLength: 3 }',
    valid: ['x', null, 1],
    invalid: ['long'],
    said: [
      '/nullable: notice: says nothing without "type" beside it in OpenAPI 3.0, which then allows any type, null too; remove it, or add "type"',
    ],
  },
  'nullable beside a reference': {
    schema: "{ $ref: '#/components/schemas/Name', nullable: true, description: A name }",
    valid: ['x'],
    invalid: [null],
    said: [
      '/nullable: warning: is ignored beside "$ref" in OpenAPI 3.0; put both into a list of "allOf", or write "openapi: 3.1.1"',
    ],
  },
  'a limit beside a reference': {
    schema: "{ $ref: '#/components/schemas/Name', minLength: 3 }",
    valid: ['x'],
    invalid: [1],
    said: [
      '/minLength: warning: is ignored beside "$ref" in OpenAPI 3.0; put both into a list of "allOf", or write "openapi: 3.1.1"',
    ],
  },
  'a keyword beside a reference that OpenAPI 3.0 does not have': {
    schema: "{ $ref: '#/components/schemas/Name', const: x }",
    valid: ['x', 'y'],
    invalid: [1],
    said: [
      '/const: warning: is ignored beside "$ref" in OpenAPI 3.0; put both into a list of "allOf", or write "openapi: 3.1.1"',
    ],
  },
  'exclusive limits': {
    schema:
      '{ type: number, minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true }',
    valid: [1.5],
    invalid: [1, 2],
  },
  'limits that are not exclusive': {
    schema:
      '{ type: number, minimum: 1, exclusiveMinimum: false, maximum: 2, exclusiveMaximum: false }',
    valid: [1, 2],
    invalid: [0.5, 2.5],
  },
  'an exclusive limit without a limit': {
    schema: '{ type: number, exclusiveMinimum: true }',
    valid: [-1],
    invalid: ['x'],
  },
  'an exclusive limit that is a number': {
    schema: '{ type: number, exclusiveMinimum: 1 }',
    valid: [2],
    invalid: [1],
    said: [
      '/exclusiveMinimum: warning: is read as JSON Schema 2020-12 has it, which OpenAPI 3.0 does not; write "openapi: 3.1.1"',
    ],
  },
  'properties called as keywords': {
    schema:
      '{ type: object, properties: { nullable: { type: boolean }, example: { type: string }, exclusiveMinimum: { type: integer }, $ref: { type: string } }, required: [example] }',
    valid: [{ example: 'x', nullable: true, exclusiveMinimum: 1, $ref: 'y' }],
    invalid: [{}, { example: 1 }, { example: 'x', $ref: 1 }],
  },
  'keywords in examples, defaults and enums': {
    schema:
      "{ type: object, enum: [{ type: string, nullable: true }], example: { type: string, nullable: true }, default: { $ref: '#/x', nullable: true } }",
    valid: [{ type: 'string', nullable: true }],
    invalid: [{ type: ['string', 'null'] }],
  },
  'deep within': {
    schema:
      '{ type: object, additionalProperties: { type: array, items: { anyOf: [{ type: integer, nullable: true }, { not: {} }] } } }',
    valid: [{ a: [1, null] }],
    invalid: [{ a: ['x'] }],
  },
  'bytes as base64': {
    schema: '{ type: string, format: byte }',
    valid: ['AAAA'],
    invalid: ['*'],
  },
  const: {
    schema: '{ const: x }',
    valid: ['x'],
    invalid: ['y'],
    said: [
      '/const: warning: is read as JSON Schema 2020-12 has it, which OpenAPI 3.0 does not; write "openapi: 3.1.1"',
    ],
  },
  'a list of types': {
    schema: "{ type: [string, 'null'] }",
    valid: ['x', null],
    invalid: [1],
    said: [
      '/type: warning: is read as JSON Schema 2020-12 has it, which OpenAPI 3.0 does not; write "openapi: 3.1.1"',
    ],
  },
  'nullable of the wrong form': {
    schema: "{ type: string, nullable: 'maybe' }",
    valid: ['x'],
    invalid: [null],
    said: ['/nullable: warning: must be true or false, and is ignored'],
  },
};

describe('a schema of OpenAPI 3.0', () => {
  const rows = Object.values(ROWS);

  const served = useStarted(() => {
    const paths = rows.map(
      ({ schema }, index) => `  /${index}:
    post:
      operationId: post${index}
      requestBody: { content: { application/json: { schema: ${schema} } } }
      responses: { 204: { description: Taken } }
`,
    );
    const text = `openapi: 3.0.0\ninfo: { title: Schemas, version: '1' }\npaths:\n${paths.join('')}${COMPONENTS}`;
    const handlers = rows.map((_, index) => [
      `post${index}`,
      () => Promise.resolve({ status: 204 }),
    ]);
    return serveDocument(text, Object.fromEntries(handlers));
  });

  async function statusOf(index: number, value: unknown): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(value);
    const response = await fetch(`${served.url}/${index}`, { method: 'POST', headers, body });
    return response.status;
  }

  it.each(Object.entries(ROWS).map(([name, row], index) => [name, row, index] as const))(
    'with %s takes what that version takes, and says what it may not mean',
    async (_, { schema, valid, invalid, said = [] }, index) => {
      const statuses = (values: readonly unknown[]): Promise<number[]> =>
        Promise.all(values.map((value) => statusOf(index, value)));
      expect(await statuses(valid)).toStrictEqual(valid.map(() => 204));
      expect(await statuses(invalid)).toStrictEqual(invalid.map(() => 400));
      expect(ownNoticesOf(withBody(schema))).toStrictEqual(
        said.map((line) => `6 ${schemaAt}${line}`),
      );
    },
  );
});

describe('a document of OpenAPI 3.0', () => {
  it('is read as 3.1, and that is said once, with its version', () => {
    const source = parseSource(withBody('{}'), 'library.yaml');
    const lines: string[] = [];
    loadContract(source.document, {
      report: ({ pointer, severity, message }) =>
        lines.push(`${source.lineOf(pointer)} ${pointer}: ${severity}: ${message}`),
    });
    expect(lines.filter((line) => line.includes('OpenAPI 3.0'))).toStrictEqual([READ]);
  });

  it('tells of the body of a method that has none by HTTP', () => {
    const text = withBody('{ type: string }').replace('post:', 'delete:');
    expect(ownNoticesOf(text)).toStrictEqual([
      '6 /paths/~1books/delete/requestBody: warning: is read as OpenAPI 3.1 has it; OpenAPI 3.0 ignores the body of this method, so remove it or write "openapi: 3.1.1"',
    ]);
  });

  it('names the place of a fault in the text as it was written', () => {
    const text = withBody(
      '{ type: object, properties: { name: { type: strin, nullable: true } } }',
    );
    expect(() => loadContract(parseSource(text, 'x').document, { strict: true })).toThrow(
      `${schemaAt}/properties/name/type`,
    );
  });

  it('ignores what stands beside references to other objects', () => {
    const text = library("parameters: [{ $ref: '#/components/parameters/Limit', required: true }]");
    const parameters = `  parameters:
    Limit: { name: limit, in: query, schema: { type: integer } }
`;
    const { contract } = loadContract(parseSource(text + parameters, 'x').document);
    expect(contract.operations[0]?.parameters).toMatchObject([{ name: 'limit', required: false }]);
  });

  it('reads the fields of multipart forms without a style', () => {
    const form = `requestBody:
  content:
    multipart/form-data:
      schema: { type: object, properties: { tags: { type: array, items: { type: string } } } }
      encoding: { tags: { style: spaceDelimited, explode: false } }`;
    const [{ requestBody } = {}] = loadContract(parseSource(library(form), 'x').document).contract
      .operations;
    const media = requestBody?.content['multipart/form-data'];
    expect(media).toMatchObject({ fields: { tags: { serialization: { itemwise: true } } } });
  });

  it('takes any value of a server variable whose enum is empty', () => {
    const servers = `servers: [{ url: 'http://x/{v}', variables: { v: { default: a, enum: [] } } }]\n`;
    const text = withBody('{}').replace('paths:', `${servers}paths:`);
    const { contract } = loadContract(parseSource(text, 'x').document, { strict: true });
    expect(contract.basePaths).toStrictEqual(['/a', '/{v}']);
  });
});
