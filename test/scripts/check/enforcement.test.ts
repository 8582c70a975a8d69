import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { KeywordProbes } from '../../../scripts/check/enforcement/keyword-probes';
import { UNENFORCED } from '../../../scripts/check/enforcement/unenforced';
import { runScript } from '../../support/run-script';
import { temporaryFolder } from '../../support/temporary-folder';

const ROOT = path.join(__dirname, '..', '..', '..');

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
components:
  securitySchemes:
    used: { type: http, scheme: bearer }
    unused: { type: http, scheme: bearer }
  schemas:
    Plant:
      type: object
      x-kind: plant
      description: A plant
      properties:
        name: { type: string, minLenght: 1 }
        since: { type: integer, format: unixtime }
        id: { type: integer, format: int64, readOnly: true }
security: [{ used: [] }]
`,
  );
  const place = (line: number): string => `${path.relative(ROOT, file)}:${line}`;
  const check = (...more: string[]): ReturnType<typeof runScript> =>
    runScript('check.ts', ['--only', 'enforcement', ...more]);

  it('finds at its place what nothing enforces', () => {
    const { code, stdout, stderr } = check('--spec', file);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const findings = stdout.split('\n').filter((line) => line.includes('nothing enforces'));
    const remedy = 'remove it, or list it with a reason in scripts/check/enforcement/unenforced.ts';
    const at = '/components/schemas/Plant/properties';
    expect(findings.map((line) => line.trim())).toEqual([
      `${place(9)}: nothing enforces the keyword minLength at /paths/~1plants/post/parameters/1/schema/minLength; ${remedy}`,
      `${place(29)}: nothing enforces the keyword minLenght at ${at}/name/minLenght; ${remedy}`,
      `${place(30)}: nothing enforces the keyword format unixtime at ${at}/since/format; ${remedy}`,
      `${place(22)}: nothing enforces the security scheme at /components/securitySchemes/unused; ${remedy}`,
    ]);
  });

  it('shows what enforces each construct', () => {
    const { stdout } = check('--spec', file, '--format', 'json');
    const { tables } = JSON.parse(stdout) as { tables: { enforcement: Record<string, string>[] } };
    const row = (construct: string): string[] =>
      Object.values(tables.enforcement.find((each) => each.construct === construct) ?? {}).slice(1);
    expect(row('operation')).toEqual(['1', 'yes', 'yes', '-', '-', '']);
    expect(row('query parameter')).toEqual(['1', 'yes', 'yes', 'yes', '-', '']);
    expect(row('reserved header parameter').slice(0, 5)).toEqual(['1', '-', '-', '-', '-']);
    expect(row('media type of a request')).toEqual(['1', 'yes', 'yes', 'yes', '-', '']);
    expect(row('media type of a response')).toEqual(['1', 'yes', '-', '-', 'yes', '']);
    expect(row('keyword type')).toEqual(['5', 'yes', '-', 'yes', 'yes', '']);
    expect(row('keyword format int64')).toEqual(['1', '-', '-', 'yes', 'yes', '']);
    expect(row('keyword readOnly')).toEqual(['1', '-', 'yes', '-', '-', '']);
    expect(row('keyword description')).toEqual(['1', '-', '-', '-', '-', 'is for readers']);
    expect(row('keyword x-kind')).toEqual(['1', '-', '-', '-', '-', 'is an extension']);
    expect(row('security scheme')).toEqual(['2', '-', 'yes', '-', '-', '']);
  });

  it("finds nothing in the project's own document", () => {
    const { code, stdout } = check();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^ok {4}enforcement: whatever the document says is enforced, or listed with the reason why not\n {6}construct +places +types/,
    );
  });
});

describe('a keyword', () => {
  const probes = new KeywordProbes();

  it.each(
    `type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength
    pattern maxItems minItems uniqueItems maxContains minContains contains maxProperties minProperties
    required dependentRequired prefixItems items properties patternProperties additionalProperties
    propertyNames unevaluatedItems unevaluatedProperties allOf anyOf oneOf not if then else
    dependentSchemas $ref`.split(/\s+/),
  )('%s is enforced both ways', (keyword) => {
    expect(probes.enforcersOf(keyword, {}, 'request')).toContain('validation');
    expect(probes.enforcersOf(keyword, {}, 'response')).toContain('encoding');
  });

  it.each(
    `date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid uri-template
    json-pointer relative-json-pointer regex int32 int64 byte`.split(/\s+/),
  )('format %s is enforced', (format) => {
    expect(probes.enforcersOf('format', { format }, 'request')).toEqual(['validation']);
  });

  it.each(Object.keys(UNENFORCED).filter((kind) => kind.startsWith('keyword ')))(
    '%s is listed and indeed not enforced',
    (kind) => {
      const [, keyword = '', format] = kind.split(' ');
      expect(probes.enforcersOf(keyword, { format }, 'request')).toEqual([]);
    },
  );

  it.each(['toString', '__proto__', 'minLenght', 'nullable'])('%s is nothing', (keyword) => {
    expect(probes.enforcersOf(keyword, {}, 'response')).toEqual([]);
  });
});
