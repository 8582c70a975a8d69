import { startCpuClock } from '../../../../support/cpu-time';
import { useDocument } from '../../use-document';
import { itEach } from '../../../../support/it-each';

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: addBook
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { $ref: '#/components/schemas/Book' }
            encoding:
              spread: { style: form }
              shelves: { contentType: application/json }
      responses: { 204: { description: Added }, 4XX: { $ref: '#/components/responses/Failed' } }
    put:
      operationId: putBook
      requestBody: { content: { application/x-www-form-urlencoded: { schema: {} } } }
      responses: { 204: { description: Added }, 4XX: { $ref: '#/components/responses/Failed' } }
    patch:
      operationId: closeBook
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              properties: { a: { type: integer } }
              patternProperties: { '^n_': { type: number } }
              additionalProperties: false
      responses: { 204: { description: Added }, 4XX: { $ref: '#/components/responses/Failed' } }
components:
  schemas:
    Base: { properties: { title: { type: string, minLength: 1 } } }
    Book:
      allOf: [{ $ref: '#/components/schemas/Base' }]
      type: object
      required: [title]
      properties:
        id: { type: integer, format: int64 }
        lent: { type: boolean }
        price: { type: [number, 'null'] }
        tags: { type: array, items: { type: string } }
        years: { type: array, items: { type: integer, format: int64 } }
        author: { type: object, required: [name], properties: { name: { type: string }, born: { type: integer, format: int64 } } }
        shelves: { type: array, items: { type: object, properties: { row: { type: integer } } } }
        code: { type: string }
        either: { oneOf: [{ type: string }, { type: array, items: { type: string } }] }
        added: { type: string, readOnly: true }
        __proto__: { type: integer }
        spread: { type: object, properties: { x: { type: integer }, y: { type: integer } } }
  responses:
    Failed: { description: Failed, content: { application/json: { schema: {} } } }
`;

let received: unknown;
const take = (input: { body?: unknown }): Promise<{ status: number }> => {
  received = input.body;
  return Promise.resolve({ status: 204 });
};
const served = useDocument(document, { addBook: take, putBook: take, closeBook: take });

async function send(
  body: string,
  method = 'POST',
  type = 'application/x-www-form-urlencoded',
): Promise<unknown> {
  received = 'nothing';
  const response = await fetch(`${served.url}/books`, {
    method,
    headers: { 'Content-Type': type },
    body: Buffer.from(body, 'latin1'),
  });
  if (response.status === 204) return received;
  return { status: response.status, ...((await response.json()) as object) };
}

describe('a form', () => {
  itEach<[given: string, want: object]>({
    text: ['title=a', { title: 'a' }],
    escaped: ['title=a+b%2B%26%C3%A9%F0%9F%8C%B1', { title: 'a b+&é🌱' }],
    'an escaped name': ['%74itle=a', { title: 'a' }],
    'a value with "="': ['title=a=b', { title: 'a=b' }],
    'empty pairs': ['&title=a&&', { title: 'a' }],
    'text that looks like a number': ['title=7', { title: '7' }],
    'an integer beyond 2^53': [
      'title=a&id=9007199254740993',
      { title: 'a', id: 9007199254740993n },
    ],
    'a boolean': ['title=a&lent=true', { title: 'a', lent: true }],
    null: ['title=a&price=', { title: 'a', price: null }],
    'a list': ['tags=x&title=a&tags=y', { title: 'a', tags: ['x', 'y'] }],
    'a list of one': ['title=a&tags=x', { title: 'a', tags: ['x'] }],
    'a list of exact integers': [
      'title=a&years=9007199254740993&years=2',
      { years: [9007199254740993n, 2n] },
    ],
    'text where a list may be': ['title=a&either=x', { either: 'x' }],
    'a list where text may be': ['title=a&either=x&either=y', { either: ['x', 'y'] }],
    'an object, as JSON': [
      'title=a&author={"name":"b","born":9007199254740993,"x":1}',
      { author: { name: 'b', born: 9007199254740993n } },
    ],
    'a list of objects': [
      'title=a&shelves={"row":1}&shelves={"row":2}',
      { shelves: [{ row: 1 }, { row: 2 }] },
    ],
    'a list of objects as one': ['title=a&shelves=[{"row":1}]', { shelves: [{ row: 1 }] }],
    'a property called __proto__': ['title=a&__proto__=5', { ['__proto__']: 5 }],
    'a readOnly field': ['title=a&added=x', { title: 'a' }],
    'a field that is not documented': ['title=a&shelf=x', { title: 'a' }],
  })('of %s', async (_, given, want) => {
    expect(await send(given)).toStrictEqual({ title: 'a', ...want });
  });

  itEach<[given: string, want: [number, string]]>({
    nothing: ['', [40003, 'lacks the property "title"']],
    'an empty title': ['title=', [40003, 'at "/title" must have at least 1 characters']],
    'a word as integer': ['title=a&id=x', [40003, 'at "/id" must be of type integer']],
    'an integer beyond 64 bits': [
      'title=a&id=9223372036854775808',
      [40003, 'at "/id" must be an integer of 64 bits'],
    ],
    'a title twice': [
      'title=a&title=b',
      [40003, 'The field "title" of the body is given more than once'],
    ],
    'broken percent-encoding': ['title=%zz', [40001, 'has percent-encoding that is not UTF-8']],
    'percent-encoding of no text': ['title=%ff', [40001, 'has percent-encoding that is not UTF-8']],
    'bytes of no text': ['title=\xff', [40001, 'is not UTF-8']],
    'an object that is not JSON': ['title=a&author=b', [40001, '"author"']],
    'an object that lacks a property': [
      'title=a&author={}',
      [40003, 'at "/author" lacks the property "name"'],
    ],
  })('with %s is refused', async (_, given, [error, message]) => {
    expect(await send(given)).toMatchObject({
      status: 400,
      error,
      message: expect.stringContaining(message) as string,
    });
  });

  it('without a schema is whatever was sent', async () => {
    expect(await send('a=1&b=x&b=y&__proto__=z', 'PUT')).toStrictEqual({
      a: '1',
      b: ['x', 'y'],
      ['__proto__']: 'z',
    });
    expect(await send('', 'PUT')).toStrictEqual({});
  });

  it('that is closed takes no other field', async () => {
    expect(await send('a=1&n_x=2.5', 'PATCH')).toStrictEqual({ a: 1, n_x: 2.5 });
    expect(await send('a=1&b=2', 'PATCH')).toMatchObject({ status: 400, error: 40003 });
  });

  it('in another charset is refused', async () => {
    const type = 'application/x-www-form-urlencoded; charset=iso-8859-1';
    expect(await send('title=a', 'POST', type)).toMatchObject({ status: 415 });
  });

  it('of very many fields is read in time', async () => {
    const cpuTimeMs = startCpuClock();
    await send('a&'.repeat(400_000), 'PUT');
    await send(`title=a&${'x=1&'.repeat(100_000)}`);
    expect(cpuTimeMs()).toBeLessThan(3_000);
  });

  it('reports no fault of the service', () => expect(served.faults).toStrictEqual([]));
});
