import { temporaryFolder } from '../../../support/temporary-folder';
import { foundIn } from './found-in';
import { itEach } from '../../../support/it-each';

const folder = temporaryFolder();

/** A document whose only faults are in the inserted lines, which begin at line 9. */
function document(lines: string, version = '3.1.0'): string {
  return `openapi: ${version}
info: { title: Library, version: '1', license: { name: MIT, url: https://mit.test } }
servers: [{ url: https://library.test }]
security: []
paths:
  /books:
    post:
      { operationId: add, summary: Add,
${lines},
      responses: { 200: { description: Done }, 400: { description: Wrong } } }
`;
}

async function examples(text: string, files: Record<string, string> = {}): Promise<string[]> {
  const { findings, shown } = await foundIn(folder, { 'openapi.yaml': text, ...files });
  return [...findings.map((line) => line.replace('openapi.yaml:', '')), ...shown];
}

const BOOK =
  '{ type: object, required: [id, title], properties: { id: { type: integer, readOnly: true }, title: { type: string, minLength: 1 }, code: { type: string, writeOnly: true } } }';

const body = (media: string, type = 'application/json'): string =>
  `      requestBody: { content: { ${type}: ${media} } }`;

describe('an example that its schema refuses is found, with its line', () => {
  itEach<[string, string[]]>({
    'of a body': [
      body(`{ schema: ${BOOK},\n        example: {\n          title: 7 } }`),
      [
        '11 example /paths/~1books/post/requestBody/content/application~1json/example: the example at "/title" must be of type string',
      ],
    ],
    'by its name': [
      body(`{ schema: ${BOOK}, examples: { short: { value: { title: '' } } } }`),
      [
        '9 example /paths/~1books/post/requestBody/content/application~1json/examples/short/value: the example at "/title" must have at least 1 characters',
      ],
    ],
    'as text of JSON': [
      body(`{ schema: ${BOOK}, example: '{"title":"a"}' }`),
      [
        '9 example /paths/~1books/post/requestBody/content/application~1json/example: the example must be of type object',
      ],
    ],
    'of a form': [
      body(`{ schema: ${BOOK}, example: {} }`, 'application/x-www-form-urlencoded'),
      [
        '9 example /paths/~1books/post/requestBody/content/application~1x-www-form-urlencoded/example: the example lacks the property "title"',
      ],
    ],
    'of a text': [
      body('{ schema: { type: string, maxLength: 2 }, example: long }', 'text/plain'),
      [
        '9 example /paths/~1books/post/requestBody/content/text~1plain/example: the example must have at most 2 characters',
      ],
    ],
    'of a parameter, and of the content of one': [
      `      parameters:
        [ { name: p, in: query, schema: { type: integer }, example: one },
          { name: q, in: query, content: { application/json: { schema: { type: integer }, example: two } } } ]`,
      [
        '10 example /paths/~1books/post/parameters/0/example: the example must be of type integer',
        '11 example /paths/~1books/post/parameters/1/content/application~1json/example: the example must be of type integer',
      ],
    ],
    'in a schema, and in one within it': [
      body(
        '{ schema: { type: object, examples: [{}, 5], properties: {\n          a: { type: string, example: 6 } } } }',
      ),
      [
        '9 example /paths/~1books/post/requestBody/content/application~1json/schema/examples/1: the example must be of type object',
        '10 example /paths/~1books/post/requestBody/content/application~1json/schema/properties/a/example: the example must be of type string',
      ],
    ],
    'with an integer that a double does not hold': [
      body(
        '{ schema: { type: integer, format: int64, maximum: 9007199254740993 },\n        example: 9007199254740994 }',
      ),
      [
        '10 example /paths/~1books/post/requestBody/content/application~1json/example: the example must be an integer of 64 bits, maximum 9007199254740993',
      ],
    ],
  })('%s', async (_, lines, want) => expect(await examples(document(lines))).toEqual(want));
});

/** Places with examples, next to an operation without any. */
function withRest(rest: string, version = '3.1.0'): string {
  return document(body('{ schema: { type: string } }'), version) + rest;
}

