import { check } from '../../../../../src/tools/check/command';
import type { JsonObject } from '../../../../../src/tools/document';
import { runInFolder } from '../../../../support/run-in-process';
import type { ScriptResult } from '../../../../support/run-script';
import { temporaryFolder, writeFiles } from '../../../../support/temporary-folder';
import { itEach } from '../../../../support/it-each';

/** Properties beside a type that is no object describe nothing, and a note says so where they change. */

const folder = temporaryFolder();

interface Place {
  readonly version?: string;
  readonly response?: JsonObject;
  readonly request?: JsonObject;
  readonly component?: JsonObject;
  readonly example?: unknown;
}

const USED = { $ref: '#/components/schemas/Name' };

function documentOf({ version = '3.1.0', component, example, ...place }: Place): string {
  const { response = USED, request = {} } = place;
  const content = (schema: JsonObject): JsonObject => ({
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  });
  const put = {
    requestBody: content(request),
    responses: { 200: { description: 'Kept', ...content(response) } },
  };
  return JSON.stringify({
    openapi: version,
    info: { title: 'Names', version: '1.0.0' },
    paths: { '/names': { put } },
    components: { schemas: { Name: component ?? { type: 'object' } } },
  });
}

function compare(base: Place, revision: Place, ...args: string[]): Promise<ScriptResult> {
  const cwd = writeFiles(folder, {
    'base.json': documentOf(base),
    'openapi.json': documentOf(revision),
  });
  return runInFolder(cwd, check, ['--only', 'breaking', '--base', 'base.json', ...args]);
}

const A = { a: { type: 'string' } };
const B = { a: { type: 'integer' } };
const slip = (properties: JsonObject, type: unknown = 'string'): JsonObject => ({
  type,
  properties,
});

itEach<[Place, Place, string]>({
  'in a response': [{ response: slip(A) }, { response: slip(B) }, '"a" changed, .* "string"'],
  'in a request': [{ request: slip(A) }, { request: slip(B) }, '"a" changed, .* "string"'],
  'in a component': [{ component: slip(A) }, { component: slip(B) }, '"a" changed, .* "string"'],
  'of several types': [
    { response: slip(A, ['string', 'null']) },
    { response: slip(B, ['string', 'null']) },
    '"a" changed, .* "string" or "null"',
  ],
  'of a list': [
    { response: { type: 'array', items: slip(A, 'integer') } },
    { response: { type: 'array', items: slip(B, 'integer') } },
    '"a" changed, .* "integer"',
  ],
  'of a property': [
    { response: { type: 'object', properties: { name: slip(A) } } },
    { response: { type: 'object', properties: { name: slip(B) } } },
    '"a" changed, .* "string"',
  ],
  'of an array': [
    { response: slip({ ...A, b: A.a, c: {} }, 'array') },
    { response: slip({ ...B, b: B.a, c: {} }, 'array') },
    '"a", "b" changed, .* "array"',
  ],
  'of OpenAPI 3.0': [
    { version: '3.0.3', response: slip(A) },
    { version: '3.0.3', response: slip(B) },
    '"a" changed, .* "string"',
  ],
})('a changed property %s is told once, and fails nothing', async (_, base, revision, said) => {
  const { code, stderr } = await compare(base, revision);
  expect(code).toBe(0);
  expect(stderr).toMatch(
    new RegExp(
      `^openapi\\.json:1: ${said.replace('.*', 'but properties say nothing where the type is')}\n$`,
    ),
  );
});

itEach<[Place, Place, number]>({
  'is the same': [{ response: slip(A) }, { response: slip(A) }, 0],
  'has another description': [
    { response: slip({ a: { type: 'string', description: 'Old' } }) },
    { response: slip({ a: { type: 'string', description: 'New' } }) },
    0,
  ],
  'describes objects': [{ response: slip(A, 'object') }, { response: slip(B, 'object') }, 1],
  'describes objects or null': [
    { response: slip(A, ['object', 'null']) },
    { response: slip(B, ['object', 'null']) },
    1,
  ],
  'describes objects now': [{ response: slip(A) }, { response: slip(B, 'object') }, 1],
  'described objects': [{ response: slip(A, 'object') }, { response: slip(B) }, 1],
  'has no type beside it': [{ response: { properties: A } }, { response: { properties: B } }, 1],
  'is one of an example': [{ example: slip(A) }, { example: slip(B) }, 0],
  'is of a component that nothing uses': [
    { response: {}, component: slip(A) },
    { response: {}, component: slip(B) },
    0,
  ],
})('nothing is noted where a property %s', async (_, base, revision, code) => {
  expect(await compare(base, revision)).toMatchObject({ code, stderr: '' });
});

it('GitHub shows the note as a warning, and JSON has its place', async () => {
  const [base, revision] = [{ response: slip(A) }, { response: slip(B) }];
  const { stdout } = await compare(base, revision, '--format', 'github');
  expect(stdout).toMatch(/^::warning file=openapi\.json,line=1,title=breaking::"a" changed, but /m);
  const { notes } = JSON.parse((await compare(base, revision, '--format', 'json')).stdout) as {
    readonly notes: readonly JsonObject[];
  };
  expect(notes).toMatchObject([
    { pointer: expect.stringMatching(/\/schema\/properties$/) as string },
  ]);
});
