import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createService } from '../../../src/runtime/contract';
import { createServer } from '../../../src/runtime/express';
import { listen, type Listener } from '../../../src/runtime/express/listener';
import { generate } from '../../../src/tools/generate/command';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { readProjectPart } from '../../../src/tools/generate/project';
import { compileErrors } from '../../support/compile';
import { runInFolder } from '../../support/run-in-process';
import { temporaryProject } from '../../support/temporary-folder';

/** Each operation of a document alone: generated, compiled and served as in the whole document. */

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const DONE = 'responses: { 204: { description: Done } }';
const ID =
  'parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 9 } }]';

const DOCUMENTS = {
  '3.0': `openapi: 3.0.3
info: { title: Ships, version: '1' }
servers: [{ url: /v1 }]
security: [{ key: [] }]
paths:
  /ships:
    parameters: [{ $ref: '#/components/parameters/Page' }]
    get: { operationId: listShips, security: [], responses: { 200: { description: All, ${json(`{ type: array, items: ${ref('Ship')} }`)} }, default: { $ref: '#/components/responses/Bad' } } }
    post: { operationId: addShip, requestBody: { required: true, ${json(ref('Ship'))} }, ${DONE} }
  /ships/{id}:
    ${ID}
    get: { security: [], responses: { 200: { description: One, ${json(ref('Ship'))} }, 404: { $ref: '#/components/responses/Bad' } } }
    put: { operationId: setTug, security: [{ bearer: [] }], requestBody: { required: true, ${json(ref('Tug'))} }, ${DONE} }
  /ships/mine: { get: { security: [], responses: { 200: { description: Mine, ${json(ref('Tug'))} } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, bearer: { type: http, scheme: bearer } }
  parameters: { Page: { name: page, in: query, schema: { type: integer, minimum: 1 } } }
  responses: { Bad: { description: Refused, ${json(ref('Problem'))} } }
  schemas:
    Problem: { type: object, required: [message], properties: { message: { type: string } } }
    Ship: { type: object, required: [kind], properties: { kind: { type: string }, id: { type: string, readOnly: true } }, discriminator: { propertyName: kind, mapping: { tug: Tug, ferry: '#/components/schemas/Ferry' } } }
    Tug: { allOf: [${ref('Ship')}, { type: object, required: [pull], properties: { pull: { type: integer } } }] }
    Ferry: { allOf: [${ref('Ship')}, { type: object, required: [seats], properties: { seats: { type: integer } } }] }
`,
  '3.1': `openapi: 3.1.0
info: { title: Trees, version: '1' }
paths:
  /nodes: { post: { operationId: addNode, requestBody: { required: true, ${json(ref('StrictTree'))} }, ${DONE} } }
  /leaves: { post: { operationId: addLeaf, requestBody: { required: true, ${json(ref('Tree'))} }, ${DONE} } }
  /sizes: { post: { operationId: addSize, requestBody: { required: true, ${json("{ $ref: 'https://trees.example/size' }")} }, ${DONE} } }
  /shared: { $ref: '#/components/pathItems/Shared' }
  /files/{id}: { ${ID}, delete: { operationId: dropFile, servers: [{ url: /files }], ${DONE} } }
  /files/{id}:undo: { ${ID}, post: { operationId: undoFile, ${DONE} } }
webhooks:
  grown: { post: { operationId: grown, requestBody: { ${json(ref('Tree'))} }, ${DONE} } }
components:
  pathItems: { Shared: { get: { operationId: getShared, responses: { 200: { description: x, ${json(ref('Tree'))} } } } } }
  schemas:
    Tree: { $id: 'https://trees.example/tree', $dynamicAnchor: node, type: object, properties: { children: { type: array, items: { $dynamicRef: '#node' } } } }
    StrictTree: { $id: 'https://trees.example/strict', $dynamicAnchor: node, $ref: tree, unevaluatedProperties: false }
    Size: { $id: 'https://trees.example/size', type: integer, $ref: '#least', $defs: { least: { $anchor: least, minimum: 3 } } }
`,
  '3.2': `openapi: 3.2.0
info: { title: Search, version: '1' }
paths:
  /search:
    query: { operationId: search, requestBody: { required: true, ${json(ref('Query'))} }, ${DONE} }
    get: { operationId: getSearch, ${DONE} }
    additionalOperations: { PURGE: { operationId: purge, ${DONE} } }
  /search/{id}: { ${ID}, get: { operationId: oneSearch, ${DONE} } }
  /{rest}: { parameters: [{ name: rest, in: path, required: true, schema: { type: string } }], get: { operationId: rest, ${DONE} } }
components:
  schemas:
    Query: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, defaultMapping: Any } }
    Any: { allOf: [${ref('Query')}, { required: [text] }] }
`,
};

