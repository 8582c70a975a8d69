import path from 'node:path';
import { HIERARCHY_SHAPES, type HierarchyShape } from '../support/hierarchy-shapes';
import { withDocument } from '../support/serve-document';
import { serveSchemas } from '../support/serve-schemas';
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

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const joins = (name: string, properties: object): object => ({
  allOf: [ref(name), { properties }],
});

/** What a handler gets of each value of a component, or the status of the refusal. */
async function decoded(
  components: Readonly<Record<string, object>>,
  name: string,
  values: readonly object[],
): Promise<unknown[]> {
  const served = await serveSchemas([ref(name)], components);
  try {
    const found: unknown[] = [];
    for (const value of values) {
      const { status, body } = await served.decode(0, JSON.stringify(value));
      found.push(status === 204 ? body : status);
    }
    return found;
  } finally {
    await served.close();
  }
}

const kinds = { type: 'object', properties: { kind: { type: 'string' } } };
const Cat = joins('Animal', { lives: { type: 'integer' } });

it.each([
  ['joins by allOf', {}],
  ['lists its children', { oneOf: [ref('Cat'), ref('Other')] }],
])('takes what names no child for the one that a base which %s says', async (_, alternatives) => {
  const discriminator = { propertyName: 'kind', mapping: { cat: 'Cat' }, defaultMapping: 'Other' };
  const Animal = { ...kinds, discriminator, ...alternatives };
  const Other = joins('Animal', { legs: { type: 'integer' } });
  const more = { lives: 9, legs: 4 };
  const values = [{ kind: 'cat', ...more }, { kind: 'fish', ...more }, more];
  expect(await decoded({ Animal, Cat, Other }, 'Animal', values)).toEqual([
    { kind: 'cat', lives: 9 },
    { kind: 'fish', legs: 4 },
    { legs: 4 },
  ]);
});

it('gives what a child adds of a component that joins the base beside mapped ones', async () => {
  const Animal = { ...kinds, discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' } } };
  const components = { Animal, Cat, Stored: joins('Animal', { id: {} }) };
  const values = [
    ...['cat', 'fish', 'Stored'].map((kind) => ({ kind, id: 1, lives: 9 })),
    { kind: 'cat', id: 1, lives: 'nine' },
  ];
  expect(await decoded(components, 'Stored', values)).toEqual([
    { kind: 'cat', id: 1, lives: 9 },
    { kind: 'fish', id: 1 },
    { kind: 'Stored', id: 1 },
    400,
  ]);
});

it('fills in the defaults of a base', async () => {
  const Animal = {
    type: 'object',
    properties: { kind: { type: 'string' }, age: { type: 'integer', default: 7 } },
    discriminator: { propertyName: 'kind' },
  };
  const values = [{ kind: 'Cat' }, { kind: 'Fish' }];
  expect(await decoded({ Animal, Cat }, 'Animal', values)).toEqual([
    { kind: 'Cat', age: 7 },
    { kind: 'Fish', age: 7 },
  ]);
});
