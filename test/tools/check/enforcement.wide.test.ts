import { check as checkCommand } from '../../../src/tools/check/command';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInProcess } from '../../support/run-in-process';
import type { ScriptResult } from '../../support/run-script';
import { HIERARCHY_SHAPES } from '../../support/hierarchy-shapes';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';

describe('npm run check -- --only enforcement', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'doubtful.yaml');
  writeFileSync(
    file,
    `openapi: 3.1.0
info: { title: Doubtful, version: '1' }
paths:
  /plants:
    post:
      operationId: addPlant
      parameters:
        - { in: header, name: Accept, schema: { type: string } }
        - { in: query, name: size, schema: { type: integer, minLength: 3 } }
      requestBody:
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Plant'
      responses:
        200:
          description: Plant
          content: { application/json: { schema: { $ref: '#/components/schemas/Plant' } } }
      callbacks:
        grown: { '{$request.query.url}': { post: { security: [{ calling: [] }] } } }
webhooks:
  watered:
    post:
      security: [{ hooked: [] }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Sent' } } } }
components:
  securitySchemes:
    used: { type: http, scheme: bearer }
    unused: { type: http, scheme: bearer }
    calling: { type: http, scheme: bearer }
    hooked: { type: http, scheme: bearer }
  schemas:
    Plant:
      type: object
      x-kind: plant
      description: A plant
      properties:
        name: { type: string, minLenght: 1, pattern: '\\h' }
        since: { type: integer, format: phone }
        id: { type: integer, format: int64, readOnly: true }
    Sent: { type: string, minLenght: 1 }
security: [{ used: [] }]
`,
  );
  const list = path.relative(process.cwd(), path.join(folder, 'doubtful.accepted.txt'));
  const place = (line: number): string => `${path.relative(process.cwd(), file)}:${line}`;
  const check = (...more: string[]): Promise<ScriptResult> =>
    runInProcess(checkCommand, ['--only', 'enforcement', ...more]);

  it('finds at its place what nothing enforces', async () => {
    const { code, stdout, stderr } = await check('--spec', file);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const findings = stdout.split('\n').filter((line) => line.includes('; remove it'));
    const remedy =
      'remove it, list its kind with a reason in src/tools/check/enforcement/reasons.ts';
    const accepting = (at: string): string =>
      `${remedy}, or accept it with a line "idle ${at} # REASON" in ${list}`;
    const found = (line: number, what: string, at: string): string =>
      `${place(line)}: nothing enforces the ${what} at ${at}; ${accepting(at)}`;
    const at = '/components/schemas/Plant/properties';
    expect(findings.map((line) => line.trim())).toEqual([
      found(38, 'keyword minLenght', `${at}/name/minLenght`),
      found(38, 'keyword pattern', `${at}/name/pattern`),
      found(39, 'format phone', `${at}/since/format`),
      found(9, 'keyword minLength', '/paths/~1plants/post/parameters/1/schema/minLength'),
      found(29, 'security scheme', '/components/securitySchemes/unused'),
    ]);
  });

  it('accepts what is listed by its rule and its place, and if strict, finds lines that accept nothing', async () => {
    const accepted = path.join(folder, 'accepted.txt');
    const lines = [
      'idle /components/securitySchemes/unused # for the next version',
      // A place alone is not enough: those lines are for the check `document`.
      '/components/schemas/Plant/properties/name/pattern # as it is',
      'idle /components/schemas/Plant/title # it was wrong',
    ];
    writeFileSync(accepted, `${lines.join('\n')}\n`);
    const options = ['--spec', file, '--accepted', accepted];
    const { stdout } = await check(...options);
    expect(stdout).not.toContain('security scheme at');
    expect(stdout.match(/: nothing enforces/g)).toHaveLength(4);
    expect(stdout).not.toContain('stale-line');
    expect((await check(...options, '--strict')).stdout).toContain(
      'idle /components/schemas/Plant/title: there is no fault to accept; remove the line',
    );
  });

  it('says of how many places a message that breaks them was refused', async () => {
    const row = rowsOf((await check('--spec', file, '--format', 'json')).stdout);
    expect(row('keyword type')).toEqual(['5 of 5', '4 of 4', '']);
    expect(row('keyword properties')).toEqual(['1 of 1', '1 of 1', '']);
    expect(row('format int64')).toEqual(['1 of 1', '1 of 1', '']);
    expect(row('keyword minLength')).toEqual(['0 of 1', '-', 'nothing enforces it']);
    expect(row('keyword description')).toEqual(['0 of 1', '0 of 1', 'is for readers']);
    expect(row('keyword x-kind')).toEqual(['0 of 1', '0 of 1', 'is an extension']);
    expect(row('broken request: a parameter is not of type integer')).toEqual(['1 of 1', '-', '']);
    expect(row('broken request: the credentials are missing')).toEqual(['1 of 1', '-', '']);
    expect(row('security scheme')).toEqual(['1 of 4', '-', '']);
    const reason = 'is a request that the service sends, and that its receiver validates';
    expect(row('operation of a webhook')).toEqual(['0 of 1', '-', reason]);
    expect(row('operation of a callback')).toEqual(['0 of 1', '-', reason]);
  });

  it('names each media type whose schema is not read', async () => {
    const structure = { type: 'object', required: ['a'] };
    const content = {
      'application/xml': { schema: structure },
      'text/csv; header=present': { schema: { type: 'array' } },
      'application/pdf': { schema: { type: 'string', format: 'binary' } },
      'text/plain': { schema: { type: 'string', maxLength: 3 } },
      'application/octet-stream': { schema: { type: 'string', maxLength: 3 } },
      'text/json': { schema: structure },
    };
    const spec = path.join(folder, 'contents.json');
    writeFileSync(
      spec,
      JSON.stringify({
        ...{ openapi: '3.1.0', info: { title: 'Contents', version: '1' } },
        paths: {
          '/x': {
            post: { requestBody: { content }, responses: { 200: { description: 'OK', content } } },
          },
        },
      }),
    );
    const { stdout } = await check('--spec', spec, '--format', 'json');
    const { tables } = JSON.parse(stdout) as {
      tables: { enforcement: Record<string, string>[] };
    };
    const kinds = tables.enforcement.map((row) => Object.values(row).join(' | '));
    const reason = 'is not read here: handlers get and give the text or bytes';
    expect(kinds.filter((row) => row.startsWith('schema of'))).toEqual([
      `schema of application/octet-stream | 0 of 1 | 0 of 1 | ${reason}`,
      `schema of application/xml | 0 of 1 | 0 of 1 | ${reason}`,
      `schema of text/csv | 0 of 1 | 0 of 1 | ${reason}`,
      `schema of text/plain | - | 0 of 1 | ${reason}`,
    ]);
  });

  it("finds nothing in the project's own document", async () => {
    const { code, stdout } = await check();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^ok {4}enforcement: what the document demands is enforced, or listed with the reason why not\n {6}construct +requests refused/,
    );
  });
});

