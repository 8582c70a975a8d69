import { heavyDocuments as heavyTexts } from '../support/heavy-documents';
import { hostileDocument, refusedDocument } from '../support/hostile-document';

/**
 * Documents as somebody would write them who wants the tools to read, run, print or take what they should not. Each is
 * a folder: `project/spec/openapi.yaml` and what lies beside it. `outside/secret.yaml`, and the hidden files of `project`,
 * hold CANARY.
 */

/** Stands in files that no document may read. */
export const CANARY = 'canary-9f3c1e';

/** What only hostile texts assign: where it is an identifier of generated code, code of a document would run. */
export const PLANTED = 'pwned';

export interface HostileDocument {
  /** Text, or what JSON writes. */
  readonly document: unknown;
  /** More files of the project, by their paths in it. */
  readonly files?: Readonly<Record<string, string>>;
  /** Links in the project, by their paths in it, with what they lead to. */
  readonly links?: Readonly<Record<string, string>>;
  /** Pipes in the project. */
  readonly pipes?: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

const HEAD = { openapi: '3.1.0', info: { title: 'Hostile', version: '1.0.0' } };
const DONE = { 200: { description: 'Done' } };

/** A document with one schema, which a request and a response have. */
function withSchema(schema: unknown, schemas: Fields = {}): Fields {
  const content = { 'application/json': { schema } };
  return {
    ...HEAD,
    paths: {
      '/things': {
        post: {
          operationId: 'add',
          requestBody: { content },
          responses: { 200: { description: 'Done', content } },
        },
        get: { operationId: 'list', responses: { 200: { description: 'Done', content } } },
      },
    },
    components: { schemas },
  };
}

function withPaths(paths: Fields, more: Fields = {}): Fields {
  return { ...HEAD, paths, ...more };
}

function withOperation(operation: Fields, more: Fields = {}): Fields {
  return withPaths(
    { '/things': { get: { operationId: 'list', responses: DONE, ...operation } } },
    more,
  );
}

const refersTo = (file: string): HostileDocument => ({ document: withSchema({ $ref: file }) });

/** References to what is no file of the document. */
const files: Readonly<Record<string, HostileDocument>> = {
  'reads a file above its folder': refersTo('../../outside/secret.yaml'),
  'reads a value of a file above its folder': refersTo(
    '../../outside/secret.yaml#/properties/token',
  ),
  'reads a file by an encoded path': refersTo('%2e%2e/%2e%2e/outside/secret.yaml'),
  'reads a file by its URL': refersTo('file:///etc/passwd'),
  'reads a file of a host': refersTo('file://host.example/share/secret.yaml'),
  'reads a device': refersTo('/dev/zero'),
  'reads the environment of the process': refersTo('/proc/self/environ'),
  'reads the settings of git': {
    document: withSchema({ $ref: '../.git/config' }),
    files: { '.git/HEAD': 'ref: refs/heads/main\n', '.git/config': `token: ${CANARY}\n` },
  },
  'reads the settings of the environment': {
    document: withSchema({ $ref: '../.env' }),
    files: { 'package.json': '{}', '.env': `TOKEN: ${CANARY}\n` },
  },
  'reads through a link': {
    document: withSchema({ $ref: 'thing.yaml' }),
    links: { 'spec/thing.yaml': '../../outside/secret.yaml' },
  },
  'reads through a link to a folder': {
    document: withSchema({ $ref: 'common/secret.yaml' }),
    links: { 'spec/common': '../../outside' },
  },
  'reads a pipe': { document: withSchema({ $ref: 'pipe.yaml' }), pipes: ['spec/pipe.yaml'] },
  'reads through references of every kind': {
    document: withPaths(
      {
        '/item': { $ref: '../../outside/secret.yaml#/item' },
        '/things': {
          get: {
            operationId: 'list',
            parameters: [{ $ref: '../../outside/secret.yaml#/parameter' }],
            responses: { 200: { $ref: '../../outside/secret.yaml#/response' } },
          },
          post: {
            operationId: 'add',
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    discriminator: {
                      propertyName: 'kind',
                      mapping: { a: '../../outside/secret.yaml' },
                    },
                    oneOf: [{ $dynamicRef: '../../outside/secret.yaml#a' }],
                  },
                  examples: {
                    a: { $ref: '../../outside/secret.yaml#/example' },
                    b: { externalValue: '../../outside/secret.yaml' },
                  },
                },
              },
            },
            responses: DONE,
          },
        },
      },
      { components: { securitySchemes: { a: { $ref: '../../outside/secret.yaml#/scheme' } } } },
    ),
  },
  'gives itself the address of another folder': {
    document: {
      ...withSchema({ $ref: 'secret.yaml' }),
      openapi: '3.2.0',
      $self: '../../outside/openapi.yaml',
    },
  },
  'links generated files to others': {
    document: withSchema({ type: 'string' }),
    links: {
      'generated/types.ts': '../../outside/written.ts',
      'generated/contract.ts': '/dev/zero',
    },
  },
};

