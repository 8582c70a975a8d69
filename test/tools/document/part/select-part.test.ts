import {
  parseSource,
  type SourceDocument,
} from '../../../../src/tools/document/read/read-document';
import { selectPart, samePart } from '../../../../src/tools/document/part/select-part';
import { asObject } from '../../../../src/tools/document/model/json-object';
import { itEach } from '../../../support/it-each';

/** The part of a document that is selected, and what goes with the rest. */

const OK = 'responses: { 204: { description: Done } }';
const of = (name: string): string =>
  `responses: { 200: { description: Here, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } } }`;

/** A document with these paths, and components. */
function parse(paths: string, components = '', openapi = '3.1.0', more = ''): SourceDocument {
  const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');
  return parseSource(
    `openapi: ${openapi}\ninfo: { title: Harbour, version: '1' }\n${more}\npaths:\n${indented(paths)}\ncomponents:\n${indented(components)}`,
    'harbour.yaml',
  );
}

const include = (source: SourceDocument, ...names: string[]): SourceDocument =>
  selectPart(source, { include: names });

const exclude = (source: SourceDocument, ...names: string[]): SourceDocument =>
  selectPart(source, { exclude: names });

/** The components of a document, as `schemas/Ship`. */
function componentsOf({ document }: Pick<SourceDocument, 'document'>): string[] {
  return Object.entries(asObject(document.components)).flatMap(([section, map]) =>
    Object.keys(asObject(map)).map((name) => `${section}/${name}`),
  );
}

const operationsOf = ({ document }: SourceDocument): string[] =>
  ['paths', 'webhooks'].flatMap((map) =>
    Object.entries(asObject(document[map])).flatMap(([path, item]) =>
      [item, asObject(item).additionalOperations]
        .flatMap((fields) => Object.keys(asObject(fields)))
        .filter((field) => !['additionalOperations', 'parameters'].includes(field))
        .map((field) => `${field} ${path}`),
    ),
  );

describe('names', () => {
  const source = parse(`
/ships: { get: { operationId: listShips, tags: [ships], ${OK} }, post: { operationId: addShip, tags: [ships, new things], ${OK} } }
/ships,all: { get: { operationId: 'tag:ships', ${OK} }, delete: { operationId: 'a,b', ${OK} } }
/crew: { get: { tags: [Ships], ${OK} }, query: { operationId: odd, ${OK} }, additionalOperations: { COPY: { operationId: copyCrew, ${OK} } } }`);

  it.each([
    [['listShips'], ['get /ships']],
    [['POST /ships'], ['post /ships']],
    [['listShips, addShip'], ['get /ships', 'post /ships']],
    [['listShips', 'listShips'], ['get /ships']],
    [['tag:new things'], ['post /ships']],
    [['tag:Ships'], ['get /crew']],
    [['get_crew'], ['get /crew']],
    [['COPY /crew'], ['COPY /crew']],
    [['GET /ships,all'], ['get /ships,all']],
    [['a,b'], ['delete /ships,all']],
    // Whatever has the name.
    [['tag:ships'], ['get /ships', 'post /ships', 'get /ships,all']],
  ])('%j selects %j', (names, operations) => {
    expect(operationsOf(include(source, ...names))).toEqual(operations);
    const { part } = exclude(source, ...names);
    expect(part?.excluded).toHaveLength(operations.length);
  });

  it('what is excluded is out, even if it is included', () => {
    const part = selectPart(source, { include: ['tag:ships'], exclude: ['GET /ships', ' a,b'] });
    expect(operationsOf(part)).toEqual(['post /ships', 'get /ships,all']);
  });

  itEach({
    listships: ['No operation is called "listships"; did you mean "listShips"?'],
    'get /ships': ['No operation is called "get /ships"; did you mean "GET /ships"?'],
    'tag:none': [
      'No operation is called "tag:none"; the document has listShips, addShip, tag:ships, a,b, get_crew, odd, copyCrew',
    ],
    '': [
      'No operation is called ""; the document has listShips, addShip, tag:ships, a,b, get_crew, odd, copyCrew',
    ],
    'listShips,': [
      'No operation is called ""; the document has listShips, addShip, tag:ships, a,b, get_crew, odd, copyCrew',
    ],
  })('%j is refused', (name, message) => {
    expect(() => include(source, name)).toThrow(message);
    expect(() => exclude(source, name)).toThrow(message);
  });

  it('no operation is no part', () => {
    const message = '--include and --exclude leave no operation of harbour.yaml';
    expect(() => selectPart(source, { include: ['odd'], exclude: ['odd'] })).toThrow(message);
  });

  it('without names the document is the same', () => {
    expect(selectPart(source, {})).toBe(source);
    expect(selectPart(source, { include: [], exclude: [] })).toBe(source);
  });
});

