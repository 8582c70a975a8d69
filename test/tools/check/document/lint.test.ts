import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../support/temporary-folder';
import { type Found, foundIn } from './found-in';
import { itEach } from '../../../support/it-each';

const RESPONSES = 'responses: { 200: { description: Done }, 400: { description: Wrong } }';
const NAMED = `summary: Do, ${RESPONSES}`;
const HEAD = `openapi: 3.1.0
info: { title: Library, version: '1', license: { name: MIT, identifier: MIT } }
servers: [{ url: https://library.test }]
security: []
`;

/** The strict check's findings in a document with these paths, from line 6. */
async function inPaths(paths: string, head = HEAD): Promise<string[]> {
  const text = `${head}paths:\n${paths}`;
  const { findings } = await foundIn(temporary, { 'openapi.yaml': text }, { strict: true });
  return findings.map((line) => line.replace('openapi.yaml:', ''));
}

const temporary = temporaryFolder();

/** Without the rules of other tests. */
const emptyFolder = (): string => mkdtempSync(path.join(temporary, 'rules-'));

describe('each fault is told of once', () => {
  itEach<[paths: string, want: string[], head?: string]>({
    'an operation without a name': [
      `  /a: { get: { ${NAMED} } }\n`,
      [
        '6 lint /paths/~1a/get/operationId: operation-operationId: Operation object should contain `operationId` field',
      ],
    ],
    'a name for the second time': [
      `  /a: { get: { operationId: a, ${NAMED} } }
  /b: { get: { operationId: a, ${NAMED} } }
`,
      [
        '7 warning /paths/~1b/get/operationId: warning: "a" is also that of /paths/~1a/get, so this one is called "get_b"; rename one',
      ],
    ],
    'a path of the service': [
      `  /-/live: { get: { operationId: a, ${NAMED} } }\n`,
      [
        '6 warning /paths/~1-~1live: warning: paths under "/-/" are reserved for the service; choose another',
        '6 left-out /paths/~1-~1live/get: left out: the operation is not served, because of the fault at /paths/~1-~1live',
      ],
    ],
    'references to nothing, one that an operation leads to and others that none does': [
      `  /a: { get: { operationId: a, summary: Do, responses: { 200: { $ref: '#/components/responses/A' }, 400: { description: Wrong } } } }
components:
  responses: { A: { description: Done, headers: { B: { $ref: '#/components/headers/B' } } } }
  schemas:
    C: { properties: { d: { $ref: '#/components/schemas/D' } }, default: { $ref: '#/components/schemas/E' } }
  parameters: { F: { $ref: '#/components/parameters/G%20H' } }
`,
      [
        '8 left-out /components/responses/A/headers/B: left out: "#/components/headers/B" refers to nothing; add it or correct the reference; until then nothing is held to it, and no request that needs it is served',
        '11 left-out /components/parameters/F: left out: "#/components/parameters/G%20H" refers to nothing; add it or correct the reference',
        '10 left-out /components/schemas/C/properties/d: left out: "#/components/schemas/D" refers to nothing; add it or correct the reference; until then nothing is held to it, and no request that needs it is served',
      ],
    ],
    'no licence, servers and security': [
      `  /a: { get: { operationId: a, ${NAMED} } }\n`,
      [
        '1 lint /openapi: no-empty-servers: Servers must be present',
        '2 lint /info: info-license: Info object should contain `license` field',
        '6 lint /paths/~1a/get: security-defined: Every operation should have security defined on it or on the root level',
      ],
      "openapi: 3.1.0\ninfo:\n  title: Library\n  version: '1'\n",
    ],
    'a security scheme that is not described': [
      `  /a: { get: { operationId: a, security: [{ key: [] }], ${NAMED} } }\n`,
      [
        '6 warning /paths/~1a/get/security/0/key: warning: the security scheme "key" is not among components/securitySchemes, and is read as one of bearer tokens; add it',
      ],
    ],
    'two parameters of one name': [
      `  /a:
    get:
      operationId: a
      parameters:
        - { name: p, in: query, schema: { type: string } }
        - { name: p, in: query, schema: { type: integer } }
      ${NAMED.replace(', r', '\n      r')}
`,
      [
        '11 lint /paths/~1a/get/parameters/1: operation-parameters-unique: Operations must have unique `name` + `in` parameters. Repeats of `in:query` + `name:p`',
      ],
    ],
    'paths that differ in names only, of one method and of two': [
      `  /a/{x}: { parameters: [{ $ref: '#/components/parameters/x' }], get: { operationId: a, ${NAMED} } }
  /a/{y}: { parameters: [{ $ref: '#/components/parameters/y' }], get: { operationId: b, ${NAMED} } }
  /b/{x}: { parameters: [{ $ref: '#/components/parameters/x' }], get: { operationId: c, ${NAMED} } }
  /b/{y}: { parameters: [{ $ref: '#/components/parameters/y' }], put: { operationId: d, ${NAMED} } }
components:
  parameters:
    x: { name: x, in: path, required: true, schema: { type: string } }
    y: { name: y, in: path, required: true, schema: { type: string } }
`,
      [
        '7 warning /paths/~1a~1{y}/get: warning: the path is the same as "/a/{x}" except for names, so requests cannot be told apart; keep one',
        '7 left-out /paths/~1a~1{y}/get: left out: the operation is not served, because of the fault at /paths/~1a~1{y}/get',
        '9 lint /paths/~1b~1{y}: no-identical-paths: The path already exists which differs only by path parameter name(s): `/b/{x}` and `/b/{y}`',
      ],
    ],
    'a value that its enum cannot have': [
      `  /a: { get: { operationId: a, ${NAMED} } }
components:
  schemas:
    Size:
      type: string
      enum:
        - small
        - 5
`,
      [
        '13 lint /components/schemas/Size/enum/1: no-enum-type-mismatch: All values of `enum` field must be of the same type as the `type` field: expected "string" but received "integer"',
      ],
    ],
    'a variable of a server that is not declared, in its host and in its path': [
      `  /a: { get: { operationId: a, ${NAMED} } }\n`,
      [
        '3 warning /servers/1/url: warning: no path can be made of "https://a.test/{v}", so it is not served; declare its variables, and begin it with "https://" or "/"',
        '3 lint /servers/0/url: no-undefined-server-variable: The `v` variable is not defined in the `variables` objects',
      ],
      HEAD.replace(
        'servers: [{ url: https://library.test }]',
        "servers: [{ url: 'https://{v}.test' }, { url: 'https://a.test/{v}' }]",
      ),
    ],
    'what OpenAPI 3.2 adds': [
      `  /a:
    query: { operationId: a, ${RESPONSES} }
    additionalOperations: { COPY: { operationId: b, ${RESPONSES} } }
    get:
      operationId: c
      summary: Get
      responses:
        200:
          description: Done
          content:
            application/jsonl: { itemSchema: { type: string, enum: [5] } }
        400: { description: Wrong }
`,
      [
        '16 lint /paths/~1a/get/responses/200/content/application~1jsonl/itemSchema/enum/0: no-enum-type-mismatch: All values of `enum` field must be of the same type as the `type` field: expected "string" but received "integer"',
        '7 lint /paths/~1a/query/summary: operation-summary: Operation object should contain `summary` field',
        '8 lint /paths/~1a/additionalOperations/COPY/summary: operation-summary: Operation object should contain `summary` field',
      ],
      HEAD.replace('3.1.0', '3.2.0'),
    ],
    'what OpenAPI 3.0 has, a null among the values of an enum included': [
      `  /a: { get: { operationId: a, ${RESPONSES} } }
components: { schemas: { A: { type: string, nullable: true, enum: [a, null] } } }
`,
      [
        '6 lint /paths/~1a/get/summary: operation-summary: Operation object should contain `summary` field',
      ],
      HEAD.replace('3.1.0', '3.0.3').replace('identifier: MIT', "url: 'https://mit.test'"),
    ],
  })('%s', async (_, paths, want, head = HEAD) => {
    expect(await inPaths(paths, head)).toEqual(want);
  });

  it('in the file where it stands', async () => {
    const files = {
      'openapi.yaml': `${HEAD}paths:\n  /a: { $ref: paths/a.yaml }\n`,
      'paths/a.yaml': `get:\n  operationId: a\n  ${RESPONSES}\n`,
    };
    const { findings } = await foundIn(temporary, files, { strict: true });
    expect(findings).toEqual([
      'paths/a.yaml:1 lint /get/summary: operation-summary: Operation object should contain `summary` field',
    ]);
  });

  it('and requests of webhooks need no security', async () => {
    const webhook = `webhooks: { a: { post: { operationId: a, ${NAMED} } } }\n`;
    const text = `${HEAD.replace('security: []\n', '')}${webhook}`;
    const { findings } = await foundIn(temporary, { 'openapi.yaml': text }, { strict: true });
    expect(findings).toEqual([]);
  });
});

