import { normalizeSchemas } from '../../../../src/tools/document/schemas/normalize-schemas';
import type { JsonObject } from '../../../../src/tools/document/model/json-object';
import { valueAt } from '../../../../src/tools/document/model/json-pointer';
import { parseSource } from '../../../../src/tools/document';

const SCHEMAS = '/components/schemas';
const ref = (name: string): object => ({ $ref: `#${SCHEMAS}/${name}` });

/** The schemas of a document whose references are made plain. */
function plain(schemas: JsonObject, documents: Record<string, unknown> = {}): unknown {
  const document = { openapi: '3.1.0', components: { schemas } };
  return valueAt(normalizeSchemas(document, new Map(Object.entries(documents))).document, SCHEMAS);
}

const list = {
  $id: 'https://example.com/list',
  items: { $dynamicRef: '#item' },
  $defs: { item: { $dynamicAnchor: 'item' } },
};
const plainList = { items: ref('item'), $defs: { item: {} } };

const rows = Object.entries<{
  given: JsonObject;
  documents?: Record<string, unknown>;
  want: Record<string, unknown>;
}>({
  'pointers, with what stands beside them, as they are': {
    given: { A: { $ref: '#/components/schemas/B%20b', title: 'A' }, 'B b': { type: 'string' } },
    want: { A: { $ref: '#/components/schemas/B%20b', title: 'A' }, 'B b': { type: 'string' } },
  },
  'URIs that are relative to the $id around them': {
    given: {
      A: { $id: '/schemas/a', properties: { b: { $ref: 'b' }, own: { $ref: '#' } } },
      B: { $id: '/schemas/b', items: { $id: 'c/', $ref: '../a#/properties/b' } },
    },
    want: {
      A: { properties: { b: ref('B'), own: ref('A') } },
      B: { items: ref('A/properties/b') },
    },
  },
  URNs: {
    given: {
      A: { $id: 'urn:example:a', items: { $ref: 'urn:example:a#x' }, not: { $anchor: 'x' } },
    },
    want: { A: { items: ref('A/not'), not: {} } },
  },
  'anchors, of the schema before those of others': {
    given: {
      A: { items: { $anchor: 'x', type: 'string' }, contains: { $ref: '#x' } },
      B: { items: { $anchor: 'x' }, contains: { $ref: '#x' }, not: { $ref: '#y' } },
      C: { $anchor: 'y' },
    },
    want: {
      A: { items: { type: 'string' }, contains: ref('A/items') },
      B: { items: {}, contains: ref('B/items'), not: ref('C') },
      C: {},
    },
  },
  'dynamic references that nothing binds': {
    given: { List: list, A: ref('List') },
    want: { List: plainList, A: ref('List'), item: {} },
  },
  'dynamic references by the outermost schema': {
    given: {
      List: list,
      A: { ...ref('List'), $defs: { item: { $dynamicAnchor: 'item', ...ref('B') } } },
      B: { type: 'string' },
    },
    want: {
      List: plainList,
      A: { ...ref('List_2'), $defs: { item: ref('B') } },
      B: { type: 'string' },
      List_2: { items: ref('item_2'), $defs: { item: {} } },
      item: {},
      item_2: ref('B'),
    },
  },
  'dynamic references of a tree that is extended': {
    given: {
      Tree: { $id: '/tree', $dynamicAnchor: 'node', items: { $dynamicRef: '#node' } },
      Strict: { $id: '/strict', $dynamicAnchor: 'node', $ref: 'tree', minItems: 1 },
    },
    want: {
      Tree: { items: ref('Tree') },
      Strict: { ...ref('Tree_2'), minItems: 1 },
      Tree_2: { items: ref('Strict') },
    },
  },
  'both references of a schema': {
    given: {
      A: { $ref: '#/components/schemas/B', $dynamicRef: '#c' },
      B: {},
      C: { $anchor: 'c' },
    },
    want: { A: { ...ref('B'), allOf: [ref('C')] }, B: {}, C: {} },
  },
  'schemas of other documents, with copies of them': {
    given: { A: { $ref: 'https://example.com/pets.json#/$defs/pet' }, pet: {} },
    documents: {
      'https://example.com/pets.json': {
        $defs: { pet: { properties: { owner: { $ref: '#owner' } } }, b: { $anchor: 'owner' } },
      },
    },
    want: {
      A: ref('pet_2'),
      pet: {},
      pet_2: { properties: { owner: ref('b') } },
      b: {},
    },
  },
  'the schemas of a mapping': {
    given: {
      A: {
        $id: '/a',
        discriminator: {
          propertyName: 'k',
          mapping: { b: 'B', c: 'c', d: 'nowhere' },
          defaultMapping: 'c',
        },
      },
      B: {},
      C: { $id: '/c' },
    },
    want: {
      A: {
        discriminator: {
          propertyName: 'k',
          mapping: { b: 'B', c: `#${SCHEMAS}/C`, d: 'nowhere' },
          defaultMapping: `#${SCHEMAS}/C`,
        },
      },
      B: {},
      C: {},
    },
  },
  'a property called $id, which names nothing': {
    given: { A: { properties: { $id: { $id: '/b' }, $ref: { $ref: 'b' } } } },
    want: { A: { properties: { $id: {}, $ref: ref('A/properties/$id') } } },
  },
  'what is written twice, under one URI': {
    given: { A: { items: { $id: '/x', minimum: 1 } }, B: { items: { $id: '/x', minimum: 1 } } },
    want: { A: { items: { minimum: 1 } }, B: { items: { minimum: 1 } } },
  },
  'only the keywords of the vocabularies that a dialect has': {
    given: { A: { $schema: 'https://example.com/meta', minimum: 1, items: { minimum: 1 } } },
    documents: {
      'https://example.com/meta': {
        $vocabulary: { 'https://json-schema.org/draft/2020-12/vocab/applicator': true },
      },
    },
    want: { A: { items: {} } },
  },
});

