import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CompileError, compile, compileClassic } from '../../../support/compile';
import { HIERARCHY_SHAPES, type HierarchyShape } from '../../../support/hierarchy-shapes';
import { pages } from '../../../support/pages';
import { generateInto } from '../../../support/run-in-process';
import { temporaryFolder, writeFiles } from '../../../support/temporary-folder';

const MODULES = path.join(__dirname, '..', '..', '..', '..', 'node_modules');

/** What may be done with the types of a hierarchy; each `@ts-expect-error` must be one. */
const USES: Readonly<Record<string, (shape: HierarchyShape) => string>> = {
  'a handler tells what it is given by the property': ({ cat, dog, isOpen }) => `
import type { Input, Response } from './generated/operations';

export async function addAnimal({ body }: Input<'addAnimal'>): Promise<Response<'addAnimal'>> {
  ${switchOf('body', cat, dog, isOpen)}
  return { status: 201, body: { id: 1, animal: body } };
}
`,
  'a handler gives what the document states': ({ cat, dog, isOpen }) => `
import type { Response } from './generated/operations';

type Animal = Extract<Response<'addAnimal'>, { status: 201 }>['body']['animal'];
export const given: Animal[] = ${animals(cat, dog, isOpen)};
`,
  'a client tells what it is given by the property': ({ cat, dog, isOpen }) => `
import createClient from 'openapi-fetch';
import type { paths } from './generated/client-types';

export async function read(): Promise<void> {
  const client = createClient<paths>();
  const { data } = await client.GET('/animals/{id}', { params: { path: { id: 1 } } });
  if (data === undefined) return;
  const { animal } = data;
  ${switchOf('animal', cat, dog, isOpen)}
  await client.POST('/animals', { body: animal });
}
`,
  'a client gives what the document states': ({ cat, dog, isOpen }) => `
import createClient from 'openapi-fetch';
import type { paths } from './generated/client-types';

type Animal = Parameters<ReturnType<typeof createClient<paths>>['POST']>[1]['body'];
export const given: Animal[] = ${animals(cat, dog, isOpen)};
`,
};

function switchOf(animal: string, cat: string, dog: string, isOpen: boolean): string {
  const rest = `{
      const kind: string = ${animal}.kind;
      const name: string = ${animal}.name;
      // @ts-expect-error of cats
      void [${animal}.lives, kind === 'fish', name];
    }`;
  return `if (${animal}.kind !== '${dog}' && ${animal}.kind === '${cat}') ${animal}.lives.toFixed();
  // @ts-expect-error of cats
  void ${animal}.lives;
  switch (${animal}.kind) {
    case '${cat}': {
      const lives: number = ${animal}.lives;
      // @ts-expect-error of dogs
      void [${animal}.tricks, lives];
      break;
    }
    case '${dog}': {
      const tricks: string[] | undefined = ${animal}.tricks;
      // @ts-expect-error of cats
      void [${animal}.lives, tricks];
      break;
    }
    default: ${isOpen ? rest : `${animal} satisfies never;`}
  }`;
}

/** Where other kinds are valid, TypeScript cannot tell one of them from a cat that lacks something. */
function animals(cat: string, dog: string, isOpen: boolean): string {
  return `[
  { kind: '${cat}', name: 'Tom', lives: 9 },
  { kind: '${dog}', name: 'Rex', tricks: ['sit'] },
  { kind: '${dog}', name: 'Rex' },
  ${isOpen ? '' : '// @ts-expect-error no kind of the document'}
  { kind: 'fish', name: 'Nemo' },
  ${isOpen ? '' : '// @ts-expect-error without lives'}
  { kind: '${cat}', name: 'Tom' },
  // @ts-expect-error lives of another type
  { kind: '${cat}', name: 'Tom', lives: 'nine' },
  // @ts-expect-error the tricks of a dog
  { kind: '${cat}', name: 'Tom', lives: 9, tricks: ['sit'] },
  // @ts-expect-error without what all have
  { kind: '${cat}', lives: 9 },
  // @ts-expect-error without a kind
  { name: 'Tom', lives: 9 },
]`;
}

/** A cat has what only responses have, and what handlers alone are given. */
const DIRECTED = `openapi: 3.1.0
info: { title: Animals, version: 1.0.0 }
paths:
  /animals:
    post:
      operationId: addAnimal
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Animal' } } } }
      responses: { '201': { description: Added, content: { application/json: { schema: { $ref: '#/components/schemas/Animal' } } } } }
  /cats:
    post:
      operationId: addCat
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Cat' } } } }
      responses: { '204': { description: Added } }
  /plants:
    post:
      operationId: addPlant
      requestBody:
        required: true
        content:
          application/json:
            schema: { oneOf: [{ $ref: '#/components/schemas/Nullable' }, { $ref: '#/components/schemas/Untyped' }] }
      responses: { '204': { description: Added } }
components:
  schemas:
    Animal:
      description: Who lives here.
      type: object
      required: [kind]
      properties:
        kind: { type: string, description: What it is. }
        friend: { $ref: '#/components/schemas/Animal' }
      discriminator: { propertyName: kind, mapping: { cat: Cat, dog: Dog } }
    Cat:
      allOf:
        - $ref: '#/components/schemas/Animal'
        - type: object
          required: [id]
          properties:
            id: { type: integer, format: int64, readOnly: true }
            lives: { type: integer, default: 9 }
    Dog: { allOf: [{ $ref: '#/components/schemas/Animal' }, { type: object, properties: { age: { type: integer, format: int64 } } }] }
    Nullable: { type: object, properties: { kind: { type: [string, 'null'] } }, discriminator: { propertyName: kind, mapping: { tree: Tree } } }
    Tree: { allOf: [{ $ref: '#/components/schemas/Nullable' }, { type: object, properties: { height: { type: number } } }] }
    Untyped: { type: object, required: [sort], discriminator: { propertyName: sort, mapping: { fern: Fern } } }
    Fern: { allOf: [{ $ref: '#/components/schemas/Untyped' }, { type: object, properties: { fronds: { type: number } } }] }
`;