/** Names that are something else to a program. */
const names: Readonly<Record<string, HostileDocument>> = {
  'has an operationId of prototypes': {
    document: withPaths(
      Object.fromEntries(
        ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'].map(
          (operationId) => [`/${operationId}`, { get: { operationId, responses: DONE } }],
        ),
      ),
    ),
  },
  'has an operationId that is a path': {
    document: withPaths({
      '/a': { get: { operationId: '../../outside/written', responses: DONE } },
      '/b': { get: { operationId: '/tmp/written', responses: DONE } },
      '/c': { get: { operationId: '..\\..\\outside\\written', responses: DONE } },
      '/d': { get: { operationId: 'a\0b', responses: DONE } },
      '/e': { get: { operationId: 'CON', responses: DONE } },
      '/f': { get: { operationId: '', responses: DONE } },
    }),
  },
  'has an operationId of 20,000 characters': {
    document: withOperation({ operationId: 'a'.repeat(20_000) }),
  },
  'has properties of prototypes': {
    document: withSchema(
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string","default":"x"},"constructor":{"type":"object","properties":{"prototype":{"type":"object","default":{"polluted":true}}}}},"required":["__proto__","constructor","toString"]}',
      ),
    ),
  },
  'has components and parameters of prototypes': {
    document: JSON.parse(
      '{"openapi":"3.1.0","info":{"title":"Hostile","version":"1"},"paths":{"/{__proto__}":{"get":{"operationId":"list","parameters":[{"in":"path","name":"__proto__","required":true,"schema":{"$ref":"#/components/schemas/__proto__"}},{"in":"query","name":"constructor","schema":{"type":"object"},"style":"deepObject"},{"in":"header","name":"__proto__","schema":{"type":"string"}}],"responses":{"200":{"description":"Done","headers":{"__proto__":{"schema":{"type":"string"}}},"content":{"application/json":{"schema":{"$ref":"#/components/schemas/constructor"},"examples":{"__proto__":{"value":{"__proto__":{"polluted":true}}}}}}}}}}},"components":{"schemas":{"__proto__":{"type":"string"},"constructor":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/__proto__"}}}},"securitySchemes":{"__proto__":{"type":"http","scheme":"bearer"}}},"security":[{"__proto__":[]}]}',
    ) as unknown,
  },
  'has a reference through prototypes': {
    document: withSchema({
      anyOf: [{ $ref: '#/constructor/prototype' }, { $ref: '#/__proto__/polluted' }],
    }),
  },
  'has paths of dots and of other hosts': {
    document: withPaths({
      '/../../etc': { get: { operationId: 'dots', responses: DONE } },
      '/%2e%2e/a': { get: { operationId: 'encoded', responses: DONE } },
      '//host.example/a': { get: { operationId: 'host', responses: DONE } },
      '/-/openapi.json': { get: { operationId: 'own', responses: DONE } },
      '/{a}{b}{c}': { get: { operationId: 'many', responses: DONE } },
      '/a\\b': { get: { operationId: 'slash', responses: DONE } },
    }),
  },
  'has servers that are no addresses': {
    document: {
      ...withOperation({}),
      servers: [
        { url: 'javascript:alert(1)' },
        { url: 'file:///etc/passwd' },
        { url: '//host.example/../..' },
        {
          url: '{scheme}://{host}',
          variables: { scheme: { default: '\r\nX: 1' }, host: { default: '..' } },
        },
      ],
    },
  },
  'has header fields that end the line': {
    document: withOperation({
      responses: {
        200: {
          description: 'Done',
          headers: {
            'X-A\r\nSet-Cookie': { schema: { type: 'string' } },
            'X-B': { schema: { type: 'string', const: 'a\r\nSet-Cookie: b=c' } },
            'Transfer-Encoding': { schema: { type: 'string', const: 'chunked' } },
            'Content-Length': { schema: { type: 'integer', const: 99_999 } },
          },
          content: { 'text/plain\r\nX-C: 1': { schema: { type: 'string' } } },
        },
      },
    }),
  },
};

/** What asks for more than any machine does; those that are large themselves take the time that their size does. */
const HEAVY =
  /^(?:doubled|circles|aliases of aliases|brackets|items in items|2,000 )|of 26 levels$/;

export const heavyDocuments: Readonly<Record<string, HostileDocument>> = Object.fromEntries(
  Object.entries(heavyTexts)
    .filter(([name]) => HEAVY.test(name))
    .map(([name, text]) => [`has ${name}`, { document: text() }]),
);

export const documentsWithFiles: Readonly<Record<string, HostileDocument>> = {
  ...files,
  'has hostile texts everywhere': { document: hostileDocument() },
};

export const documentsWithTexts: Readonly<Record<string, HostileDocument>> = {
  ...names,
  'has hostile texts and cannot be served': { document: refusedDocument() },
};
