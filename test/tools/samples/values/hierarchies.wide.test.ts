import path from 'node:path';
import fc from 'fast-check';
import { readDocument } from '../../../../src/tools/document/read/read-document';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { valueArbitrary } from '../../../../src/tools/samples/values/value-arbitrary';
import { ValueGenerator } from '../../../../src/tools/samples/values/value-generator';
import { HIERARCHY_SHAPES } from '../../../support/hierarchy-shapes';
import { temporaryFolder, writeFiles } from '../../../support/temporary-folder';

/** Values of a base with a discriminator are those of its children. */

const ANIMAL = '/components/schemas/Animal';
const folder = temporaryFolder();

describe.each(Object.entries(HIERARCHY_SHAPES))('%s', (_, { files, cat, dog }) => {
  const file = path.join(writeFiles(folder, files), 'openapi.yaml');
  const loaded = loadContract(readDocument(file, file).document);
  const maker = new ValueGenerator(loaded, 1);
  const numRuns = 100;

  it.each<readonly [string, () => readonly unknown[]]>([
    [
      'samples',
      () =>
        Array.from({ length: numRuns }, (__, index) => {
          const vary = index === 0 ? {} : { vary: String(index) };
          return maker.make(ANIMAL, index % 2 === 0 ? 'request' : 'response', vary).value;
        }),
    ],
    [
      'values at random',
      () => fc.sample(valueArbitrary(loaded, ANIMAL, 'request'), { numRuns, seed: 1 }),
    ],
  ])('%s are valid children, of each kind', (__, make) => {
    const values = make();
    expect(values.filter((value) => maker.errorOf(ANIMAL, 'request', value))).toEqual([]);
    const kinds = values.map((value) => (value as { readonly kind: unknown }).kind);
    expect([...new Set(kinds)].sort()).toEqual([cat, dog]);
    expect(values).toContainEqual(
      expect.objectContaining({ kind: dog, tricks: expect.anything() }),
    );
  });
});

/** A document of schemas, whose values are made by a pointer. */
const made = (schemas: Readonly<Record<string, object>>, pointer = ANIMAL): unknown => {
  const info = { title: 'Values', version: '1' };
  const loaded = loadContract({ openapi: '3.1.0', info, paths: {}, components: { schemas } });
  const { value, error } = new ValueGenerator(loaded, 1).make(pointer, 'request');
  expect(error).toBeUndefined();
  return value;
};

const base = (more: object = {}): object => ({
  ...{ type: 'object', required: ['kind'], discriminator: { propertyName: 'kind' } },
  ...{ properties: { kind: { type: 'string' } }, ...more },
});
const child = (more: object): object => ({
  allOf: [{ $ref: '#/components/schemas/Animal' }, { type: 'object', ...more }],
});
const Cat = child({ required: ['lives'], properties: { lives: { const: 9 } } });

describe('the children of a base', () => {
  it('come before an example of a value that none of them has', () => {
    const Animal = base({ examples: [{ kind: 'string' }] });
    expect(made({ Animal, Cat })).toEqual({ kind: 'Cat', lives: 9 });
    const kind = { type: 'string', example: 'string' };
    expect(made({ Animal: base({ properties: { kind } }), Cat })).toEqual({
      kind: 'Cat',
      lives: 9,
    });
  });

  it('come before it where they are many, and hold each other', () => {
    const properties = { kind: { example: 'string' }, mate: { $ref: `#${ANIMAL}` } };
    const kinds = Array.from({ length: 150 }, (_, index) => [`Kind${index}`, child({})]);
    const schemas = { Animal: base({ properties }), ...Object.fromEntries(kinds) };
    expect(JSON.stringify(made(schemas))).not.toContain('"string"');
  });

  it('leave an example of one of them as it is', () => {
    const example = { kind: 'Cat', lives: 9, name: 'Tom' };
    expect(made({ Animal: base({ examples: [example] }), Cat })).toEqual(example);
  });

  it('leave other examples beside it', () => {
    const pointer = '/components/schemas/Cage';
    const properties = {
      animal: { $ref: `#${ANIMAL}` },
      place: { type: 'string', example: 'Zoo' },
    };
    const Cage = { type: 'object', required: ['animal', 'place'], properties };
    const Animal = base({ examples: [{ kind: 'string' }] });
    expect(made({ Animal, Cat, Cage }, pointer)).toEqual({
      animal: { kind: 'Cat', lives: 9 },
      place: 'Zoo',
    });
  });

  it.each([
    ['has none', child({ properties: { kind: { type: 'integer' } } })],
    [
      'has none that ends',
      child({ required: ['mate'], properties: { mate: { $ref: `#${ANIMAL}` } } }),
    ],
  ])('make way for other values where the only one %s', (_, Cat) => {
    expect(made({ Animal: base(), Cat })).toMatchObject({ kind: expect.any(String) });
  });
});