const DIRECTED_USES: Readonly<Record<string, string>> = {
  'a handler': `
import type { Input, Response } from './generated/operations';
import type { AnimalBase } from './generated/types';

export async function addAnimal({ body }: Input<'addAnimal'>): Promise<Response<'addAnimal'>> {
  const animal = body.friend ?? body;
  if (animal.kind === 'dog') {
    const age: bigint | undefined = animal.age;
    return { status: 201, body: { kind: 'dog', ...(age !== undefined && { age }) } };
  }
  if (animal.kind === 'cat') {
    // @ts-expect-error no default is filled in where a schema may not apply
    const lives: number = animal.lives;
    // @ts-expect-error of responses
    void animal.id;
    return { status: 201, body: { ...animal, id: 1n, lives } };
  }
  const base: AnimalBase = { kind: animal.kind };
  return { status: 201, body: base };
}

export const lives = ({ body }: Input<'addCat'>): number => body.lives;

export const refused: Extract<Response<'addAnimal'>, { status: 201 }>['body'][] = [
  { kind: 'fish', friend: { kind: 'bird' } },
  // @ts-expect-error an int64 is a bigint
  { kind: 'cat', id: 1 },
];
`,
  'a handler, of a kind that need not be a string': `
import type { NullableRequest, UntypedRequest } from './generated/types';

export function plant(plant: NullableRequest, other: UntypedRequest): unknown[] {
  const height: number | null | undefined = plant.kind === 'tree' ? plant.height : null;
  const kind: string | null | undefined = plant.kind;
  const fronds: number | undefined = other.sort === 'fern' ? other.fronds : 0;
  // @ts-expect-error it may be anything
  const sort: string = other.sort;
  return [height, kind, fronds, sort];
}
`,
  'a client': `
import createClient from 'openapi-fetch';
import type { paths } from './generated/client-types';

export async function read(): Promise<number | string | undefined> {
  const client = createClient<paths>();
  const friend = { kind: 'fish' };
  const { data } = await client.POST('/animals', { body: { kind: 'cat', friend } });
  const animal = data?.friend;
  if (animal?.kind === 'cat') return animal.id;
  if (animal?.kind === 'dog') return animal.age;
  return animal?.kind;
}
`,
};

describe('types of a hierarchy', () => {
  const folder = temporaryFolder();
  const shapes = Object.entries(HIERARCHY_SHAPES);
  const uses = Object.entries(USES);
  const directedUses = Object.entries(DIRECTED_USES);
  const errors: CompileError[] = [];

  beforeAll(async () => {
    symlinkSync(MODULES, path.join(folder, 'node_modules'), 'dir');
    const files: string[] = [];
    const write = (name: string, source: string): void => {
      const file = path.join(folder, name);
      writeFileSync(file, source);
      files.push(file);
    };
    const generateFrom = async (name: string, texts: Readonly<Record<string, string>>) => {
      const document = path.join(writeFiles(folder, texts), 'openapi.yaml');
      mkdirSync(path.join(folder, name));
      await generateInto(path.join(folder, name, 'generated'), document);
    };
    for (const [index, [, shape]] of shapes.entries()) {
      await generateFrom(`shape${index}`, shape.files);
      uses.forEach(([, source], use) => write(`shape${index}/${index}-${use}.ts`, source(shape)));
    }
    const [block] = /(?<=^```ts\n)(?:(?!^```$).*\n)*export function scoreOf[^]*?(?=^```$)/m.exec(
      pages.get('docs/types.md')!,
    )!;
    write('shape0/page.ts', block);
    await generateFrom('directed', { 'openapi.yaml': DIRECTED });
    directedUses.forEach(([, source], use) => write(`directed/directed-${use}.ts`, source));
    errors.push(...compile(files), ...compileClassic(files));
  });

  const errorsOf = (name: string): string[] =>
    errors.filter(({ file }) => file === name).map(({ line, message }) => `${line} ${message}`);

  describe.each(shapes.map(([name], index) => [name, index] as const))('%s', (_, index) => {
    it.each(uses.map(([name], use) => [name, use] as const))('%s', (_name, use) => {
      expect(errorsOf(`${index}-${use}.ts`)).toEqual([]);
    });
  });

  it.each(directedUses.map(([name], use) => [name, use] as const))(
    'are those of requests and of responses: %s',
    (_, use) => expect(errorsOf(`directed-${use}.ts`)).toEqual([]),
  );

  it('compile, used as the page does too', () => {
    expect(errors.filter(({ file }) => !/^(?:\d|directed)-/.test(file))).toEqual([]);
  });

  it('keep the comments of the base', () => {
    const types = readFileSync(path.join(folder, 'directed', 'generated', 'types.ts'), 'utf8');
    expect(types).toContain('/** @description Who lives here. */\nexport type Animal = ');
    expect(types).toMatch(
      /AnimalBase = \{\n +\/\*\* @description What it is\. \*\/\n +kind: string;/,
    );
  });
});