/** Schemas with one construct each, by the construct; `Never` accepts no value. */
const REFUSING: Readonly<Record<string, object>> = {
  'keyword $ref': { $ref: '#/components/schemas/Never' },
  'keyword additionalProperties': { additionalProperties: false },
  'keyword allOf': { allOf: [{ $ref: '#/components/schemas/Text' }] },
  'keyword anyOf': { anyOf: [{ $ref: '#/components/schemas/Text' }] },
  'keyword const': { const: 1 },
  'keyword contains': { contains: { $ref: '#/components/schemas/Text' } },
  'keyword dependentRequired': { dependentRequired: { a: ['b'] } },
  'keyword dependentSchemas': { dependentSchemas: { a: { $ref: '#/components/schemas/Never' } } },
  'keyword else': { if: false, else: { $ref: '#/components/schemas/Text' } },
  'keyword enum': { enum: [1, 'x'] },
  'keyword exclusiveMaximum': { type: 'integer', exclusiveMaximum: 10 },
  'keyword exclusiveMinimum': { exclusiveMinimum: 2 ** 50 },
  'keyword items': { items: { $ref: '#/components/schemas/Text' } },
  'keyword maxContains': { type: 'array', contains: true, maxContains: 12 },
  'keyword maxItems': { type: 'array', maxItems: 100 },
  'keyword maxLength': { type: 'string', maxLength: 20_000 },
  'keyword maxProperties': { type: 'object', maxProperties: 50 },
  'keyword maximum': { type: 'integer', maximum: 9007199254740991 },
  'keyword minContains': { contains: true, minContains: 9 },
  'keyword minItems': { minItems: 3 },
  'keyword minLength': { minLength: 1 },
  'keyword minProperties': { minProperties: 4 },
  'keyword minimum': { type: 'number', minimum: -77.5 },
  'keyword multipleOf': { multipleOf: 0.25 },
  'keyword not': { not: { $ref: '#/components/schemas/Text' } },
  'keyword oneOf': { oneOf: [{ $ref: '#/components/schemas/Text' }, { const: 'text' }] },
  'keyword pattern': { pattern: '^a' },
  'keyword patternProperties': { patternProperties: { a: { $ref: '#/components/schemas/Text' } } },
  'keyword prefixItems': { prefixItems: [{ $ref: '#/components/schemas/Text' }] },
  'keyword propertyNames': { propertyNames: { $ref: '#/components/schemas/Short' } },
  'keyword required': { required: ['z'] },
  'keyword then': { if: true, then: { $ref: '#/components/schemas/Text' } },
  'keyword type': { type: ['string', 'null'], enum: ['a', null] },
  'keyword unevaluatedItems': {
    prefixItems: [{ $ref: '#/components/schemas/Text' }],
    unevaluatedItems: false,
  },
  'keyword unevaluatedProperties': { properties: { b: true }, unevaluatedProperties: false },
  'keyword uniqueItems': { type: 'array', uniqueItems: true },
  ...Object.fromEntries(
    `date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid uri-template
    json-pointer relative-json-pointer regex int32 int64 byte`
      .split(/\s+/)
      .map((format) => [`format ${format}`, { format }]),
  ),
};

