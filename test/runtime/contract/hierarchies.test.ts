import path from 'node:path';
import { HIERARCHY_SHAPES } from '../../support/hierarchy-shapes';
import { serveSchemas } from '../../support/serve-schemas';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';
import { useDocument } from './use-document';

const folder = temporaryFolder();

describe.each(Object.entries(HIERARCHY_SHAPES))('%s', (_, { files, cat, dog, isOpen }) => {
  let input: unknown;
  const addAnimal = (request: { body: unknown }) => {
    input = request.body;
    return Promise.resolve({ status: 201, body: { id: 1, animal: request.body } });
  };
  const file = path.join(writeFiles(folder, files), 'openapi.yaml');
  const served = useDocument({ file }, { addAnimal }, { allowMissingHandlers: true });

  /** What handler and client get of an animal that is added, and the status. */
  async function added(
    animal: object,
  ): Promise<{ status: number; input: unknown; reply: unknown }> {
    input = undefined;
    const response = await fetch(`${served.url}/animals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(animal),
    });
    return { status: response.status, reply: await response.json(), input };
  }

  it('gives handlers and clients what a child adds', async () => {
    for (const animal of [
      { kind: cat, name: 'Tom', lives: 9 },
      { kind: dog, name: 'Rex', tricks: ['sit'] },
    ]) {
      const reply = { id: 1, animal };
      expect(await added(animal)).toEqual({ status: 201, input: animal, reply });
    }
  });

  it('drops what the child does not describe', async () => {
    const animal = { kind: cat, name: 'Tom', lives: 9 };
    expect((await added({ ...animal, tricks: ['sit'] })).input).toEqual(animal);
  });

  it('holds a child against its own schema', async () => {
    const { status, reply } = await added({ kind: cat, name: 'Tom', lives: 'nine' });
    expect(status).toBe(400);
    expect(JSON.stringify(reply)).toContain('/lives');
  });

  it('says what a value lacks that is of no child', async () => {
    const { status, reply } = await added({ kind: 'fish' });
    expect(status).toBe(400);
    expect(JSON.stringify(reply)).toMatch(isOpen ? /name/ : /name|kind/);
  });

  it(isOpen ? 'takes a kind that no child has' : 'refuses a kind that no child has', async () => {
    const { status, input } = await added({ kind: 'fish', name: 'Nemo', fins: 2 });
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
  const found: unknown[] = [];
  for (const value of values) {
    const { status, body } = await served.decode(0, JSON.stringify(value));
    found.push(status === 204 ? body : status);
  }
  await served.close();
  return found;
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
