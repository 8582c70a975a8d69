import type { JsonObject } from '../../../../src/generate/index';
import { body, documentOf } from '../../../support/changed-documents';
import { temporaryFolder } from '../../../support/temporary-folder';
import {
  asked,
  counted,
  countedIn,
  multipart,
  object,
  query,
  type Row,
  text,
  told,
  writeTraffic,
} from './recorded-traffic';

const folder = temporaryFolder();

const encoded = (contentType: string): JsonObject => {
  const media = { schema: object({ n: { type: 'integer' } }), encoding: { n: { contentType } } };
  return { requestBody: { content: { 'multipart/form-data': media } } };
};
const kinds = (...alternatives: JsonObject[]): JsonObject => body({ anyOf: alternatives });
const GEO = object({ height: {} });
const ADDRESS = { $ref: '#/components/schemas/Address' };
const OLD_ADDRESS = { $ref: '#/components/schemas/OldAddress' };
const addresses = (address: JsonObject): JsonObject =>
  body(object({ billing: address, shipping: address, all: { type: 'array', items: address } }));
const onWebhook = (schema: unknown): JsonObject => ({
  callbacks: { done: { '{$request.query.q}': { post: { ...body(schema), responses: {} } } } },
});

/** Changes of parts of schemas. */
const PARTS: readonly Row[] = [
  [
    'an alternative is narrowed',
    kinds(text(), object({ n: { type: 'integer' } }, 'n')),
    kinds(text(), object({ n: { type: 'integer', maximum: 5 } }, 'n')),
    [{ body: 'a' }, { body: { n: 5 } }, { body: { n: 6 } }],
    ['narrowed: rejects 1 of 3 recorded requests'],
  ],
  [
    'two alternatives are narrowed by the same keyword',
    kinds(
      object({ kind: { const: 'a' }, n: { type: 'integer' } }, 'kind', 'n'),
      object({ kind: { const: 'b' }, n: { type: 'integer' } }, 'kind', 'n'),
    ),
    kinds(
      object({ kind: { const: 'a' }, n: { type: 'integer', maximum: 5 } }, 'kind', 'n'),
      object({ kind: { const: 'b' }, n: { type: 'integer', maximum: 9 } }, 'kind', 'n'),
    ),
    [
      { body: { kind: 'a', n: 6 } },
      { body: { kind: 'b', n: 6 } },
      { body: { kind: 'b', n: 10 } },
      { body: { kind: 'b', n: 11 } },
    ],
    ['narrowed: rejects 1 of 4 recorded requests', 'narrowed: rejects 2 of 4 recorded requests'],
  ],
  [
    'a schema that several places refer to is narrowed',
    addresses(OLD_ADDRESS),
    addresses({ $ref: '#/components/schemas/ShortAddress' }),
    [
      { body: { billing: { zip: '1' } } },
      { body: { shipping: { zip: '123456' } } },
      { body: { all: [{}, { zip: '123456' }] } },
    ],
    ['narrowed: rejects 2 of 3 recorded requests'],
  ],
  [
    'a property is gone wherever a schema is used',
    addresses(OLD_ADDRESS),
    addresses(ADDRESS),
    [
      { body: { billing: { state: 'a' } } },
      { body: { shipping: { state: 'a' } } },
      { body: { all: [{}, { state: 'a' }] } },
      { body: { all: [{ geo: { height: 1 } }] } },
      { body: { state: 'a', billing: { geo: { height: 1 } }, shipping: { height: 1 } } },
    ],
    [
      'property-removed: 1 of 5 recorded requests sends it',
      'property-removed: 1 of 5 recorded requests sends it',
      'property-removed: 2 of 5 recorded requests send it',
      'property-removed: 1 of 5 recorded requests sends it',
    ],
  ],
  [
    'a default is another wherever a schema is used, in maps too',
    body(object({ one: text({ default: 'a' }), map: { additionalProperties: OLD_ADDRESS } })),
    body(
      object({
        one: text({ default: 'a' }),
        map: {
          additionalProperties: object({ zip: text(), state: text({ default: 'b' }), geo: GEO }),
        },
      }),
    ),
    [{ body: {} }, { body: { map: { x: { state: 'a' }, y: {} } } }],
    ['default-changed: 1 of 2 recorded requests leaves it out'],
  ],
  [
    'a property is read-only now',
    body(object({ name: text(), tag: text() })),
    body(object({ name: text(), tag: text({ readOnly: true }) })),
    [{ body: { tag: 'a' } }, { body: {} }],
    ['access-changed: 1 of 2 recorded requests sends it'],
  ],
  [
    'a body has a schema where it had none',
    { requestBody: { content: { 'application/json': {} } } },
    body({ type: 'integer', maximum: 5 }),
    [{ body: 5 }, { body: 6 }, { body: 'a' }],
    ['schema-added: rejects 2 of 3 recorded requests'],
  ],
  [
    'a field of a form is written otherwise',
    encoded('application/json'),
    encoded('text/plain'),
    [
      { text: multipart('5'), type: 'multipart/form-data; boundary=b' },
      {
        text: multipart('5').replace('"n"', '"other"'),
        type: 'multipart/form-data; boundary=b',
      },
    ],
    ['encoding-changed: 1 of 2 recorded requests sends it'],
  ],
];

