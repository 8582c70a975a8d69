import type { JsonObject } from '../../../../../src/tools/document';
import { body, changesOf, documentOf, response, told } from '../../../../support/changed-documents';
import { object, TEXT } from '../../../../support/schema-changes';

const cat = object({ kind: TEXT, name: TEXT }, { required: ['kind', 'name'] });
const dog = object({ kind: TEXT, size: { type: 'integer' } }, { required: ['kind', 'size'] });
const schemas = { Cat: cat, Dog: dog, Cats: cat };
const renamed = { Dog: dog, Cats: cat };

const pets = (mapping: JsonObject, propertyName = 'kind', first = 'Cat'): JsonObject => ({
  oneOf: [first, 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  discriminator: { propertyName, mapping },
});
const BASE = pets({ cat: 'Cat', dog: 'Dog' });

it.each<[string, JsonObject, readonly string[]]>([
  ['the same names by references', pets({ cat: '#/components/schemas/Cat', dog: 'Dog' }), []],
  ['names of components that mean the same', pets({ cat: 'Cats', dog: 'Dog' }, 'kind', 'Cats'), []],
  ['a name that means another schema', pets({ cat: 'Dog', dog: 'Cat' }), ['major', 'major']],
  ['a name that is gone', pets({ cat: 'Cat', hound: 'Dog' }), ['major', 'minor']],
  ['one more name', pets({ cat: 'Cat', dog: 'Dog', hound: 'Dog' }), ['minor']],
  ['another property', pets({ cat: 'Cat', dog: 'Dog' }, 'name'), ['major']],
  [
    'a name that is gone with that of its component',
    pets({ cats: 'Cats', dog: 'Dog' }, 'kind', 'Cats'),
    ['major', 'minor'],
  ],
])('tells of %s', async (_, revision, levels) => {
  for (const part of [body, response]) {
    const isRenamed = JSON.stringify(revision).includes('schemas/Cats');
    const changes = await changesOf(
      documentOf(part(BASE), { components: { schemas } }),
      documentOf(part(revision), { components: { schemas: isRenamed ? renamed : schemas } }),
    );
    expect(told(changes)).toEqual(levels.map((level) => `${level} discriminator-changed`));
  }
});

it('tells of a name that is that of a component', async () => {
  const of = (name: string): JsonObject => {
    const oneOf = [name, 'Dog'].map((each) => ({ $ref: `#/components/schemas/${each}` }));
    const schema = { oneOf, discriminator: { propertyName: 'kind' } };
    return documentOf(body(schema), { components: { schemas: { [name]: cat, Dog: dog } } });
  };
  expect(told(await changesOf(of('Cat'), of('Cats')))).toEqual([
    'major discriminator-changed',
    'minor discriminator-changed',
  ]);
});

describe('of the children of a base', () => {
  const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
  const child = (name: string): JsonObject => ({
    allOf: [reference('Pet'), object({ [name]: TEXT }, { required: [name] })],
  });
  const kinds = { enum: ['cat', 'dog'] };
  const of = (discriminator?: JsonObject): JsonObject => {
    const Pet = object({ kind: kinds }, { required: ['kind'], ...discriminator });
    const children = { Cat: child('name'), Dog: child('size') };
    return documentOf(body(reference('Pet')), {
      components: { schemas: { Pet, ...children } },
    });
  };
  const mapped = (mapping: JsonObject): JsonObject =>
    of({ discriminator: { propertyName: 'kind', mapping } });
  const both = mapped({ cat: 'Cat', dog: 'Dog' });

  it.each<[string, JsonObject, JsonObject, readonly string[]]>([
    ['is mapped anew', mapped({ cat: 'Cat' }), both, ['narrowed dog']],
    ['is mapped no more', both, mapped({ cat: 'Cat' }), ['widened dog']],
    [
      'is mapped as another',
      both,
      mapped({ cat: 'Dog', dog: 'Cat' }),
      ['narrowed cat', 'narrowed dog', 'widened cat', 'widened dog'],
    ],
    ['is mapped at all', of(), both, ['narrowed cat', 'narrowed dog']],
  ])('points to the mapping where one %s', async (_, base, revision, want) => {
    const changes = await changesOf(base, revision);
    const refused = changes.filter(({ witness }) => witness !== undefined);
    const mapping = '/components/schemas/Pet/discriminator/mapping/';
    expect(refused.map(({ rule, pointer }) => `${rule} ${pointer}`).sort()).toEqual(
      want.map((each) => each.replace(' ', ` ${mapping}`)),
    );
    for (const { message } of refused) {
      expect(message).toMatch(/since the discriminator reads it as another schema by its "kind" /);
    }
  });
});