describe('what goes with operations', () => {
  const kept = `/kept: { get: { operationId: kept, ${OK} } }`;
  const schema = (name: string): string => `${name}: { type: object }`;

  itEach({
    schemas: [`get: { operationId: a, ${of('A')} }`, `schemas: { ${schema('A')} }`],
    'schemas of schemas, also in a circle': [
      `get: { operationId: a, ${of('A')} }`,
      `schemas: { A: { properties: { b: { $ref: '#/components/schemas/B' } } }, B: { items: { $ref: '#/components/schemas/A/properties/b' } } }`,
    ],
    'parameters of the path': [
      `parameters: [{ $ref: '#/components/parameters/P' }], get: { operationId: a, ${OK} }`,
      'parameters: { P: { name: p, in: query, schema: { type: string } } }',
    ],
    'responses and headers': [
      `get: { operationId: a, responses: { 200: { $ref: '#/components/responses/R' } } }`,
      `responses: { R: { description: x, headers: { H: { $ref: '#/components/headers/H' } } } }\nheaders: { H: { schema: { type: string } } }`,
    ],
    'request bodies and examples': [
      `post: { operationId: a, requestBody: { $ref: '#/components/requestBodies/B' }, ${OK} }`,
      `requestBodies: { B: { content: { text/plain: { examples: { e: { $ref: '#/components/examples/E' } } } } } }\nexamples: { E: { value: x } }`,
    ],
    callbacks: [
      `post: { operationId: a, callbacks: { c: { $ref: '#/components/callbacks/C' } }, ${OK} }`,
      `callbacks: { C: { '{$url}': { post: { operationId: called, ${of('A')} } } } }\nschemas: { ${schema('A')} }`,
    ],
    'security schemes': [
      `get: { operationId: a, security: [{ s: [] }], ${OK} }`,
      'securitySchemes: { s: { type: http, scheme: bearer } }',
    ],
    'mapped alternatives': [
      `get: { operationId: a, ${of('A')} }`,
      `schemas: { A: { discriminator: { propertyName: k, mapping: { b: B, c: '#/components/schemas/C' } } }, ${schema('B')}, ${schema('C')} }`,
    ],
    links: [
      `get: { operationId: a, responses: { 200: { description: x, links: { l: { $ref: '#/components/links/L' } } } } }`,
      'links: { L: { operationId: a } }',
    ],
    'names of schemas': [
      `get: { operationId: a, ${of('A')} }`,
      `schemas: { A: { properties: { b: { $ref: '#b' }, c: { $ref: 'c.json' } } }, B: { $anchor: b }, C: { $id: c.json } }`,
    ],
    'dynamic names': [
      `get: { operationId: a, ${of('A')} }`,
      `schemas: { A: { items: { $dynamicRef: '#t' } }, B: { $id: b.json, $dynamicAnchor: t }, C: { $id: c.json, $dynamicAnchor: t } }`,
    ],
    'shared path items': [
      `$ref: '#/components/pathItems/I'`,
      `pathItems: { I: { get: { operationId: a, ${of('A')} } } }\nschemas: { ${schema('A')} }`,
    ],
  })('%s', (_, item, components) => {
    const source = parse(`${kept}\n/a: { ${item} }`, `${components}\nmediaTypes: {}`);
    const all = componentsOf(source);
    expect(all).not.toEqual([]);
    expect(componentsOf(include(source, 'kept'))).toEqual([]);
    expect(componentsOf(exclude(source, 'a'))).toEqual([]);
    const shared = all.filter((name) => !name.startsWith('pathItems'));
    expect(componentsOf(include(source, 'a'))).toEqual(shared);
  });

  it('stays only where a selected operation needs it', () => {
    const source = parse(
      `${kept}\n/a: { get: { operationId: a, ${of('A')} } }\n/b: { get: { operationId: b, ${of('B')} } }`,
      `schemas: { A: { $ref: '#/components/schemas/C' }, B: { items: { $ref: '#/components/schemas/C' } }, C: {}, Idle: { items: { $ref: '#/components/schemas/D' } }, D: {}, E: {} }`,
    );
    expect(componentsOf(exclude(source, 'a'))).toEqual(['schemas/B', 'schemas/C']);
    expect(componentsOf(include(source, 'kept'))).toEqual([]);
  });

  it('children stay with a base that has a discriminator, and with its aliases', () => {
    const join = (name: string): string =>
      `{ allOf: [{ $ref: '#/components/schemas/${name}' }, {}] }`;
    const source = parse(
      `/a: { get: { operationId: a, ${of('Base')} } }
/b: { get: { operationId: b, ${of('Grandchild')} } }
/c: { get: { operationId: c, ${of('Other')} } }
/d: { get: { operationId: d, ${of('Cousin')} } }`,
      `schemas:
  Base: { type: object, discriminator: { propertyName: kind } }
  Alias: { $ref: '#/components/schemas/Base' }
  Child: ${join('Alias')}
  Grandchild: ${join('Child')}
  Plain: { type: object }
  Other: ${join('Plain')}
  Cousin: ${join('Base')}`,
    );
    const family = ['Base', 'Alias', 'Child', 'Grandchild', 'Cousin'].map(
      (name) => `schemas/${name}`,
    );
    for (const name of ['a', 'b', 'd']) expect(componentsOf(include(source, name))).toEqual(family);
    expect(componentsOf(include(source, 'c'))).toEqual(['schemas/Plain', 'schemas/Other']);
  });

  it('the security of the document, where nothing is left that inherits it', () => {
    const source = parse(
      `/a: { get: { operationId: a, ${OK} } }\n/b: { get: { operationId: b, security: [], ${OK} } }`,
      'securitySchemes: { s: { type: http, scheme: bearer } }',
      '3.1.0',
      'security: [{ s: [] }]',
    );
    expect(include(source, 'a').document).toHaveProperty('security');
    expect(include(source, 'b').document).not.toHaveProperty('security');
    expect(componentsOf(include(source, 'b'))).toEqual([]);
  });

  it('links to operations that are gone', () => {
    const link = (target: string): string => `{ ${target} }`;
    const source = parse(
      `
/a:
  get:
    operationId: a
    responses:
      200:
        description: Here
        links: { a: ${link('operationId: a')}, b: ${link('operationId: b')}, c: ${link(`operationRef: '#/paths/~1b/get'`)}, d: { $ref: '#/components/links/B' } }
/b: { get: { operationId: b, ${OK} } }`,
      'links: { B: { operationId: b } }',
    );
    const { document } = include(source, 'a');
    expect(document.paths).toMatchObject({
      '/a': { get: { responses: { 200: { links: { a: {} } } } } },
    });
    expect(JSON.stringify(document)).not.toMatch(/"b"/);
  });

  it('webhooks that are not selected', () => {
    const source = parse(
      kept,
      `schemas: { ${schema('A')} }`,
      '3.1.0',
      `webhooks: { hook: { post: { operationId: hook, tags: [t], ${of('A')} } } }`,
    );
    expect(operationsOf(include(source, 'kept'))).toEqual(['get /kept']);
    expect(operationsOf(include(source, 'kept', 'hook'))).toEqual(['get /kept', 'post hook']);
    expect(componentsOf(exclude(source, 'tag:t'))).toEqual([]);
    expect(() => include(source, 'hook')).toThrow('leave no operation');
    expect(include(source, 'kept').part?.excluded).toEqual([]);
  });

  it('faults, and what is no operation only by a slip', () => {
    const source = parse(
      `
${kept}
/slips: { GET: { operationId: a, ${OK} }, fetch: { operationId: b, ${OK} } }
/lost: { $ref: '#/components/pathItems/I', get: { operationId: c, ${OK} } }`,
      `pathItems: { I: { get: { ${OK} } } }`,
    );
    expect(source.faults).not.toEqual([]);
    expect(include(source, 'kept')).toMatchObject({
      document: { paths: { '/kept': {} } },
      faults: [],
      part: { excluded: ['/paths/~1slips/GET', '/paths/~1slips/fetch', '/paths/~1lost/get'] },
    });
    expect(exclude(source, 'a').document.paths).not.toHaveProperty(['/slips', 'GET']);
  });

  it('a reference into an operation that is gone is refused', () => {
    const source = parse(`
/a: { get: { operationId: a, responses: { 200: { $ref: '#/paths/~1b/get/responses/200' } } } }
/b: { get: { operationId: b, responses: { 200: { description: Here } } } }`);
    expect(() => include(source, 'a')).toThrow(
      'refers to "#/paths/~1b/get/responses/200", which is of one that is not selected',
    );
    expect(operationsOf(include(source, 'b'))).toEqual(['get /b']);
  });
});

describe('the same part of a base', () => {
  const source = parse(`
/a/{id}: { get: { operationId: renamed, tags: [t], ${OK} } }
/b: { get: { operationId: b, ${OK} } }
/d: { get: { operationId: d, ${OK} } }`);
  const base = parse(`
/a/{name}: { get: { operationId: former, ${OK} } }
/b: { get: { operationId: b, tags: [t], ${OK} } }
/c: { get: { operationId: c, tags: [t], ${OK} } }
/d: { get: { operationId: d, ${OK} } }`);

  it('has its routes, and what the names select there', () => {
    const same = samePart(base, include(source, 'tag:t'));
    expect(operationsOf(same)).toEqual(['get /a/{name}', 'get /b', 'get /c']);
    expect(operationsOf(samePart(base, exclude(source, 'd')))).toEqual([
      'get /a/{name}',
      'get /b',
      'get /c',
    ]);
  });

  it('is the base for a whole document', () => expect(samePart(base, source)).toBe(base));
});
