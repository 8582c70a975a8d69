import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { conformance } from '../../../src/tools/conformance/command';
import type { Results } from '../../../src/tools/conformance/public';
import { parseJson } from '../../../src/runtime/contract';
import { runInProcess } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';
import { reasons } from '../../../src/tools/judge';
import { withDocument } from '../../support/serve-document';
import { testServed, testServer, withServer } from './test-server';

/** Members with client-chosen ids, sent as JSON or as a form. */
const DOCUMENT = `
openapi: 3.1.0
info: { title: Members, version: '1' }
servers: [{ url: / }]
paths:
  /members:
    post:
      operationId: createMember
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Member' } }
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Member' } }
      responses:
        '201': { description: Made }
        4XX: { description: Refused }
  /guests:
    post:
      operationId: createGuest
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } }
      responses:
        '201': { description: Made }
        4XX: { description: Refused }
components:
  schemas:
    Member:
      type: object
      required: [id, slug]
      additionalProperties: false
      properties:
        id: { type: integer, format: int64, minimum: 1 }
        slug: { type: string, pattern: '^[a-z]{6}$' }
        age: { type: integer, minimum: 0, maximum: 150 }
`;

interface Member {
  readonly id: unknown;
  readonly slug: unknown;
  readonly isForm: boolean;
}

/** True for a member that a service refuses although the document allows it. */
type Refuses = (member: Member) => boolean;

/** A service that refuses ids and slugs in use like invalid members: 400 without a body. */
function members(refuses: Refuses, inUse: readonly string[] = []): RequestListener {
  const taken = new Set(inUse);
  const bodies = new Set<string>();
  return (request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end();
      const type = request.headers['content-type'] ?? '';
      if (!/^application\/(?:json|x-www-form-urlencoded)/i.test(type)) {
        return response.writeHead(415).end();
      }
      const member = read(body, /urlencoded/i.test(type));
      const isRight = member !== undefined && !refuses(member);
      if (!isRight) return response.writeHead(400).end();
      // A repeated request is no conflict.
      if (bodies.has(body)) return response.writeHead(201).end();
      const keys = [`id ${String(member.id)}`, `slug ${String(member.slug)}`];
      if (keys.some((key) => taken.has(key))) return response.writeHead(400).end();
      bodies.add(body);
      for (const key of keys) taken.add(key);
      return response.writeHead(201).end();
    });
  };
}

/** Validates by the document, except slugs, which the service checks itself. */
function read(body: string, isForm: boolean): Member | undefined {
  const value = isForm ? formOf(body) : jsonOf(body);
  if (value === undefined) return undefined;
  const { id, slug, age = 0, ...others } = value;
  const isAge = Number.isInteger(age) && Number(age) >= 0 && Number(age) <= 150;
  const isRight = isInteger(id) && isAge && typeof slug === 'string';
  return isRight && Object.keys(others).length === 0 ? { id, slug, isForm } : undefined;
}

function isInteger(id: unknown): boolean {
  const isWhole = typeof id === 'bigint' || Number.isSafeInteger(id);
  return (
    isWhole && BigInt(id as bigint | number) >= 1n && BigInt(id as bigint | number) < 2n ** 63n
  );
}

function jsonOf(body: string): Record<string, unknown> | undefined {
  const json = parseJson(Buffer.from(body));
  if (!('value' in json) || typeof json.value !== 'object' || json.value === null) return undefined;
  const value = json.value as Record<string, unknown>;
  return { ...value, ...('id' in value && { id: json.exact.get(value, 'id') ?? value.id }) };
}

function formOf(body: string): Record<string, unknown> {
  const pairs = [...new URLSearchParams(body)].map(([name, given]) => [
    name,
    name !== 'slug' && /^-?\d+$/.test(given) ? BigInt(given) : given,
  ]);
  const { age, ...value } = Object.fromEntries(pairs) as Record<string, unknown>;
  return {
    ...value,
    ...(age !== undefined && { age: typeof age === 'bigint' ? Number(age) : age }),
  };
}

const isSlug = ({ slug }: Member): boolean => /^[a-z]{6}$/.test(String(slug));

const found = ({ findings }: Results): string[] =>
  findings.map(({ check, exchanges }) => `${check}: ${exchanges.at(-1)?.testCase.title}`);

it('an id that is refused for its value is found, though nothing tells that from one in use', async () => {
  const isLarge = ({ id }: Member): boolean => BigInt(id as bigint | number) > 2n ** 53n;
  const results = await testServer(
    createServer(members((member) => !isSlug(member) || isLarge(member))),
    DOCUMENT,
  );
  expect(found(results)).toContainEqual(expect.stringMatching(/^accepts-valid: body \/id: /));
});

