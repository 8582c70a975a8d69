import path from 'node:path';
import { readDocument } from '../../src/document/read/read-document';
import type { Listener } from '../../src/express/listener';
import { HIERARCHY_SHAPES, withOwnId } from '../support/hierarchy-shapes';
import { serveMock } from '../support/serve-mock';
import { temporaryFolder, writeFiles } from '../support/temporary-folder';

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
