import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeFaults } from '../../../../src/tools/document/model/describe-faults';
import { valueAt } from '../../../../src/tools/document/model/json-pointer';
import { readDocument } from '../../../../src/tools/document/read/read-document';
import { temporaryFolder, writeFiles } from '../../../support/temporary-folder';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { itEach } from '../../../support/it-each';

const within = temporaryFolder();

const SECRET = 'token: secret-of-somebody';

interface Case {
  /** The reference, where the files are below a folder. */
  readonly to: (folder: string) => string;
  readonly files?: Readonly<Record<string, string>>;
  /** Links by name, with what they lead to. */
  readonly links?: Readonly<Record<string, string>>;
  readonly documents?: (folder: string) => readonly [uri: string, file: string];
  readonly allowOutside?: boolean;
}

/** What a schema of a document in `project/api` is, and what is said of it. */
function readWith({ to, files = {}, links = {}, documents, allowOutside }: Case) {
  const folder = writeFiles(within, { 'secret.yaml': SECRET, ...files });
  const api = path.join(folder, 'project', 'api');
  mkdirSync(api, { recursive: true });
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(folder, name));
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    components: { schemas: { A: { $ref: to(folder) } } },
  };
  const file = path.join(
    writeFiles(api, { 'openapi.json': JSON.stringify(document) }),
    'openapi.json',
  );
  const named = documents && new Map([documents(folder)]);
  const source = readDocument(file, 'openapi.json', named, allowOutside);
  const said = describeFaults(source.faults, source).replaceAll(folder, 'FOLDER');
  return { schema: valueAt(source.document, '/components/schemas/A'), said };
}

/** From the folder of the document, which is in `project/api`. */
const UP = '../../..';

const inRepository = { 'project/.git/HEAD': 'ref: refs/heads/main' };

describe('a file that a reference leads to', () => {
  it.each(
    Object.entries<Case>({
      'outside, by a relative path': { to: () => `${UP}/secret.yaml` },
      'outside of the repository, by a relative path': {
        files: inRepository,
        to: () => `${UP}/secret.yaml`,
      },
      'outside, by its absolute path': { to: (folder) => path.join(folder, 'secret.yaml') },
      'outside, by its URL': {
        to: (folder) => `${pathToFileURL(path.join(folder, 'secret.yaml')).href}#/token`,
      },
      'outside, by an encoded path': { to: () => '%2e%2e/%2e%2e/%2e%2e/secret.yaml' },
      'outside, by a link within the repository': {
        files: { ...inRepository, 'project/api/a.yaml': 'type: object' },
        links: { 'project/api/secret.yaml': '../../secret.yaml' },
        to: () => '../secret.yaml',
      },
      'that is hidden in the repository': {
        files: { ...inRepository, 'project/.env': 'TOKEN: secret' },
        to: () => '../../.env',
      },
      'in a hidden folder of the repository': {
        files: { ...inRepository, 'project/.git/config': 'token: secret' },
        to: () => '../../.git/config',
      },
      'outside of a folder that stands for a URI': {
        files: { 'shared/a.yaml': 'type: object' },
        documents: (folder) => ['https://example.com/', `${folder}/shared`],
        to: () => 'https://example.com/..%2Fsecret.yaml',
      },
    }),
  )('%s is not read, and it is said how to allow it', (_, given) => {
    const { schema, said } = readWith(given);
    expect(schema).toStrictEqual({ $ref: expect.any(String) as string });
    expect(said).toMatch(
      /^openapi\.json:1: \/components\/schemas\/A: the file \S+ is (?:outside of FOLDER\S*|a hidden file); a document reads it only with --documents \S+=FOLDER\S+, or with --allow-outside$/,
    );
  });

  it.each(
    Object.entries<Case>({
      'of the repository': {
        files: { ...inRepository, 'project/common/a.yaml': 'type: object' },
        to: () => '../../common/a.yaml',
      },
      'of the package': {
        files: { 'project/package.json': '{}', 'project/common/a.yaml': 'type: object' },
        to: () => '../../common/a.yaml',
      },
      'of the repository, in a package that a package manager has linked': {
        files: { ...inRepository, 'project/node_modules/.pnpm/a@1/a/a.yaml': 'type: object' },
        links: { 'project/node_modules/a': '.pnpm/a@1/a' },
        to: () => '../../node_modules/a/a.yaml',
      },
      'outside, named by its URI': {
        files: { 'common/a.yaml': 'type: object' },
        documents: (folder) => ['https://example.com/a.yaml', `${folder}/common/a.yaml`],
        to: () => 'https://example.com/a.yaml',
      },
      'outside, in a folder that stands for a URI': {
        files: { 'common/a.yaml': 'type: object' },
        documents: (folder) => ['https://example.com/', `${folder}/common`],
        to: () => 'https://example.com/a.yaml',
      },
      'outside, where all is allowed': {
        files: { 'common/a.yaml': 'type: object' },
        to: () => `${UP}/common/a.yaml`,
        allowOutside: true,
      },
    }),
  )('%s is read', (_, given) => {
    expect(readWith(given)).toStrictEqual({ schema: { type: 'object' }, said: '' });
  });

  it.each(
    Object.entries<Case & { readonly want: string }>({
      'a device': {
        to: () => '/dev/zero',
        allowOutside: true,
        want: 'cannot be read (it is not a regular file)',
      },
      'a host': { to: () => 'file://host.example/a.yaml', want: 'is not a local file' },
      'a path that no file can have': { to: () => 'a%2Fb.yaml', want: 'is not a local file' },
      'a name with a null byte': { to: () => 'a%00.yaml', want: 'cannot be read' },
    }),
  )('is none where the reference names %s', (_, { want, ...given }) => {
    expect(readWith(given).said).toContain(want);
  });

  it('is none where it is a pipe, which is not waited for', () => {
    const folder = writeFiles(within, { 'a.yaml': 'type: object' });
    const pipe = path.join(folder, 'pipe.yaml');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const { said } = readWith({ to: () => pipe, allowOutside: true });
    expect(said).toContain('cannot be read (it is not a regular file)');
  });
});