/** Changes of the lifecycle, and those that no service's recording contains. */
const OTHERS: readonly Row[] = [
  [
    'an operation is deprecated',
    {},
    { deprecated: true },
    [{}, {}],
    ['deprecated: concerns 2 of 2 recorded requests'],
  ],
  [
    'a parameter is deprecated',
    query(text()),
    query(text(), { deprecated: true }),
    [{}, asked('a')],
    ['deprecated: concerns 1 of 2 recorded requests'],
  ],
  [
    'a property is deprecated',
    body(object({ name: text() })),
    body(object({ name: text({ deprecated: true }) })),
    [{ body: {} }, { body: { name: 'a' } }],
    ['deprecated: concerns 1 of 2 recorded requests'],
  ],
  ['an operationId is another', { operationId: 'a' }, { operationId: 'b' }, [{}], []],
  [
    'a server is gone',
    { servers: [{ url: 'https://a.example/v1' }] },
    { servers: [{ url: 'https://a.example/v2' }] },
    [{}],
    [],
  ],
  [
    'a request that the service sends is changed',
    onWebhook(object({ name: text(), tag: text() }, 'name')),
    onWebhook(object({ name: text({ maxLength: 3 }) })),
    [{}],
    [],
  ],
];

const components = {
  schemas: {
    Address: object({ zip: text(), geo: object({}) }),
    OldAddress: object({ zip: text(), state: text(), geo: GEO }),
    ShortAddress: object({ zip: text({ maxLength: 5 }), state: text(), geo: GEO }),
  },
};

/** An order of one of two kinds, with a discriminator. */
function ordersUpTo(plants: number, pots: number): JsonObject {
  const order = (kind: string, maximum: number): JsonObject =>
    object({ kind: { const: kind }, n: { type: 'integer', maximum } }, 'kind', 'n');
  const oneOf = ['plants', 'pots'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return documentOf(body({ oneOf, discriminator: { propertyName: 'kind' } }), {
    components: { schemas: { plants: order('plants', plants), pots: order('pots', pots) } },
  });
}

describe('a change of a part and recorded exchanges', () => {
  it.each([...PARTS, ...OTHERS])('%s', async (_, base, revision, exchanges, want) => {
    expect(await countedIn(folder, base, revision, exchanges, components)).toEqual(want);
  });

  it('counts for the alternative that a discriminator names', async () => {
    const sent = [
      ['plants', 6],
      ['pots', 6],
      ['pots', 10],
      ['pots', 11],
    ].map(([kind, n]) => ({ body: { kind, n } }));
    const file = writeTraffic(folder, 'orders.ndjson', sent);
    expect(told(await counted(ordersUpTo(20, 20), ordersUpTo(5, 9), file))).toEqual([
      'narrowed: rejects 1 of 4 recorded requests',
      'narrowed: rejects 2 of 4 recorded requests',
    ]);
  });
});
