import type { Listener } from '../../src/express/listener';
import { exercise } from '../lab/corpus/exercise';
import { parseSource, readDocument } from '../../src/document/read/read-document';
import path from 'node:path';
import { HIERARCHY_SHAPES, withOwnId } from '../support/hierarchy-shapes';
import { serveMock } from '../support/serve-mock';
import { temporaryFolder, writeFiles } from '../support/temporary-folder';

const document = `
openapi: 3.2.0
info: { title: Items, version: 1.0.0 }
paths:
  /lines:
    get:
      operationId: getLines
      responses:
        200:
          description: Lines
          content:
            application/jsonl:
              itemSchema: { $ref: '#/components/schemas/Item' }
              examples:
                wrong: { value: [{ id: x }] }
                text: { value: "{\\"id\\": 1}\\n{\\"id\\": 2}\\n" }
                list: { dataValue: [{ id: 3 }] }
    post:
      operationId: postLines
      requestBody:
        required: true
        content: { application/jsonl: { itemSchema: { $ref: '#/components/schemas/Item' } } }
      responses: { 204: { description: Taken }, 400: { description: Refused } }
  /records:
    get:
      operationId: getRecords
      responses:
        200:
          description: Records
          content: { application/json-seq: { itemSchema: { $ref: '#/components/schemas/Item' } } }
    post:
      operationId: postRecords
      requestBody:
        required: true
        content: { application/json-seq: { itemSchema: { $ref: '#/components/schemas/Item' } } }
      responses: { 204: { description: Taken }, 400: { description: Refused } }
  /events:
    get:
      operationId: getEvents
      responses:
        200:
          description: Events
          content:
            text/event-stream:
              itemSchema: { $ref: '#/components/schemas/Event' }
              example: "event: add\\ndata: a\\ndata: b\\n\\n: comment\\ndata: c"
    post:
      operationId: postEvents
      requestBody:
        required: true
        content: { text/event-stream: { itemSchema: { $ref: '#/components/schemas/Event' } } }
      responses: { 204: { description: Taken }, 400: { description: Refused } }
  /parts:
    get:
      operationId: getParts
      responses:
        200:
          description: Parts
          content:
            multipart/mixed:
              itemSchema: { type: object, properties: { id: { const: 1 } } }
              prefixEncoding: [{ contentType: text/* }]
    post:
      operationId: postParts
      requestBody:
        required: true
        content:
          multipart/mixed:
            itemSchema: { anyOf: [{ type: integer }, { type: object }] }
      responses: { 204: { description: Taken }, 400: { description: Refused } }
components:
  schemas:
    Item: { type: object, required: [id], properties: { id: { type: integer } } }
    Event:
      type: object
      required: [data]
      properties: { data: { type: string }, event: { enum: [add] }, retry: { type: integer, minimum: 0 } }
`;

const source = parseSource(document, 'document.yaml');

let items: Listener;
beforeAll(async () => {
  items = await serveMock(source, { maxBodyBytes: 1_000, validateResponses: true });
});
afterAll(() => items.close(0));

it.each<[name: string, given: [path: string, prefer: string], want: string | RegExp]>([
  ['an example as text', ['/lines', ''], '{"id":1}\n{"id":2}\n'],
  ['an example as a list', ['/lines', 'example=list'], '{"id":3}\n'],
  ['made lines', ['/lines', 'dynamic=true'], /^(\{"id":-?\d+\}\n){3}$/],
  // eslint-disable-next-line no-control-regex
  ['made records', ['/records', ''], /^(\x1e\{"id":-?\d+\}\n){3}$/],
  [
    'made parts',
    ['/parts', ''],
    /^--\S+\r\nContent-Type: text\/plain\r\n\r\n\{"id":1\}\r\n(--\S+\r\nContent-Type: application\/json\r\n\r\n\{("id":1)?\}\r\n){2}--\S+--\r\n$/,
  ],
  ['an example of events', ['/events', ''], 'event: add\ndata: a\ndata: b\n\ndata: c\n\n'],
  [
    'made events',
    ['/events', 'dynamic=true'],
    /^((event: add\n)?(retry: \d+\n)?(data: .*\n)+\n){3}$/,
  ],
])('the mock gives %s', async (_, [path, prefer], want) => {
  const response = await fetch(items.url + path, { headers: { prefer } });
  expect([response.status, await response.text()]).toEqual([
    200,
    typeof want === 'string' ? want : expect.stringMatching(want),
  ]);
});

it('a good request of each operation is accepted, and a broken one refused', async () => {
  expect(await exercise(source)).toMatchObject({
    operations: 8,
    routed: 8,
    accepted: 8,
    refused: 4,
    unbreakable: 4,
    failures: [],
  });
});

describe('hierarchies', () => {
  /** A mock of animals, which are cats and dogs. Its responses are validated against the document. */

  const folder = temporaryFolder();

  describe.each(Object.entries(HIERARCHY_SHAPES))('%s', (_, shape) => {
    const { cat, dog, isOpen } = shape;
    let listener: Listener;

    beforeAll(async () => {
      const file = path.join(writeFiles(folder, withOwnId(shape)), 'openapi.yaml');
      const keeps = { maxItems: 10, maxBytes: 2000 };
      listener = await serveMock(readDocument(file, file), { keeps, validateResponses: true });
    });
    afterAll(() => listener.close(0));

    const get = (target: string, prefer: string): Promise<any> =>
      fetch(`${listener.url}${target}`, { headers: { prefer } }).then((answer) => answer.json());
    const post = (animal: object): Promise<Response> =>
      fetch(`${listener.url}/animals`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(animal),
      });

    it('shows children with what they add', async () => {
      expect(await get('/animals/1', 'code=200')).toMatchObject({
        kind: cat,
        lives: expect.any(Number),
      });
      const animals: any[] = [];
      for (let times = 0; times < 20; times++) {
        animals.push(...(await get('/animals', 'dynamic=true')));
      }
      expect([...new Set(animals.map(({ kind }) => kind))].sort()).toEqual([cat, dog]);
      expect(animals).toContainEqual(
        expect.objectContaining({ kind: dog, tricks: expect.any(Array) }),
      );
    });

    it('keeps what a child adds', async () => {
      for (const animal of [
        { kind: cat, name: 'Tom', lives: 9 },
        { kind: dog, name: 'Rex', tricks: ['sit'] },
      ]) {
        const created = await post(animal);
        const { id, ...shown } = (await created.json()) as { readonly id: number };
        expect([created.status, shown]).toEqual([201, animal]);
        expect(await get(`/animals/${id}`, '')).toEqual({ id, ...animal });
      }
      expect((await post({ kind: cat, name: 'Tom', lives: 'nine' })).status).toBe(400);
    });

    it(isOpen ? 'takes a kind that no child has' : 'refuses a kind that no child has', async () => {
      const animal = { kind: 'fish', name: 'Nemo' };
      const created = await post(animal);
      expect(created.status).toBe(isOpen ? 201 : 400);
      if (isOpen) expect(await created.json()).toMatchObject(animal);
    });
  });
});
