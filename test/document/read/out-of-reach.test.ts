import path from 'node:path';
import { describeFaults } from '../../../src/document/model/describe-faults';
import { valueAt } from '../../../src/document/model/json-pointer';
import { readDocument } from '../../../src/document/read/read-document';
import { loadContract } from '../../../src/generate/in-memory';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';

/** References to other machines, of which nothing is fetched. */

const within = temporaryFolder();
const FAR = { $ref: 'https://far.test/part.yaml' };
const json = (schema: unknown): object => ({ content: { 'application/json': { schema } } });
const pet = { $ref: '#/components/schemas/Pet' };
const GET = '/paths/~1pets/get';
const RESPONSE = `${GET}/responses/200`;

interface Parts {
  readonly response?: object;
  readonly body?: unknown;
  readonly parameters?: readonly unknown[];
  readonly components?: object;
}

function read({
  response = { description: 'Pets' },
  body = {},
  parameters = [],
  components,
}: Parts): {
  served: string[];
  said: string;
  document: unknown;
} {
  const responses = { 200: response };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': {
        get: { operationId: 'list', parameters, responses },
        post: {
          operationId: 'add',
          requestBody: json(body),
          responses: { 204: { description: 'Added' } },
        },
      },
    },
    components,
  };
  const files = { 'openapi.yaml': JSON.stringify(document) };
  const source = readDocument(path.join(writeFiles(within, files), 'openapi.yaml'), 'openapi.yaml');
  const said: string[] = [];
  const loaded = loadContract(source.document, {
    faults: source.faults,
    report: (notice) => said.push(describeFaults([notice], source)),
  });
  const served = loaded.operations.map(({ operationId }) => operationId);
  return { served, said: said.join('\n'), document: loaded.document };
}

const SAID =
  /^openapi\.yaml:1: \S+: warning: "https:\/\/far\.test\/part\.yaml" is not a local file, and nothing is fetched; save a copy, and name it with --documents https:\/\/far\.test\/part\.yaml=FILE; until then nothing is held to it, and no request that needs it is served$/m;

describe('what is out of reach in a response leaves the operation', () => {
  it.each<[string, Parts, string, unknown]>([
    [
      'a schema',
      { response: { description: 'x', ...json(FAR) } },
      `${RESPONSE}/content/application~1json/schema`,
      {},
    ],
    [
      'a schema in another one, and what stands beside it',
      { response: { description: 'x', ...json({ items: { ...FAR, title: 'Pet' } }) } },
      `${RESPONSE}/content/application~1json/schema/items`,
      { title: 'Pet' },
    ],
    ['a response', { response: FAR }, RESPONSE, { description: '' }],
    [
      'a header',
      { response: { description: 'x', headers: { 'X-A': FAR } } },
      `${RESPONSE}/headers/X-A`,
      { schema: {} },
    ],
    [
      'a component that only responses use',
      {
        response: { description: 'x', ...json(pet) },
        components: { schemas: { Pet: { properties: { a: FAR } } } },
      },
      '/components/schemas/Pet/properties/a',
      {},
    ],
  ])('%s', (_, parts, pointer, want) => {
    const { served, said, document } = read(parts);
    expect(served).toEqual(['list', 'add']);
    expect(said).toMatch(SAID);
    expect(valueAt(document, pointer)).toStrictEqual(want);
  });
});

describe('what is out of reach in a request leaves the operation out', () => {
  it.each<[string, Parts, string[]]>([
    ['a schema of the body', { body: { properties: { a: FAR } } }, ['list']],
    ['a parameter', { parameters: [FAR] }, ['add']],
    [
      'the schema of a parameter',
      { parameters: [{ in: 'query', name: 'q', schema: FAR }] },
      ['add'],
    ],
    [
      'a component that responses use too',
      {
        body: pet,
        response: { description: 'x', ...json(pet) },
        components: {
          schemas: { Pet: { allOf: [{ $ref: '#/components/schemas/Far' }] }, Far: FAR },
        },
      },
      ['list'],
    ],
  ])('%s', (_, parts, want) => {
    const { served, said } = read(parts);
    expect(served).toEqual(want);
    expect(said).toContain('is not a local file');
    expect(said).toMatch(/ left out: /);
  });
});