interface Call {
  readonly operationId: string;
  readonly method: string;
  readonly target: string;
  readonly path: string;
  /** Bodies of which the document decides. */
  readonly bodies?: readonly unknown[];
}

const CALLS: Readonly<Record<keyof typeof DOCUMENTS, readonly Call[]>> = {
  '3.0': [
    { operationId: 'listShips', method: 'GET', target: '/v1/ships?page=0', path: '/ships' },
    { operationId: 'listShips', method: 'GET', target: '/ships?page=1', path: '/ships' },
    {
      ...{ operationId: 'addShip', method: 'POST', target: '/v1/ships', path: '/ships' },
      bodies: [
        { kind: 'tug' },
        { kind: 'tug', pull: 1 },
        { kind: 'ferry', pull: 1 },
        { kind: 'raft' },
        1,
      ],
    },
    { operationId: 'get_ships_by_id', method: 'GET', target: '/v1/ships/1', path: '/ships/{id}' },
    {
      operationId: 'get_ships_by_id',
      method: 'HEAD',
      target: '/ships/1234567890',
      path: '/ships/{id}',
    },
    {
      ...{ operationId: 'setTug', method: 'PUT', target: '/v1/ships/1', path: '/ships/{id}' },
      bodies: [{ kind: 'tug' }, { kind: 'tug', pull: 1 }, { kind: 'ferry', pull: 1 }],
    },
    { operationId: 'get_ships_mine', method: 'GET', target: '/v1/ships/mine', path: '/ships/mine' },
    { operationId: 'get_ships_mine', method: 'GET', target: '/ships/%6Dine', path: '/ships/mine' },
  ],
  '3.1': [
    {
      ...{ operationId: 'addNode', method: 'POST', target: '/nodes', path: '/nodes' },
      bodies: [{ children: [{}] }, { children: [{ x: 1 }] }, { x: 1 }],
    },
    {
      ...{ operationId: 'addLeaf', method: 'POST', target: '/leaves', path: '/leaves' },
      bodies: [{ children: [{ x: 1 }] }, { children: [1] }],
    },
    {
      ...{ operationId: 'addSize', method: 'POST', target: '/sizes', path: '/sizes' },
      bodies: [2, 3],
    },
    { operationId: 'getShared', method: 'GET', target: '/shared', path: '/shared' },
    { operationId: 'dropFile', method: 'DELETE', target: '/files/files/1', path: '/files/{id}' },
    { operationId: 'undoFile', method: 'POST', target: '/files/1:undo', path: '/files/{id}:undo' },
  ],
  '3.2': [
    {
      ...{ operationId: 'search', method: 'QUERY', target: '/search', path: '/search' },
      bodies: [{ kind: 'x' }, { kind: 'x', text: 1 }],
    },
    { operationId: 'getSearch', method: 'GET', target: '/search', path: '/search' },
    { operationId: 'purge', method: 'PURGE', target: '/search', path: '/search' },
    { operationId: 'oneSearch', method: 'GET', target: '/search/1', path: '/search/{id}' },
    { operationId: 'rest', method: 'GET', target: '/anything', path: '/{rest}' },
  ],
};

const folder = temporaryProject();
const listeners: Listener[] = [];
afterAll(() => Promise.all(listeners.map((listener) => listener.close(0))));

/** The service of a document without handlers: 501 names the operation of a valid request. */
async function serve(spec: string, ...names: string[]): Promise<string> {
  const { document, faults, part } = readProjectPart(spec, {
    ...(names.length > 0 && { include: names }),
  });
  const loaded = loadContract(document, { faults, part, strict: true });
  const accept = () => ({ outcome: 'accepted', principal: { name: 'x' } }) as const;
  const inUse = new Set(
    loaded.contract.operations.flatMap(({ security }) =>
      security.flatMap((each) => Object.keys(each)),
    ),
  );
  const service = await createService({
    ...{ ...loaded, handlers: {}, allowMissingHandlers: true, dependencies: undefined },
    authenticators: Object.fromEntries([...inUse].map((name) => [name, accept])),
    ...{ maxBodyBytes: 1_000, validateResponses: true, onFault: () => undefined },
  });
  const server = createServer((request) => service.handle(request), {
    ...{ respond: service.respond, requestTimeoutMs: 60_000, onFault: () => undefined },
  });
  const listener = await listen(server, '127.0.0.1', 0, 'PORT');
  listeners.push(listener);
  return listener.url;
}