describe('so is one', () => {
  itEach<[string, string[]]>({
    'of a response and its header, among the components': [
      withRest(`components:
  responses:
    Book:
      description: A book
      headers: { x-count: { schema: { type: integer }, example: many } }
      content: { application/json: { schema: ${BOOK}, example: { title: a } } }
`),
      [
        '15 example /components/responses/Book/headers/x-count/example: the example must be of type integer',
        '16 example /components/responses/Book/content/application~1json/example: the example lacks the property "id"',
      ],
    ],
    'of a response of an operation, whatever its method': [
      document(body('{ schema: { type: string } }'), '3.2.0') +
        `  /copies:
    get: { operationId: get, summary: Get, responses: &responses { 200: { description: A book, content: { application/json: { schema: ${BOOK}, example: { title: a } } } }, 400: { description: Wrong } } }
    additionalOperations: { COPY: { operationId: copy, summary: Copy, responses: *responses } }
`,
      // An alias is replaced by the content of its anchor.
      ['get', 'additionalOperations/COPY'].map(
        (operation) =>
          `12 example /paths/~1copies/${operation}/responses/200/content/application~1json/example: the example lacks the property "id"`,
      ),
    ],
    'that stands among the components, where it is used': [
      document(
        `      requestBody: { content: { application/json: { schema: { type: integer },\n        examples: { a: { $ref: '#/components/examples/a' } } } } }`,
      ) + 'components: { examples: { a: { value: text } } }\n',
      [
        '10 example /paths/~1books/post/requestBody/content/application~1json/examples/a: the example must be of type integer',
      ],
    ],
    'of a schema that only its own examples use': [
      withRest(`components:
  schemas:
    Book: { type: object, required: [id], example: {} }
`),
      ['13 example /components/schemas/Book/example: the example lacks the property "id"'],
    ],
    'of OpenAPI 3.0': [
      withRest(
        `components:
  schemas:
    Name: { type: string, nullable: true, example: 5 }
    Other: { type: string, nullable: true, example: null }
`,
        '3.0.3',
      ),
      ['13 example /components/schemas/Name/example: the example must be of type string or null'],
    ],
    'of OpenAPI 3.2, and the items of one': [
      document(
        body(
          '{ schema: { type: integer }, examples: { a: { dataValue: text }, b: { serializedValue: text } } }',
        ),
        '3.2.0',
      ) +
        `  /log:
    post:
      operationId: log
      summary: Log
      requestBody:
        content:
          application/jsonl:
            itemSchema: { type: integer }
            examples:
              right: { value: [1, 2] }
              wrong: { value: [1, two] }
              text: { value: "1\\n2" }
              faulty: { value: "1\\ntwo" }
      responses: { 200: { description: Done }, 400: { description: Wrong } }
`,
      [
        '9 example /paths/~1books/post/requestBody/content/application~1json/examples/a/dataValue: the example must be of type integer',
        '21 example /paths/~1log/post/requestBody/content/application~1jsonl/examples/wrong/value: the example at "/1" must be of type integer',
        '23 example /paths/~1log/post/requestBody/content/application~1jsonl/examples/faulty/value: the example at "/1" does not fit the keyword "itemSchema" of its schema',
      ],
    ],
  })('%s', async (_, text, want) => expect(await examples(text)).toEqual(want));

  it('in another file', async () => {
    const text = document(
      `      requestBody: { content: { application/json: { schema: { $ref: 'book.yaml' } } } }`,
    );
    const book = 'type: object\nproperties:\n  title:\n    type: string\n    example: 5\n';
    const { findings } = await foundIn(folder, { 'openapi.yaml': text, 'book.yaml': book });
    expect(findings).toEqual([
      'book.yaml:5 example /properties/title/example: the example must be of type string',
    ]);
  });
});

it('finds a default that its schema refuses, as a warning', async () => {
  const text = withRest('components: { schemas: { Size: { type: integer, default: big } } }\n');
  const message = '/components/schemas/Size/default: warning: the default must be of type integer';
  expect(await examples(text)).toEqual([`openapi.yaml:11: ${message}`]);
});

it('leaves to reading what it says of a default', async () => {
  const text = document(
    `      parameters: [{ name: size, in: query, schema: { type: integer, default: big } }]`,
  );
  const shown = await examples(text);
  expect(shown).toHaveLength(1);
  expect(shown[0]).toContain('the default is not filled in, since it must be of type integer');
});

it('finds nothing in examples of all kinds that are right, or that nothing judges', async () => {
  const text = `openapi: 3.1.0
info: { title: Library, version: '1', license: { name: MIT, identifier: MIT } }
servers: [{ url: https://library.test }]
security: []
paths:
  /books:
    post:
      operationId: add
      summary: Add
      parameters:
        - { name: a, in: query, schema: { type: integer }, example: 1 }
        - { name: b, in: query, schema: { type: array, items: { type: string } }, examples: { list: { value: [x] }, text: { value: 'x,y' } } }
        - { name: c, in: query, content: { application/json: { schema: ${BOOK}, example: { title: a } } } }
        - { name: Accept, in: header, schema: { type: string }, example: 5 }
      requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Book' }
            examples:
              whole: { value: { id: 1, title: a, code: b } }
              written: { value: { title: a } }
              elsewhere: { externalValue: book.json }
              named: { $ref: '#/components/examples/book' }
          application/x-www-form-urlencoded:
            schema: { $ref: '#/components/schemas/Book' }
            examples: { values: { value: { title: a } }, text: { value: 'title=a' } }
          application/xml:
            schema: { type: object, example: <book/> }
            example: <book/>
          image/png: { example: 5 }
          text/plain: { schema: { type: integer }, examples: { value: { value: 5 }, text: { value: '5' } } }
      responses:
        200:
          description: Done
          headers: { x-count: { schema: { type: integer }, example: 5 } }
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Book' }
              example: { id: 1, title: a }
            text/csv: { schema: { type: array }, example: 'a,b' }
        400: { description: Wrong }
components:
  examples: { book: { value: { title: a } } }
  schemas:
    Book: ${BOOK}
    Large: { type: integer, example: 12345678901234567890 }
    Part: { anyOf: [{ type: object, default: null }, { type: 'null' }] }
    Filled: { type: object, default: {}, required: [a], properties: { a: { default: 1 } } }
    Property: { type: object, properties: { example: { type: integer }, default: { type: string } } }
webhooks:
  added:
    post:
      operationId: added
      summary: Added
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Book' }, examples: { whole: { value: { id: 1, title: a } }, written: { value: { title: a } } } } } }
      responses: { 200: { description: Done } }
`;
  expect(await examples(text)).toEqual([]);
});