/** The formats of the registry, by the types that it has for them. @see https://spec.openapis.org/registry/format/ */
const REGISTRY: Readonly<Record<'string' | 'number', string>> = {
  string: `base64url binary byte char commonmark date date-time date-time-local decimal decimal128
    duration email hostname html http-date idn-email idn-hostname int64 ipv4 ipv6 iri iri-reference
    json-pointer media-range password regex relative-json-pointer sf-binary sf-boolean sf-string
    sf-token time time-local uint64 unixtime uri uri-reference uri-template uuid`,
  number: `decimal decimal128 double double-int float int16 int32 int64 int8 sf-decimal sf-integer
    uint16 uint32 uint64 uint8 unixtime`,
};

/** Those that are annotations. */
const ANNOTATIONS: Readonly<Record<keyof typeof REGISTRY, readonly string[]>> = {
  string: ['binary', 'commonmark', 'html', 'password'],
  number: ['decimal', 'decimal128', 'double', 'float', 'unixtime'],
};

/** Schemas that reject nothing, with the reason. */
const HARMLESS: Readonly<Record<string, [schema: object, reason: string]>> = {
  'keyword $comment': [{ $comment: 'x' }, 'is for readers'],
  'keyword contentEncoding': [
    { contentEncoding: 'base64' },
    'is an annotation: the text is given as it came',
  ],
  'keyword default': [
    { default: 1 },
    'refuses nothing: it is filled in where the value is absent (docs/defaults.md)',
  ],
  'format password': [{ format: 'password' }, 'is a hint for user interfaces'],
  // A keyword that cannot be broken is not a fault.
  'keyword minLength': [{ minLength: 0 }, 'no value was found that breaks it'],
  'keyword items': [{ items: {} }, 'no value was found that breaks it'],
};

const IDLE: Readonly<Record<string, object>> = {
  'keyword toString': { toString: 1 },
  'keyword minLenght': { minLenght: 1 },
  'keyword __proto__': { ['__proto__']: 1 },
  'format phone': { format: 'phone' },
  'format date': { type: 'integer', format: 'date' },
  'format sf-decimal': { type: 'string', format: 'sf-decimal' },
  'keyword maxItems': { type: 'string', maxItems: 3 },
  'keyword pattern': { type: 'integer', pattern: '^a' },
  'keyword patternProperties': { patternProperties: { '\\h': { type: 'string' } } },
};