/** The name of an operation in a message in JSON. */
const quoted = (id: string): string => `\\"${id}\\"`;

async function answer(
  url: string,
  { method, target }: Call,
  body?: unknown,
): Promise<{ status: number; text: string; allow: string | null }> {
  const response = await fetch(url + target, {
    method,
    headers: { 'content-type': 'application/json', 'x-key': 'k', authorization: 'Bearer t' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    text: await response.text(),
    allow: response.headers.get('allow'),
  };
}

describe.each(Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[])('OpenAPI %s', (version) => {
  const spec = path.join(folder, `${version}.yaml`);
  const calls = CALLS[version];
  const ids = [...new Set(calls.map(({ operationId }) => operationId))];
  const generated = (name: string): string =>
    path.join(folder, `v${version.replace('.', '_')}_${name}`);
  let whole = '';

  beforeAll(async () => {
    writeFileSync(spec, DOCUMENTS[version]);
    whole = await serve(spec);
    for (const name of ['whole', ...ids]) {
      const args = ['--spec', spec, '--generated', generated(name)];
      const selected = name === 'whole' ? [] : ['--include', name];
      expect(await runInFolder(folder, generate, [...args, ...selected])).toMatchObject({
        code: 0,
      });
    }
  });

  it('the calls are of all operations', async () => {
    const { operations } = loadContract(readProjectPart(spec, {}).document);
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...ids].sort());
    for (const call of calls) {
      const answers = await Promise.all(
        (call.bodies ?? [undefined]).map((body) => answer(whole, call, body)),
      );
      const valid = answers.find(({ status }) => status === 501);
      if (call.method === 'HEAD' || call.target.endsWith('page=0')) continue;
      expect([call.target, valid?.text]).toEqual([
        call.target,
        expect.stringContaining(quoted(call.operationId)),
      ]);
      expect(call.bodies === undefined || answers.some(({ status }) => status === 400)).toBe(true);
    }
  });

  it.each(ids)(
    '%s alone is served as in the whole document, and no other operation is',
    async (id) => {
      const url = await serve(spec, id);
      for (const call of calls) {
        for (const body of call.bodies ?? [undefined]) {
          const found = await answer(url, call, body);
          if (call.operationId === id) {
            const { status, text } = await answer(whole, call, body);
            expect([call, body, found.status]).toEqual([call, body, status]);
            expect(found.text.includes(quoted(id))).toBe(text.includes(quoted(id)));
            continue;
          }
          const own = calls.find((each) => each.operationId === id && each.path === call.path);
          expect([call, found.status]).toEqual([call, own === undefined ? 404 : 405]);
          if (own !== undefined) expect(found.allow?.split(', ')).toContain(own.method);
        }
      }
    },
  );

  it('all compile, with the types of the whole document', () => {
    const files = ids.map((id, index) => {
      const file = path.join(folder, `${version}-${index}.ts`);
      const from = (name: string): string => `'./${path.basename(generated(name))}/operations'`;
      writeFileSync(
        file,
        `import type { Operations as Whole } from ${from('whole')};
import type { Operations as Part } from ${from(id)};
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const names: Same<keyof Part, '${id}'> = true;
export const same: Same<Part['${id}'], Whole['${id}']> = true;
export { contract } from './${path.basename(generated(id))}/contract';
export { validators } from './${path.basename(generated(id))}/validators';
`,
      );
      return file;
    });
    expect(compileErrors(files)).toEqual([]);
  });

  it('only what the operation refers to is there', () => {
    const texts = ids.map((id) => readFileSync(path.join(generated(id), 'openapi.json'), 'utf8'));
    for (const text of texts) {
      // A name by URI may be that of each schema which has one.
      expect(
        unreferred(JSON.parse(text)).filter((name) => !/^(?:Size|StrictTree)$/.test(name)),
      ).toEqual([]);
    }
  });
});

/** Components that nothing names, by any kind of reference. */
function unreferred({
  components = {},
  ...rest
}: {
  components?: Record<string, Record<string, object>>;
}): string[] {
  const all = Object.values(components).flatMap((map) => Object.entries(map));
  return all
    .map(([name]) => name)
    .filter((name) => {
      const others = all.filter(([other]) => other !== name).map(([, value]) => value);
      return !new RegExp(
        `\\b${name}\\b|${name.toLowerCase().replace('stricttree', 'strict')}`,
      ).test(JSON.stringify([rest, others]));
    });
}
