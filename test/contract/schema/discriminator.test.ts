import { serveSchemas, type ServedSchemas } from '../../support/serve-schemas';

const components = {
  Cat: { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } },
  Dog: { type: 'object', required: ['bark'], properties: { bark: { type: 'string' } } },
  Fish: {
    allOf: [
      { type: 'object', properties: { kind: { enum: ['trout', 'salmon'] } } },
      { required: ['fins'] },
    ],
  },
};
const alternatives = Object.keys(components).map((name) => ({
  $ref: `#/components/schemas/${name}`,
}));
const mapping = { dog: 'Dog', hound: '#/components/schemas/Dog' };
const discriminator = { propertyName: 'kind', mapping };
const ALLOWED = '["Cat","dog","hound","trout","salmon"]';

const schemas = {
  oneOf: { oneOf: alternatives, discriminator },
  anyOf: { anyOf: alternatives, discriminator },
  nested: { type: 'array', items: { oneOf: alternatives, discriminator } },
  inline: {
    oneOf: [{ properties: { kind: { const: 'a' }, n: { type: 'integer' } }, required: ['kind'] }],
    discriminator: { propertyName: 'kind' },
  },
  alone: { type: 'object', discriminator },
  fallback: { oneOf: alternatives, discriminator: { ...discriminator, defaultMapping: 'Cat' } },
};

const rows: [schema: keyof typeof schemas, text: string, want: string | undefined][] = [
  ['oneOf', '{"kind":"Cat","lives":9}', undefined],
  ['oneOf', '{"kind":"Cat"}', 'The body lacks the property "lives"'],
  ['oneOf', '{"kind":"dog","bark":1}', 'The body at "/bark" must be of type string'],
  ['oneOf', '{"kind":"hound"}', 'The body lacks the property "bark"'],
  ['oneOf', '{"kind":"salmon"}', 'The body lacks the property "fins"'],
  [
    'oneOf',
    '{"kind":"Bird"}',
    `The body must have the property "kind" with one of the values ${ALLOWED}`,
  ],
  ['oneOf', '[]', `The body must have the property "kind" with one of the values ${ALLOWED}`],
  [
    'oneOf',
    '{"kind":"Cat","lives":9,"bark":"a"}',
    'The body fits more than one of the alternatives of its schema',
  ],
  // The discriminator does not decide what is valid.
  ['oneOf', '{"kind":"Cat","bark":"a"}', undefined],
  ['anyOf', '{"kind":"Cat","lives":9,"bark":"a"}', undefined],
  ['anyOf', '{"kind":"Cat","lives":"9"}', 'The body at "/lives" must be of type integer'],
  [
    'nested',
    '[{"kind":"Cat","lives":9},{"kind":"Cat","lives":"a"}]',
    'The body at "/1/lives" must be of type integer',
  ],
  ['inline', '{"kind":"a","n":"b"}', 'The body at "/n" must be of type integer'],
  ['alone', '{"kind":"Bird"}', undefined],
  ['fallback', '{"lives":9}', undefined],
  ['fallback', '{"lives":"9"}', 'The body at "/lives" must be of type integer'],
  ['fallback', '{"kind":"Bird","lives":9}', undefined],
  ['fallback', '{"kind":"Bird"}', 'The body lacks the property "lives"'],
  ['fallback', '{"kind":"dog"}', 'The body lacks the property "bark"'],
  ['fallback', '[]', 'The body must be of type object'],
];

describe('a discriminator', () => {
  let served: ServedSchemas;
  beforeAll(async () => {
    served = await serveSchemas(Object.values(schemas), components);
  });
  afterAll(() => served.close());

  it.each(rows)('of %s, for %s', async (schema, text, want) => {
    const { message } = await served.decode(Object.keys(schemas).indexOf(schema), text);
    expect(message).toBe(want);
  });
});
