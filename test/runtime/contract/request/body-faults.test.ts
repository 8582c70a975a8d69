import { loadContract } from '../../../../src/tools/generate/in-memory';
import { useDocument } from '../use-document';
import { titled } from '../../../support/it-each';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
paths:
  /orders:
    parameters: [{ name: page, in: query, schema: { type: integer } }]
    post:
      operationId: addOrder
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Order' } }
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Order' } }
      responses:
        201: { description: Added }
        400: { description: Refused, content: { application/json: { schema: { $ref: '#/components/schemas/Faults' } } } }
components:
  schemas:
    Faults:
      type: object
      required: [errors]
      properties:
        errors:
          type: array
          items:
            type: object
            required: [pointer, message]
            properties: { pointer: { type: string }, message: { type: string } }
    Order:
      type: object
      required: [name, email, age]
      additionalProperties: false
      properties:
        name: { type: string, pattern: '^[A-Z][a-z]+$' }
        email: { type: string, format: email }
        age: { type: integer, minimum: 18 }
        id: { type: integer, format: int64 }
        code: { enum: [a, b] }
        items: { type: array, uniqueItems: true, items: { $ref: '#/components/schemas/Item' } }
        address:
          type: object
          required: [street, town]
          properties: { street: { type: string, minLength: 3 }, town: { type: string } }
        payment:
          discriminator: { propertyName: by }
          oneOf:
            - { type: object, required: [by, iban], properties: { by: { const: bank }, iban: { type: string } } }
            - { type: object, required: [by, card], properties: { by: { const: card }, card: { type: integer } } }
        next: { $ref: '#/components/schemas/Order' }
    Item:
      type: object
      required: [sku]
      properties: { sku: { type: string, pattern: '^\\d{3}$' }, count: { type: integer, minimum: 1 } }
`;

interface Fault {
  readonly pointer: string;
  readonly message: string;
}

const served = useDocument(DOCUMENT, { addOrder: () => Promise.resolve({ status: 201 }) });

/** The faults of a request, as the client is told of them. */
async function faultsOf(
  body: string,
  type = 'application/json',
  target = '/orders',
): Promise<Fault[]> {
  const headers = { 'content-type': type };
  const response = await fetch(served.url + target, { method: 'POST', headers, body });
  const text = await response.text();
  expect(served.faults).toEqual([]);
  return response.status === 201 ? [] : (JSON.parse(text) as { errors: Fault[] }).errors;
}

const right = { name: 'Ann', email: 'a@b.example', age: 18 };
const item = { sku: '123' };

const JSON_ROWS: readonly (readonly [string, unknown, ...pointers: string[]])[] = titled({
  nothing: [right],
  'one fault': [{ ...right, age: 3 }, '/age'],
  'each property': [
    { name: 'ann', email: 'none', age: '18', code: 'c' },
    '/name',
    '/email',
    '/age',
    '/code',
  ],
  'what is missing': [{}, ':name', ':email', ':age'],
  'what is missing and what is wrong': [
    { email: 'none', code: 1 },
    ':name',
    ':age',
    '/email',
    '/code',
  ],
  'names that there are not': [{ ...right, x: 1, y: 2, age: 1 }, '#x', '#y', '/age'],
  'items of a list': [
    { ...right, items: [{ sku: '1' }, item, { sku: 'abc', count: 0 }, { count: 1 }] },
    ...['/items/0/sku', '/items/2/sku', '/items/2/count', '/items/3:sku'],
  ],
  'equal items, and others': [{ ...right, age: 1, items: [item, item] }, '/age', '/items'],
  'an object inside': [
    { ...right, address: { street: 'a' }, code: null },
    ...['/code', '/address:town', '/address/street'],
  ],
  'a value of another alternative': [
    { ...right, payment: { by: 'bank', card: 1 }, age: 1 },
    '/age',
    '/payment:iban',
  ],
  'an alternative that there is not': [
    { ...right, payment: { by: 'cash' }, age: 1 },
    '/age',
    '/payment',
  ],
  'levels of the same': [
    { ...right, next: { ...right, age: 1, next: { ...right, name: 'x' } } },
    ...['/next/age', '/next/next/name'],
  ],
  'a value that is no object': ['x', ''],
  'an integer beyond 64 bits, and others': [{ ...right, id: 2 ** 64, age: 1 }, '/age', '/id'],
});

/** Such as "/age" for a wrong value, ":age" for a missing one, and "#x" for one too many. */
function placeOf({ pointer, message }: Fault): string {
  const [, missing] = /lacks the property "(.*?)"/.exec(message) ?? [];
  const [, extra] = /has the property "(.*?)", which/.exec(message) ?? [];
  if (missing !== undefined) return `${pointer}:${missing}`;
  return extra === undefined ? pointer : `${pointer}#${extra}`;
}

it.each(JSON_ROWS)('lists of a body %s', async (_, value, ...pointers) => {
  expect((await faultsOf(JSON.stringify(value))).map(placeOf).sort()).toEqual([...pointers].sort());
});

it('says of each what it is', async () => {
  const body = JSON.stringify({ name: 'ann', age: 3 });
  const faults = await faultsOf(body);
  expect(faults).toEqual([
    { pointer: '', message: 'The body lacks the property "email"' },
    { pointer: '/name', message: 'The body at "/name" must match the pattern "^[A-Z][a-z]+$"' },
    { pointer: '/age', message: 'The body at "/age" must be at least 18' },
  ]);
});

it('lists ten at most', async () => {
  const items = Array.from({ length: 1_000 }, (_, index) => ({ sku: `x${index}` }));
  const faults = await faultsOf(JSON.stringify({ ...right, items }));
  expect(faults.map(placeOf)).toEqual(items.slice(0, 10).map((_, index) => `/items/${index}/sku`));
});

it('lists those of a form', async () => {
  const form = new URLSearchParams({ name: 'ann', email: 'none', code: 'c' });
  const type = 'application/x-www-form-urlencoded';
  const faults = await faultsOf(form.toString(), type);
  expect(faults.map(placeOf).sort()).toEqual(['/code', '/email', '/name', ':age']);
});

it('lists those of a parameter and of the body', async () => {
  const body = JSON.stringify({ ...right, name: 'x', age: 1 });
  const faults = await faultsOf(body, 'application/json', '/orders?page=x');
  expect(faults.map(placeOf).sort()).toEqual(['', '/age', '/name']);
  expect(faults[0]?.message).toContain('The query parameter "page"');
});

it.each([
  ['a schema', { type: 'integer', minimum: 7, maximum: 7 }, '7'],
  ['no schema', undefined, undefined],
  ['a schema that no value fits', false, undefined],
])('keeps a valid value of a body with %s, if there is one', (_, schema, sample) => {
  const content = { 'application/json': schema === undefined ? {} : { schema } };
  const { contract } = loadContract({
    openapi: '3.1.0',
    info: { title: 'Bodies', version: '1' },
    paths: {
      '/x': {
        post: {
          operationId: 'x',
          requestBody: { content },
          responses: { 204: { description: '-' } },
        },
      },
    },
  });
  expect(contract.operations[0]?.requestBody?.content['application/json']).toHaveProperty(
    'sample',
    sample,
  );
});
