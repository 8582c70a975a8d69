import path from 'node:path';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { readDocument } from '../../../../src/tools/document/read/read-document';
import { describeFaults } from '../../../../src/tools/document/model/describe-faults';
import { createServer } from '../../../../src/runtime/express';
import { createService } from '../../../../src/runtime/contract';
import { listen } from '../../../../src/runtime/express/listener';
import { writeFiles, temporaryFolder } from '../../../support/temporary-folder';

/** Schemas of other files whose meaning depends on the resource that they are in. */

const within = temporaryFolder();

type Files = Readonly<Record<string, string>>;

/** A document with `POST /A` and `POST /B`, for schemas of those names, over several files. */
const document = (schemas: string): string => `openapi: 3.1.0
info: { title: Trees, version: 1.0.0 }
paths:
  /A: { post: { operationId: a, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } }, responses: { 204: { description: Taken } } } }
  /B: { post: { operationId: b, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/B' } } } }, responses: { 204: { description: Taken } } } }
components:
  schemas:
${schemas.replaceAll(/^/gm, '    ')}
`;

const TREE = `
$dynamicAnchor: node
type: object
properties:
  data: { type: string }
  children: { type: array, items: { $dynamicRef: '#node' } }
`;

interface Row {
  readonly files: Files;
  readonly documents?: Readonly<Record<string, string>>;
  /** By path; the first of each is valid, the second is not. */
  readonly values: Readonly<Record<string, readonly [valid: unknown, invalid: unknown]>>;
}

const ROWS: Readonly<Record<string, Row>> = {
  'a dynamic reference is bound by who refers to its file': {
    files: {
      'openapi.yaml': document('A: { $ref: s/strict.yaml }\nB: { $ref: s/tree.yaml }'),
      's/tree.yaml': TREE,
      's/strict.yaml': '$dynamicAnchor: node\n$ref: tree.yaml\nunevaluatedProperties: false\n',
    },
    values: {
      A: [{ children: [{ data: 'x' }] }, { children: [{ date: 'x' }] }],
      B: [{ children: [{ date: 'x' }] }, { children: [{ data: 1 }] }],
    },
  },
  'a list of another file takes the items of who uses it': {
    files: {
      'openapi.yaml': document(`A:
  $id: texts
  $ref: list.yaml
  $defs: { item: { $dynamicAnchor: item, type: string } }
B:
  $ref: list.yaml
  $defs: { item: { $dynamicAnchor: item, type: integer } }`),
      'list.yaml': `type: array
items: { $dynamicRef: '#item' }
$defs: { item: { $dynamicAnchor: item, not: {} } }
`,
    },
    values: { A: [['x'], [1]], B: [[1], ['x']] },
  },
  'a dynamic reference names a file': {
    files: {
      'openapi.yaml': document(`A: { $dynamicRef: 'tree.yaml#node' }
B: { type: array, items: { $dynamicRef: 'tree.yaml#/properties/data' } }`),
      'tree.yaml': TREE,
    },
    values: {
      A: [{ children: [{ data: 'x' }] }, { children: [{ data: 1 }] }],
      B: [['x'], [1]],
    },
  },
  'an embedded file refers to others, and to the document': {
    files: {
      'openapi.yaml': document(`A: { $ref: 's/tree.yaml' }
B: { type: string, maxLength: 2 }`),
      's/tree.yaml': `$dynamicAnchor: node
properties:
  text: { $ref: '../openapi.yaml#/components/schemas/B' }
  size: { $ref: 'sizes/size.yaml#/$defs/size' }
  again: { $dynamicRef: '#node' }
`,
      's/sizes/size.yaml': `$defs: { size: { $ref: '#small' }, small: { $anchor: small, maximum: 9 } }`,
    },
    values: {
      A: [{ again: { text: 'xx', size: 9 } }, { again: { size: 10 } }],
      B: ['xx', 'xxx'],
    },
  },
  'a schema with an $id refers to a file beside it': {
    files: {
      'openapi.yaml': document(`A: { $id: s/plant, properties: { leaf: { $ref: leaf.yaml } } }
B: { properties: { leaf: { $ref: s/leaf.yaml } } }`),
      's/leaf.yaml': 'type: integer',
    },
    values: { A: [{ leaf: 1 }, { leaf: 'x' }], B: [{ leaf: 1 }, { leaf: 'x' }] },
  },
  'a file with dynamic names has an $id of its own': {
    files: {
      'openapi.yaml': document('A: { items: { $ref: tree.yaml } }\nB: { $ref: tree.yaml#node }'),
      'tree.yaml': `$id: https://example.com/tree\n${TREE}`,
    },
    values: {
      A: [[{ children: [{ data: 'x' }] }], [{ children: [{ data: 1 }] }]],
      B: [{ children: [] }, { children: [1] }],
    },
  },
  'a document is referred to by a URI': {
    files: {
      'openapi.yaml': document(`A: { $ref: 'https://example.com/s/plant.json' }
B: { $ref: 'https://example.com/common.yaml#/components/schemas/Leaf' }`),
      'files/plant.json': '{ "properties": { "leaf": { "$ref": "leaf.json" } } }',
      'files/leaf.json': '{ "type": "integer" }',
      'common.yaml': 'components: { schemas: { Leaf: { type: string } } }',
    },
    documents: {
      'https://example.com/s/': 'files',
      'https://example.com/common.yaml': 'common.yaml',
    },
    values: { A: [{ leaf: 1 }, { leaf: 'x' }], B: ['x', 1] },
  },
  'a schema with the $id of a host refers to a file of that host': {
    files: {
      'openapi.yaml': document(`A: { $id: 'https://example.com/s/a', items: { $ref: tree.json } }
B: true`),
      'tree.json': JSON.stringify({
        $dynamicAnchor: 'node',
        items: { $dynamicRef: '#node' },
        type: 'array',
      }),
    },
    documents: { 'https://example.com/s/tree.json': 'tree.json' },
    values: { A: [[[[]]], [[1]]] },
  },
};

