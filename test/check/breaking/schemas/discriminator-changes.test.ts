import type { JsonObject } from '../../../../src/generate/index';
import { body, changesOf, documentOf, response, told } from '../../../support/changed-documents';
import { object, TEXT } from '../../../support/schema-changes';

const cat = object({ kind: TEXT, name: TEXT }, { required: ['kind', 'name'] });
const dog = object({ kind: TEXT, size: { type: 'integer' } }, { required: ['kind', 'size'] });
const schemas = { Cat: cat, Dog: dog, Cats: cat };

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
])('tells of %s', async (_, revision, levels) => {
  for (const part of [body, response]) {
    const [before, after] = [BASE, revision].map((each) =>
      documentOf(part(each), { components: { schemas } }),
    );
    const changes = await changesOf(before!, after!);
    expect(told(changes)).toEqual(levels.map((level) => `${level} discriminator-changed`));
  }
});