describe('references to other machines', () => {
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
    const source = readDocument(
      path.join(writeFiles(within, files), 'openapi.yaml'),
      'openapi.yaml',
    );
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
    itEach<[Parts, string, unknown]>({
      'a schema': [
        { response: { description: 'x', ...json(FAR) } },
        `${RESPONSE}/content/application~1json/schema`,
        {},
      ],
      'a schema in another one, and what stands beside it': [
        { response: { description: 'x', ...json({ items: { ...FAR, title: 'Pet' } }) } },
        `${RESPONSE}/content/application~1json/schema/items`,
        { title: 'Pet' },
      ],
      'a response': [{ response: FAR }, RESPONSE, { description: '' }],
      'a header': [
        { response: { description: 'x', headers: { 'X-A': FAR } } },
        `${RESPONSE}/headers/X-A`,
        { schema: {} },
      ],
      'a component that only responses use': [
        {
          response: { description: 'x', ...json(pet) },
          components: { schemas: { Pet: { properties: { a: FAR } } } },
        },
        '/components/schemas/Pet/properties/a',
        {},
      ],
    })('%s', (_, parts, pointer, want) => {
      const { served, said, document } = read(parts);
      expect(served).toEqual(['list', 'add']);
      expect(said).toMatch(SAID);
      expect(valueAt(document, pointer)).toStrictEqual(want);
    });
  });

  describe('what is out of reach in a request leaves the operation out', () => {
    itEach<[Parts, string[]]>({
      'a schema of the body': [{ body: { properties: { a: FAR } } }, ['list']],
      'a parameter': [{ parameters: [FAR] }, ['add']],
      'the schema of a parameter': [
        { parameters: [{ in: 'query', name: 'q', schema: FAR }] },
        ['add'],
      ],
      'a component that responses use too': [
        {
          body: pet,
          response: { description: 'x', ...json(pet) },
          components: {
            schemas: { Pet: { allOf: [{ $ref: '#/components/schemas/Far' }] }, Far: FAR },
          },
        },
        ['list'],
      ],
    })('%s', (_, parts, want) => {
      const { served, said } = read(parts);
      expect(served).toEqual(want);
      expect(said).toContain('is not a local file');
      expect(said).toMatch(/ left out: /);
    });
  });
});