function read({ files, documents = {} }: Pick<Row, 'files' | 'documents'>) {
  const folder = writeFiles(within, files);
  const given = Object.entries(documents).map(
    ([uri, file]) => [uri, path.join(folder, file)] as const,
  );
  return readDocument(path.join(folder, 'openapi.yaml'), 'openapi.yaml', new Map(given));
}

describe('over several files', () => {
  it.each(Object.entries(ROWS))('%s', async (_, row) => {
    const source = read(row);
    expect(describeFaults(source.faults, source)).toBe('');
    const service = await createService({
      ...loadContract(source.document, { strict: true, faults: source.faults }),
      handlers: {
        a: () => Promise.resolve({ status: 204 }),
        b: () => Promise.resolve({ status: 204 }),
      },
      dependencies: undefined,
      authenticators: {},
      maxBodyBytes: 1_000,
      validateResponses: true,
      onFault: (error) => {
        throw error;
      },
    });
    const server = createServer((request) => service.handle(request), {
      requestTimeoutMs: 5_000,
      onFault: () => undefined,
    });
    const listener = await listen(server, '127.0.0.1', 0, 'PORT');
    const statusOf = async (at: string, value: unknown): Promise<number> => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(value);
      return (await fetch(`${listener.url}/${at}`, { method: 'POST', headers, body })).status;
    };
    for (const [at, [valid, invalid]] of Object.entries(row.values)) {
      expect([at, await statusOf(at, valid), await statusOf(at, invalid)]).toEqual([at, 204, 400]);
    }
    await listener.close(0);
    // What is published says the same by itself.
    const again = loadContract(JSON.parse(JSON.stringify(source.document)), { strict: true });
    expect(again.contract.operations).toHaveLength(2);
  });

  it('a fault in an embedded file is told of at its place', () => {
    const source = read({
      files: {
        'openapi.yaml': document('A: { $ref: s/tree.yaml }\nB: true'),
        's/tree.yaml': `${TREE}additionalProperties: 7\n`,
      },
    });
    let said = '';
    try {
      loadContract(source.document, { strict: true });
    } catch (error) {
      said = describeFaults((error as { faults: [] }).faults, source);
    }
    expect(said).toBe('s/tree.yaml:7: /additionalProperties: must be of type object or boolean');
  });

  it('a file with dynamic names outside the folder of the document is refused, with the remedy', () => {
    const folder = writeFiles(within, {
      'api/openapi.yaml': document('A: { $ref: ../tree.yaml }\nB: true'),
      'tree.yaml': TREE,
      'package.json': '{}',
    });
    const source = readDocument(path.join(folder, 'api', 'openapi.yaml'), 'openapi.yaml');
    expect(describeFaults(source.faults, source)).toBe(
      'openapi.yaml:8: /components/schemas/A: "../tree.yaml" has schemas with names of their own and is outside the folder of openapi.yaml; move it there, or give it an "$id"',
    );
  });
});