describe('plain schemas', () => {
  it.each(rows)('resolve %s', (_, { given, documents, want }) => {
    expect(plain(given, documents)).toEqual(want);
  });

  it('refuse a vocabulary that is not known and required', () => {
    const documents = {
      'https://example.com/meta': { $vocabulary: { 'https://a.example': true } },
    };
    expect(() => plain({ A: { $schema: 'https://example.com/meta' } }, documents)).toThrow(
      '/components/schemas/A/$schema: the vocabulary "https://a.example" is not supported',
    );
  });

  it('leave the document as it was', () => {
    const given = { A: { $id: '/a', items: { $ref: '#' } } };
    plain(given);
    expect(given).toEqual({ A: { $id: '/a', items: { $ref: '#' } } });
  });
});

describe('hierarchies', () => {
  /** Places of what stands for what the author wrote. */

  const source = parseSource(
    `openapi: 3.1.0
components:
  schemas:
    Animal:
      discriminator: {propertyName: kind}
      properties:
        kind: {type: string}
    Plant:
      discriminator: {propertyName: kind}
      oneOf:
      - {$ref: '#/components/schemas/Rose'}
      $defs:
        PlantBase: {type: object}
`,
    'nature.yaml',
  );

  it.each([
    [
      'its own part',
      'Animal/$defs/AnimalBase/properties/kind/type',
      'Animal/properties/kind/type',
      7,
    ],
    ['its list', 'Animal/oneOf/0/properties/kind/enum', 'Animal/discriminator', 5],
    ['its mapping', 'Animal/discriminator/mapping', 'Animal/discriminator', 5],
    ['what a listed child adds', 'Plant/oneOf/0/properties', 'Plant/oneOf/0', 11],
    ['a schema of its author', 'Plant/$defs/PlantBase/type', 'Plant/$defs/PlantBase/type', 13],
    ['its own part beside that', 'Plant/$defs/PlantBase_2/$defs', 'Plant/$defs', 12],
  ])('of a base, %s', (_, read, pointer, line) => {
    const at = '/components/schemas/';
    expect(source.placeOf(at + read)).toEqual({ file: 'nature.yaml', line, pointer: at + pointer });
  });
});
