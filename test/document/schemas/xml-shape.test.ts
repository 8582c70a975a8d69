import { Resolver } from '../../../src/document/model/resolve';
import { xmlShape } from '../../../src/document/schemas/xml-shape';
import { writeXml } from '../../../src/contract';

/** The XML of a value, without its first line. */
function xml(schema: object, value: unknown, components: object = {}): string {
  const resolver = new Resolver({ components: { schemas: components }, root: schema });
  const text = writeXml(value, xmlShape(resolver, { schema, pointer: '/root' }, value));
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/);
  return text.slice(text.indexOf('\n') + 1);
}

const animals = (more: object, items: object = {}): object => ({
  properties: { animals: { type: 'array', items, ...more } },
});
const list = { animals: ['a', 'b'] };

/** The examples of the specification come first. @see https://spec.openapis.org/oas/v3.1.1#xml-object-examples */
it.each<[string, object, unknown, string]>([
  ['a property', {}, { animals: 'a' }, '<root><animals>a</animals></root>'],
  [
    'a property with another name',
    { properties: { animals: { xml: { name: 'animal' } } } },
    { animals: 'a' },
    '<root><animal>a</animal></root>',
  ],
  [
    'an attribute, and a namespace with a prefix',
    {
      xml: { name: 'Person' },
      properties: {
        id: { xml: { attribute: true } },
        name: { xml: { namespace: 'https://example.com/schema/sample', prefix: 'sample' } },
      },
    },
    { id: 123, name: 'example' },
    '<Person id="123"><sample:name xmlns:sample="https://example.com/schema/sample">example</sample:name></Person>',
  ],
  ['a list', animals({}), list, '<root><animals>a</animals><animals>b</animals></root>'],
  [
    'a list whose items have a name',
    animals({ xml: { name: 'ignored' } }, { xml: { name: 'animal' } }),
    list,
    '<root><animal>a</animal><animal>b</animal></root>',
  ],
  [
    'a wrapped list',
    animals({ xml: { wrapped: true } }),
    list,
    '<root><animals><animals>a</animals><animals>b</animals></animals></root>',
  ],
  [
    'a wrapped list with a name',
    animals({ xml: { name: 'aliens', wrapped: true } }),
    list,
    '<root><aliens><aliens>a</aliens><aliens>b</aliens></aliens></root>',
  ],
  [
    'a wrapped list with two names',
    animals({ xml: { name: 'aliens', wrapped: true } }, { xml: { name: 'animal' } }),
    list,
    '<root><aliens><animal>a</animal><animal>b</animal></aliens></root>',
  ],
  [
    'an empty list',
    animals({ xml: { wrapped: true } }),
    { animals: [] },
    '<root><animals/></root>',
  ],
  [
    'a namespace of its own',
    { xml: { namespace: 'urn:a"b' } },
    { a: null },
    '<root xmlns="urn:a&quot;b"><a/></root>',
  ],
  [
    'two attributes with one prefix',
    {
      xml: { prefix: 'p', namespace: 'urn:p' },
      properties: {
        a: { xml: { attribute: true, prefix: 'p', namespace: 'urn:p' } },
        b: { xml: { attribute: true, prefix: 'q', namespace: 'urn:q' } },
        c: { xml: { attribute: true, namespace: 'urn:ignored' } },
      },
    },
    { a: 1, b: true, c: '<"' },
    '<p:root xmlns:p="urn:p" xmlns:q="urn:q" p:a="1" q:b="true" c="&lt;&quot;"/>',
  ],
  [
    'characters that XML writes otherwise, or not at all',
    {},
    { 'a b': '<&>"\u0000\ud800😀', 1: 2n ** 63n, 'é.-': 1 },
    '<root><_1>9223372036854775808</_1><a_b>&lt;&amp;&gt;&quot;��😀</a_b><é.->1</é.-></root>',
  ],
  ['a scalar', {}, 7, '<root>7</root>'],
  [
    'additional properties',
    { additionalProperties: { type: 'array', items: { xml: { name: 'x' } } } },
    { a: [1], b: { c: 1 } },
    '<root><x>1</x><b><c>1</c></b></root>',
  ],
])('%s', (_, schema, value, want) => {
  expect(xml(schema, value)).toBe(want);
});

it.each<[string, object, unknown, string]>([
  ['a component', { $ref: '#/components/schemas/Pet' }, { a: 1 }, '<Pet><a>1</a></Pet>'],
  [
    'a component with a name',
    { $ref: '#/components/schemas/Named' },
    { a: 1 },
    '<named><A>1</A></named>',
  ],
  [
    'a name beside a reference',
    { $ref: '#/components/schemas/Named', xml: { name: 'other' } },
    { a: 1 },
    '<other><A>1</A></other>',
  ],
  [
    'a list of components',
    { type: 'array', xml: { name: 'pets' }, items: { $ref: '#/components/schemas/Pet' } },
    [{ a: 1 }, { a: 2 }],
    '<pets><Pet><a>1</a></Pet><Pet><a>2</a></Pet></pets>',
  ],
  [
    'parts and alternatives',
    { allOf: [{ $ref: '#/components/schemas/Named' }, { xml: { prefix: 'p' } }] },
    { a: 1 },
    '<p:named><A>1</A></p:named>',
  ],
])('%s', (_, schema, value, want) => {
  const components = {
    Pet: { type: 'object' },
    Named: { xml: { name: 'named' }, oneOf: [{ properties: { a: { xml: { name: 'A' } } } }] },
  };
  expect(xml(schema, value, components)).toBe(want);
});