it('an id that may be in use has no verdict, and the reason is counted', async () => {
  const inUse = [1n, 2n ** 53n, 2n ** 63n - 1n].map((id) => `id ${id}`);
  const results = await testServer(
    createServer(members((member) => !isSlug(member), inUse)),
    DOCUMENT,
  );
  expect(found(results)).toEqual([]);
  expect(results.noVerdicts).toContainEqual(
    expect.objectContaining({
      operationId: 'createMember',
      reason: 'An id that is in use is refused in the same way, and this one may be',
      cases: expect.arrayContaining([
        expect.objectContaining({ method: 'POST', target: '/members', status: 400 }),
      ]) as unknown,
    }),
  );
});

describe('a broken id that a service stored hides no fault', () => {
  const blamed = ({ findings }: Results): string[] =>
    findings
      .filter(({ pointer }) => pointer.endsWith('/slug/pattern'))
      .map(({ check, operationId }) => `${check} ${operationId}`)
      .sort();
  const both = ['invalid-refused createGuest', 'invalid-refused createMember'];

  it('in another operation, or in the next run', async () => {
    const service = members(() => false);
    for (const seed of [1, 2]) {
      expect(blamed(await testServer(createServer(service), DOCUMENT, { seed }))).toEqual(both);
    }
  });
});

describe('--explain', () => {
  const folder = temporaryFolder();
  const spec = path.join(folder, 'openapi.yaml');
  writeFileSync(spec, DOCUMENT);

  const run = (...args: string[]): ReturnType<typeof runInProcess> =>
    withServer(createServer(members((member) => !isSlug(member))), (url) =>
      runInProcess(conformance, ['--url', url, '--spec', spec, '--runs', '0', ...args]),
    );

  it('shows the requests of an operation that got no verdict, with the reasons', async () => {
    const { code, stdout } = await run('--explain', 'createMember');
    expect(code).toBe(0);
    const [, explained] = stdout.split('No verdict on createMember\n');
    expect(explained).toContain(
      '  3 requests: The standards do not say which charsets beside UTF-8 a service reads\n' +
        '    201 for POST /members: a body of the charset utf-16\n',
    );
  });

  it('refuses an operation that the document does not have', async () => {
    const { code, stderr } = await run('--explain', 'makeMember');
    expect(code).toBe(2);
    expect(stderr).toContain('No operation is called "makeMember"; the document has createMember');
  });
});

/** Things that a client replaces. A service answers 400 for an id that names none, as the document lets it. */
const THINGS = `
openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    post:
      operationId: createThing
      requestBody: { $ref: '#/components/requestBodies/Thing' }
      responses:
        '201': { $ref: '#/components/responses/Thing' }
        '400': { description: Refused }
  /things/{thingId}:
    put:
      operationId: replaceThing
      parameters: [{ name: thingId, in: path, required: true, schema: { type: string } }]
      requestBody: { $ref: '#/components/requestBodies/Thing' }
      responses:
        '200': { $ref: '#/components/responses/Thing' }
        '400': { description: Refused }
components:
  requestBodies:
    Thing:
      required: true
      content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
  responses:
    Thing:
      description: A thing
      content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
  schemas:
    Thing:
      type: object
      required: [name]
      properties: { id: { type: string, readOnly: true }, name: { type: string } }
`;

/** @param isRefused a name that is refused although the document allows it */
function things(isRefused: (name: string) => boolean = () => false): Promise<Results> {
  const ids = new Set<string>();
  const keep = (id: string, body: object): object => {
    ids.add(id);
    return { ...body, id };
  };
  const handlers = {
    createThing: ({ body }: { readonly body: { readonly name: string } }) =>
      Promise.resolve({ status: 201, body: keep(`t${ids.size}`, body) }),
    replaceThing: ({
      path: { thingId },
      body,
    }: {
      readonly path: { readonly thingId: string };
      readonly body: { readonly name: string };
    }) =>
      Promise.resolve(
        ids.has(thingId) && !isRefused(body.name)
          ? { status: 200, body: keep(thingId, body) }
          : { status: 400 },
      ),
  };
  return withDocument(THINGS, handlers, { validateResponses: false }, ({ url }) =>
    testServed(url, THINGS, { runs: 20 }),
  );
}

describe('an id in a path that names nothing', () => {
  it('may get 400 where the document states no 404', async () => {
    const results = await things();
    expect(found(results)).toEqual([]);
    expect(results.noVerdicts).toContainEqual(
      expect.objectContaining({ operationId: 'replaceThing', reason: reasons.refers }),
    );
  });

  it('hides no value that is refused', async () => {
    const results = await things((name) => name.length > 8);
    expect(found(results)).toContainEqual(expect.stringMatching(/^accepts-valid: /));
  });
});
