import { parseSource } from '../../../src/generate/index';

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