describe('the rules of a team', () => {
  const text = `${HEAD}paths:
  /a: { post: { operationId: a, ${RESPONSES}, requestBody: { content: { application/json: { schema: { type: string }, example: 5 } } } } }
`;
  const SUMMARY =
    'openapi.yaml:6 lint /paths/~1a/post/summary: operation-summary: Operation object should contain `summary` field';
  const EXAMPLE =
    'openapi.yaml:6 example /paths/~1a/post/requestBody/content/application~1json/example: the example must be of type string';

  const ruled = (rules: string, more: Record<string, string> = {}): Promise<Found> => {
    const files = { 'openapi.yaml': text, 'redocly.yaml': rules, ...more };
    return foundIn(emptyFolder(), files);
  };

  itEach<[rules: string, want: string[], more?: Record<string, string>]>({
    'from redocly.yaml beside the document': ['extends: [recommended]', [EXAMPLE, SUMMARY]],
    'with severities of its own': ['rules: { operation-summary: warn }', [EXAMPLE]],
    'from a file that it extends': [
      'extends: [team.yaml]',
      [EXAMPLE, SUMMARY],
      { 'team.yaml': 'rules: { operation-summary: error }' },
    ],
    'for this document alone': [
      'rules: { operation-summary: error }\napis: { a: { root: ./openapi.yaml, rules: { operation-summary: off } } }',
      [EXAMPLE],
    ],
    'of its own making': [
      `rules:
  rule/operation-tags:
    subject: { type: Operation, property: tags }
    assertions: { defined: true }
    message: Give each operation a tag
`,
      [
        EXAMPLE,
        'openapi.yaml:6 lint /paths/~1a/post/tags: rule/operation-tags: Give each operation a tag',
      ],
    ],
    'for examples, which are validated here': [
      'rules: { no-invalid-media-type-examples: off }',
      [],
    ],
  })('%s', async (_, rules, want, more = {}) => {
    const { findings } = await ruled(rules, more);
    expect(findings).toEqual(want);
  });

  it('are not met where they ignore a problem', async () => {
    const ignored = `openapi.yaml:\n  operation-summary:\n    - '#/paths/~1a/post/summary'\n`;
    const more = { '.redocly.lint-ignore.yaml': ignored };
    expect((await ruled('rules: { operation-summary: error }', more)).findings).toEqual([EXAMPLE]);
  });

  it('may make of an example that is not valid a warning', async () => {
    const { findings, shown } = await ruled('rules: { no-invalid-media-type-examples: warn }');
    expect(findings).toEqual([]);
    expect(shown.join()).toContain('warning: the example must be of type string');
  });

  it('may be in a file that the command line names', async () => {
    const files = { 'openapi.yaml': text, 'rules.yaml': 'rules: { operation-summary: error }' };
    const folder = emptyFolder();
    const { findings } = await foundIn(folder, files, { lint: `${folder}/rules.yaml` });
    expect(findings).toEqual([EXAMPLE, SUMMARY]);
  });

  it('may be in the working directory, for a document elsewhere', async () => {
    const [folder, elsewhere] = [emptyFolder(), emptyFolder()];
    writeFileSync(path.join(folder, 'redocly.yaml'), 'rules: { operation-summary: error }');
    const before = process.cwd();
    process.chdir(folder);
    try {
      const { findings } = await foundIn(elsewhere, { 'openapi.yaml': text });
      expect(findings).toEqual([EXAMPLE, SUMMARY].map((line) => expect.stringContaining(line)));
    } finally {
      process.chdir(before);
    }
  });

  it('by a former name are as by theirs, and the linter prints none', async () => {
    const rule = `assert/\u001b[2J`;
    const assertion = {
      subject: { type: 'Operation', property: 'tags' },
      assertions: { defined: true },
    };
    const { findings, shown } = await ruled(JSON.stringify({ rules: { [rule]: assertion } }));
    expect(findings.join('\n')).toContain(' rule/');
    expect(shown.join()).not.toContain('assert');
  });

  it('are told of where the linter does not know one', async () => {
    const { shown } = await ruled('rules: { operation-sumary: error }');
    expect(shown.join('\n')).toMatch(
      /redocly\.yaml: the linter has no rule "operation-sumary", so nothing is checked by it/,
    );
  });

  itEach({
    'extends: [https://rules.test/redocly.yaml]': [
      /is not on this machine, and nothing is fetched$/,
    ],
    'extends: [none]': [/there is no such built-in config\.$/],
    'extends: [none.yaml]': [/Failed to load ".*none\.yaml": /],
    'rules: [': [/redocly\.yaml cannot be read: /],
  })('are refused where they cannot be read: %s', async (rules, want) => {
    await expect(ruled(rules)).rejects.toThrow(want);
  });

  it('beside the document extend no file that is elsewhere', async () => {
    const elsewhere = path.join(emptyFolder(), 'team.yaml');
    writeFileSync(elsewhere, 'rules: { operation-summary: error }');
    await expect(ruled(`extends: ['${elsewhere}']`)).rejects.toThrow(
      /neither in the folder of the lint rules nor in the working directory$/,
    );
  });

  it('are refused where the file is not there', async () => {
    const options = { lint: 'none.yaml' };
    await expect(foundIn(temporary, { 'openapi.yaml': text }, options)).rejects.toThrow(
      'The lint rules none.yaml cannot be read (ENOENT)',
    );
  });
});

it('fetches nothing, and reads no file that only the linter would', async () => {
  const paths = `  /a: { get: { operationId: a, x-code: { $ref: https://a.test/code }, ${NAMED} } }
  /b: { get: { operationId: b, x-code: { $ref: ./code.txt }, ${NAMED} } }
`;
  expect(await inPaths(paths)).toEqual([]);
});

it('says that no rule is checked, where the linter stops at a fault', async () => {
  const found = await inPaths(
    `  /a: { get: { operationId: a, ${NAMED} } }\ncomponents: { schemas: { A: null } }\n`,
  );
  expect(found.at(-1)).toMatch(
    /^1 lint \/openapi: the linter stops at something in the document, so no lint rule is checked: /,
  );
});
