import path from 'node:path';
import { HIERARCHY_SHAPES, type HierarchyShape } from '../support/hierarchy-shapes';
import { withDocument } from '../support/serve-document';
import { temporaryFolder, writeFiles } from '../support/temporary-folder';

const folder = temporaryFolder();

/** What handler and client get of an animal that is added, and the status. */
async function added(
  shape: HierarchyShape,
  animal: object,
): Promise<{ status: number; input: unknown; reply: unknown }> {
  let input: unknown;
  const handlers = {
    addAnimal: (request: { body: unknown }) => {
      input = request.body;
      return Promise.resolve({ status: 201, body: { id: 1, animal } });
    },
  };
  const file = path.join(writeFiles(folder, shape.files), 'openapi.yaml');
  return withDocument({ file }, handlers, { allowMissingHandlers: true }, async ({ url }) => {
    const response = await fetch(`${url}/animals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(animal),
    });
    return { status: response.status, input, reply: await response.json() };
  });
}

describe.each(Object.entries(HIERARCHY_SHAPES))('%s', (_, shape) => {
  const { cat, dog, isOpen } = shape;

  it('gives handlers and clients what a child adds', async () => {
    for (const animal of [
      { kind: cat, name: 'Tom', lives: 9 },
      { kind: dog, name: 'Rex', tricks: ['sit'] },
    ]) {
      const { status, input, reply } = await added(shape, animal);
      expect({ status, input, reply }).toEqual({
        status: 201,
        input: animal,
        reply: { id: 1, animal },
      });
    }
  });

  it('drops what the child does not describe', async () => {
    const { input } = await added(shape, { kind: cat, name: 'Tom', lives: 9, tricks: ['sit'] });
    expect(input).toEqual({ kind: cat, name: 'Tom', lives: 9 });
  });

  it('holds a child against its own schema', async () => {
    const { status, reply } = await added(shape, { kind: cat, name: 'Tom', lives: 'nine' });
    expect(status).toBe(400);
    expect(JSON.stringify(reply)).toContain('/lives');
  });

  it('says what a value lacks that is of no child', async () => {
    const { status, reply } = await added(shape, { kind: 'fish' });
    expect(status).toBe(400);
    expect(JSON.stringify(reply)).toMatch(isOpen ? /name/ : /name|kind/);
  });

  it(isOpen ? 'takes a kind that no child has' : 'refuses a kind that no child has', async () => {
    const { status, input } = await added(shape, { kind: 'fish', name: 'Nemo', fins: 2 });
    expect(status).toBe(isOpen ? 201 : 400);
    expect(input).toEqual(isOpen ? { kind: 'fish', name: 'Nemo' } : undefined);
  });
});

it.each([
  ['joins by allOf', ''],
  [
    'lists its children',
    "oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Other' }]",
  ],
])('takes what names no child for the one that a base which %s says', async (_, alternatives) => {
  const document = `
openapi: 3.2.0
info: { title: Animals, version: 1.0.0 }
paths:
  /animals:
    post:
      operationId: addAnimal
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Animal' } } } }
      responses: { 204: { description: Added } }
components:
  schemas:
    Animal:
      type: object
      properties: { kind: { type: string } }
      discriminator: { propertyName: kind, mapping: { cat: Cat }, defaultMapping: Other }
      ${alternatives}
    Cat: { allOf: [{ $ref: '#/components/schemas/Animal' }, { properties: { lives: {} } }] }
    Other: { allOf: [{ $ref: '#/components/schemas/Animal' }, { properties: { legs: { type: integer } } }] }
`;
  const inputs: unknown[] = [];
  const addAnimal = ({ body }: { body: unknown }): Promise<{ status: number }> => {
    inputs.push(body);
    return Promise.resolve({ status: 204 });
  };
  await withDocument(document, { addAnimal }, {}, async ({ url }) => {
    for (const animal of [{ kind: 'cat' }, { kind: 'fish' }, {}]) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ ...animal, lives: 9, legs: 4 });
      await fetch(`${url}/animals`, { method: 'POST', headers, body });
    }
  });
  expect(inputs).toEqual([{ kind: 'cat', lives: 9 }, { kind: 'fish', legs: 4 }, { legs: 4 }]);
});

it('gives what a child adds of a component that joins the base beside mapped ones', async () => {
  const document = `
openapi: 3.1.0
info: { title: Animals, version: 1.0.0 }
paths:
  /animals:
    post:
      operationId: addAnimal
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/StoredAnimal' } } } }
      responses: { 204: { description: Added } }
components:
  schemas:
    Animal:
      type: object
      properties: { kind: { type: string } }
      discriminator: { propertyName: kind, mapping: { cat: Cat } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Animal' }, { properties: { lives: { type: integer } } }] }
    StoredAnimal: { allOf: [{ $ref: '#/components/schemas/Animal' }, { properties: { id: {} } }] }
`;
  const inputs: unknown[] = [];
  const addAnimal = ({ body }: { body: unknown }): Promise<{ status: number }> => {
    inputs.push(body);
    return Promise.resolve({ status: 204 });
  };
  await withDocument(document, { addAnimal }, {}, async ({ url }) => {
    for (const kind of ['cat', 'fish', 'StoredAnimal']) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ kind, id: 1, lives: 9 });
      await fetch(`${url}/animals`, { method: 'POST', headers, body });
    }
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ kind: 'cat', id: 1, lives: 'nine' });
    const { status } = await fetch(`${url}/animals`, { method: 'POST', headers, body });
    expect(status).toBe(400);
  });
  expect(inputs).toEqual([
    { kind: 'cat', id: 1, lives: 9 },
    { kind: 'fish', id: 1 },
    { kind: 'StoredAnimal', id: 1 },
  ]);
});

it('fills in the defaults of a base', async () => {
  const animal = `
    Animal:
      type: object
      required: [kind]
      properties: { kind: { type: string }, age: { type: integer, default: 7 } }
      discriminator: { propertyName: kind }`;
  const cat = `
    Cat: { allOf: [{ $ref: '#/components/schemas/Animal' }, { properties: { lives: {} } }] }`;
  const document = `
openapi: 3.1.0
info: { title: Animals, version: 1.0.0 }
paths:
  /animals:
    post:
      operationId: addAnimal
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Animal' } } } }
      responses: { 204: { description: Added } }
components: { schemas: {} }`.replace('{ schemas: {} }', `\n  schemas:${animal}${cat}`);
  const inputs: unknown[] = [];
  const addAnimal = ({ body }: { body: unknown }): Promise<{ status: number }> => {
    inputs.push(body);
    return Promise.resolve({ status: 204 });
  };
  await withDocument(document, { addAnimal }, {}, async ({ url }) => {
    for (const kind of ['Cat', 'Fish']) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ kind });
      await fetch(`${url}/animals`, { method: 'POST', headers, body });
    }
  });
  expect(inputs).toEqual([
    { kind: 'Cat', age: 7 },
    { kind: 'Fish', age: 7 },
  ]);
});
