/**
 * Cats and dogs as children of animals, in each form that documents use: the files of a service that reads and
 * writes them, and the values of their property `kind`.
 */
export interface HierarchyShape {
  /** The text of each file; the document is `openapi.yaml`. */
  readonly files: Readonly<Record<string, string>>;
  readonly cat: string;
  readonly dog: string;
  /** True if other values of `kind` are valid too. */
  readonly isOpen: boolean;
}

const PATHS = `
paths:
  /animals:
    get:
      operationId: listAnimals
      responses:
        '200': {description: All, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Animal'}}}}}
    post:
      operationId: addAnimal
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Animal'}}}}
      responses:
        '201': {description: Added, content: {application/json: {schema: {$ref: '#/components/schemas/Stored'}}}}
        '400': {$ref: '#/components/responses/Refused'}
  /animals/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer, minimum: 1}}]
    get:
      operationId: getAnimal
      responses:
        '200': {description: The animal, content: {application/json: {schema: {$ref: '#/components/schemas/Stored'}}}}
        '400': {$ref: '#/components/responses/Refused'}
        '404': {$ref: '#/components/responses/Refused'}
components:
  responses:
    Refused: {description: Refused, content: {application/json: {schema: {type: object, required: [message], properties: {message: {type: string}}}}}}
  schemas:
    Stored: {type: object, required: [id, animal], properties: {id: {type: integer}, animal: {$ref: '#/components/schemas/Animal'}}}
`;

const HEAD = `openapi: 3.1.0
info: {title: Animals, version: 1.0.0, license: {name: MIT, identifier: MIT}}
servers: [{url: 'https://animals.example'}]
security: []`;

const PROPERTIES = `required: [kind, name], properties: {kind: {type: string}, name: {type: string, maxLength: 20}}`;
const LIVES = `required: [lives], properties: {lives: {type: integer, minimum: 0, maximum: 9}}`;
const TRICKS = `properties: {tricks: {type: array, maxItems: 5, items: {type: string, maxLength: 9}}}`;

function document(schemas: string): Readonly<Record<string, string>> {
  return { 'openapi.yaml': `${HEAD}${PATHS}${schemas}` };
}

export const HIERARCHY_SHAPES: Readonly<Record<string, HierarchyShape>> = {
  'allOf with a mapping': {
    cat: 'cat',
    dog: 'dog',
    isOpen: true,
    files: document(`
    Animal: {type: object, ${PROPERTIES}, discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat', dog: Dog}}}
    Cat: {allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, ${LIVES}}]}
    Dog: {allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, ${TRICKS}}]}
`),
  },
  'three levels': {
    cat: 'cat',
    dog: 'dog',
    isOpen: true,
    files: document(`
    Animal: {type: object, ${PROPERTIES}, discriminator: {propertyName: kind, mapping: {cat: Cat, dog: Dog}}}
    Pet: {allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, properties: {owner: {type: string, maxLength: 20}}}]}
    Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, ${LIVES}}]}
    Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, ${TRICKS}}]}
`),
  },
  'oneOf with a mapping': {
    cat: 'cat',
    dog: 'dog',
    isOpen: false,
    files: document(`
    Animal:
      oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
      discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog'}}
    Named: {type: object, required: [kind, name], properties: {kind: {type: string}, name: {type: string, maxLength: 20}}}
    Cat: {allOf: [{$ref: '#/components/schemas/Named'}, {type: object, properties: {kind: {const: cat}}}, {type: object, ${LIVES}}]}
    Dog: {allOf: [{$ref: '#/components/schemas/Named'}, {type: object, properties: {kind: {const: dog}}}, {type: object, ${TRICKS}}]}
`),
  },
  'names of components': {
    cat: 'Cat',
    dog: 'Dog',
    isOpen: true,
    files: document(`
    Animal: {type: object, ${PROPERTIES}, discriminator: {propertyName: kind}}
    Cat: {allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, ${LIVES}}]}
    Dog: {allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, ${TRICKS}}]}
`),
  },
  'other files': {
    cat: 'cat',
    dog: 'dog',
    isOpen: true,
    files: {
      'openapi.yaml': `${HEAD}${PATHS}
    Animal: {$ref: schemas/animal.yaml}
`,
      'schemas/animal.yaml': `{type: object, ${PROPERTIES}, discriminator: {propertyName: kind, mapping: {cat: ./cat.yaml, dog: ./dog.yaml}}}`,
      'schemas/cat.yaml': `{allOf: [{$ref: animal.yaml}, {type: object, ${LIVES}}]}`,
      'schemas/dog.yaml': `{allOf: [{$ref: animal.yaml}, {type: object, ${TRICKS}}]}`,
    },
  },
  'a circle of oneOf and allOf': {
    cat: 'Cat',
    dog: 'Dog',
    isOpen: false,
    files: document(`
    Animal: {type: object, ${PROPERTIES}, discriminator: {propertyName: kind}, oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}
    Cat: {allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, ${LIVES}}]}
    Dog: {allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, ${TRICKS}}]}
`),
  },
};

/** The files of a shape in which the animals themselves have the `id` of responses. */
export function withOwnId({ files }: HierarchyShape): Readonly<Record<string, string>> {
  const changed = Object.entries(files).map(([name, text]) => [
    name,
    text
      .replace(/Stored: .*/, "Stored: {$ref: '#/components/schemas/Animal'}")
      .replaceAll('kind: {type: string}', 'id: {type: integer, readOnly: true}, $&'),
  ]);
  return Object.fromEntries(changed) as Readonly<Record<string, string>>;
}