describe('a construct', () => {
  const folder = temporaryFolder();
  /** The rows for one document with a schema for each construct, which is also its name. */
  const rows = async (name: string, schemas: Readonly<Record<string, object>>): Promise<Row> => {
    const file = path.join(folder, `${name}.json`);
    const names = Object.keys(schemas);
    const properties = Object.fromEntries(
      names.map((key, index) => [`p${index}`, { $ref: `#/components/schemas/s${index}` }]),
    );
    const content = { 'application/json': { schema: { properties } } };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Keywords', version: '1' },
      paths: {
        '/x': {
          post: { requestBody: { content }, responses: { 200: { description: 'OK', content } } },
        },
      },
      components: {
        schemas: {
          Never: { not: {} },
          Text: { type: 'string' },
          Short: { maxLength: 3 },
          ...Object.fromEntries(names.map((key, index) => [`s${index}`, schemas[key]])),
        },
      },
    };
    writeFileSync(file, JSON.stringify(document));
    const args = ['--only', 'enforcement', '--spec', file, '--format', 'json'];
    return rowsOf((await runInProcess(checkCommand, args)).stdout);
  };

  describe('that refuses something', () => {
    let row: Row;
    beforeAll(async () => {
      row = await rows('refusing', REFUSING);
    });
    it.each(Object.keys(REFUSING))('%s is enforced both ways', (construct) => {
      const [requests, responses, reason] = row(construct);
      for (const cell of [requests, responses]) expect(cell).toMatch(/^([1-9]\d*) of \1$/);
      expect(reason).toBe('');
    });
  });

  it.each(['string', 'number'] as const)(
    'of a format of %ss is enforced, or said to be an annotation',
    async (type) => {
      const formats = REGISTRY[type].split(/\s+/);
      const schemas = formats.map((format) => [format, { type, format }] as const);
      const row = await rows(type, Object.fromEntries(schemas));
      const found = formats.map((format) => {
        const cells = row(`format ${format}`);
        const [requests, , reason] = cells.length > 0 ? cells : row(`format ${format} of a number`);
        const isNamed = reason !== '' && reason !== 'nothing enforces it';
        return [format, requests, isNamed];
      });
      const isOne = (format: string): boolean => ANNOTATIONS[type].includes(format);
      expect(found).toEqual(
        formats.map((format) => [format, isOne(format) ? '0 of 1' : '1 of 1', isOne(format)]),
      );
    },
  );

  it('that refuses nothing is no finding', async () => {
    const row = await rows(
      'harmless',
      Object.fromEntries(Object.entries(HARMLESS).map(([name, [schema]]) => [name, schema])),
    );
    for (const [name, [, reason]] of Object.entries(HARMLESS)) {
      expect([name, ...row(name)]).toEqual([name, '0 of 1', '0 of 1', reason]);
    }
  });

  it('is found when it is misspelt, unknown or idle beside its type', async () => {
    const row = await rows('idle', IDLE);
    for (const name of Object.keys(IDLE)) {
      expect([name, ...row(name)]).toEqual([name, '0 of 1', '0 of 1', 'nothing enforces it']);
    }
  });
});

type Row = (construct: string) => string[];

function rowsOf(stdout: string): Row {
  const { tables } = JSON.parse(stdout) as { tables: { enforcement: Record<string, string>[] } };
  return (construct) =>
    Object.values(tables.enforcement.find((each) => each.construct === construct) ?? {}).slice(1);
}

describe.each(Object.entries(HIERARCHY_SHAPES))('the check enforcement: %s', (_, { files }) => {
  const folder = temporaryFolder();
  const checked = async (edited: typeof files): Promise<ScriptResult & { file: string }> => {
    const written = writeFiles(folder, edited);
    const spec = path.join(written, 'openapi.yaml');
    const args = ['--only', 'enforcement', '--spec', spec, '--format', 'json'];
    return { ...(await runInProcess(checkCommand, args)), file: path.relative('.', written) };
  };

  it('counts what the author wrote, with what children add', async () => {
    const { code, stdout } = await checked(files);
    expect(code).toBe(0);
    const { tables } = JSON.parse(stdout) as { tables: { enforcement: { construct: string }[] } };
    const keywords = tables.enforcement.flatMap(({ construct }) =>
      construct.startsWith('keyword ') ? construct.slice('keyword '.length) : [],
    );
    const text = Object.values(files).join('\n');
    expect(keywords.filter((keyword) => !text.includes(`${keyword}: `))).toEqual([]);
    const row = rowsOf(stdout);
    expect(row('keyword maximum')).toEqual(['1 of 1', '1 of 1', '']);
    expect(row('keyword maxItems')).toEqual(['1 of 1', '1 of 1', '']);
    expect(row('keyword discriminator')).toEqual([
      ...['0 of 1', '0 of 1'],
      'names what a value is held against: an alternative, or a schema that joins by allOf',
    ]);
  });

  it('finds what nothing enforces where the author wrote it', async () => {
    const edited = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [
        name,
        text.replace('maxLength: 20', 'maxLenght: 20'),
      ]),
    );
    const { code, stdout, file } = await checked(edited);
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout) as {
      findings: { file: string; line: number; pointer: string; message: string }[];
    };
    const [name = '', text = ''] =
      Object.entries(edited).find(([, each]) => each.includes('maxLenght')) ?? [];
    const line = text.slice(0, text.indexOf('maxLenght')).split('\n').length;
    expect(findings).toMatchObject([{ file: path.join(file, name), line }]);
    const [found] = findings;
    expect(found?.pointer).toMatch(/^(\/components\/schemas\/\w+)?\/properties\/name\/maxLenght$/);
    expect(found?.message).toContain(` at ${found?.pointer}`);
  });
});
