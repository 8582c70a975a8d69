import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../../../src/tools/check/command';
import { stringifyJson } from '../../../src/runtime/contract';
import { parseSource } from '../../../src/tools/document/read/read-document';
import type { Listener } from '../../../src/runtime/express/listener';
import { runInProcess } from '../../support/run-in-process';
import { serveMock } from '../../support/serve-mock';
import { temporaryFolder } from '../../support/temporary-folder';
import { titled } from '../../support/it-each';

const text = { type: 'string' };
const both = { allOf: [{ required: ['a'] }, { required: ['b'] }] };
const object = { type: 'object' };
const array = { type: 'array' };

/** Nested keywords, each with a value that breaks no other keyword. */
const BROKEN: readonly (readonly [name: string, schema: object, value: unknown])[] = titled({
  'not of an allOf': [
    { ...object, not: both },
    { a: 1, b: 1 },
  ],
  'not of a required': [
    { ...object, not: { required: ['a', 'b'] } },
    { a: 1, b: 1 },
  ],
  'not of an anyOf': [
    { ...object, not: { anyOf: [{ required: ['long-name'] }] } },
    { 'long-name': 1 },
  ],
  'not of properties': [
    { ...object, not: { properties: { z: text }, required: ['z'] } },
    { z: 'x' },
  ],
  'not of a const': [{ ...text, not: { const: 'forbidden' } }, 'forbidden'],
  'not of an enum': [{ type: 'integer', not: { enum: [77, 78] } }, 78],
  'not of a pattern': [{ ...text, not: { pattern: '^Q[0-9]{3}$' } }, 'Q123'],
  'not of a format': [{ ...text, not: { format: 'date' } }, '2020-01-01'],
  'not of bounds': [{ type: 'integer', not: { minimum: 1000, maximum: 1001 } }, 1000],
  'not of a multiple': [{ type: 'integer', not: { multipleOf: 7919 } }, 7919],
  'not of a not': [{ ...text, not: { not: { const: 'only' } } }, 'other'],
  'not of contains': [{ ...array, not: { contains: { const: 'bad' } } }, ['bad']],
  'not of items': [{ ...array, minItems: 1, not: { items: { type: 'integer' } } }, [1]],
  'not of a reference': [
    { ...object, not: { $ref: '#/components/schemas/Closed' } },
    { kind: 'closed' },
  ],
  'not of propertyNames': [
    { ...object, minProperties: 1, not: { propertyNames: { pattern: '^x-' } } },
    { 'x-a': 1 },
  ],
  'not of dependentRequired': [
    { ...object, not: { dependentRequired: { a: ['b'] } } },
    { a: 1, b: 1 },
  ],
  'not of an if': [{ ...text, not: { if: { maxLength: 3 }, then: true, else: false } }, 'abc'],
  'if and then': [
    { ...object, if: { required: ['card'] }, then: { required: ['expiry'] } },
    { card: 1 },
  ],
  'if and else': [{ ...object, if: { required: ['card'] }, else: { required: ['cash'] } }, {}],
  'if of a const': [
    {
      ...object,
      if: { properties: { t: { const: 'x' } }, required: ['t'] },
      then: { required: ['u'] },
    },
    { t: 'x' },
  ],
  'then of a bound': [{ type: 'integer', if: { minimum: 100 }, then: { multipleOf: 50 } }, 120],
  'if within a property': [
    { ...object, properties: { p: { ...text, if: { minLength: 9 }, then: { pattern: '^Z' } } } },
    { p: 'aaaaaaaaaa' },
  ],
  'oneOf of two that fit': [
    { ...object, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    { a: 1, b: 1 },
  ],
  'oneOf of texts': [{ ...text, oneOf: [{ maxLength: 5 }, { pattern: '^L' }] }, 'Lx'],
  'oneOf of references': [
    { oneOf: [{ $ref: '#/components/schemas/Closed' }, { $ref: '#/components/schemas/Open' }] },
    { kind: 'neither' },
  ],
  'oneOf within items': [
    { ...array, items: { oneOf: [{ type: 'integer' }, { multipleOf: 0.5 }] } },
    [2],
  ],
  'anyOf of required': [{ ...object, anyOf: [{ required: ['a'] }, { required: ['b'] }] }, { c: 1 }],
  'anyOf of formats': [{ ...text, anyOf: [{ format: 'uuid' }, { format: 'date' }] }, 'neither'],
  'anyOf of closed objects': [
    { anyOf: [{ $ref: '#/components/schemas/Closed' }] },
    { kind: 'closed', more: 1 },
  ],
  'allOf of bounds': [{ type: 'integer', allOf: [{ minimum: 5 }, { maximum: 9 }] }, 4],
  'allOf of a property': [
    { ...object, allOf: [{ properties: { deep: { properties: { n: { type: 'integer' } } } } }] },
    { deep: { n: 'x' } },
  ],
  'contains of an object': [{ ...array, contains: { ...object, required: ['id'] } }, [{}]],
  'contains of a bound': [
    { ...array, items: { type: 'integer' }, contains: { minimum: 1e6 } },
    [1],
  ],
  minContains: [{ ...array, contains: { const: 'k' }, minContains: 3 }, ['k', 'k']],
  maxContains: [{ ...array, contains: { const: 'k' }, maxContains: 2 }, ['k', 'k', 'k']],
  'dependentSchemas of required': [
    { ...object, dependentSchemas: { card: { required: ['expiry'] } } },
    { card: 1 },
  ],
  'dependentSchemas of a property': [
    { ...object, dependentSchemas: { card: { properties: { cash: false } } } },
    { card: 1, cash: 1 },
  ],
  dependentRequired: [
    { ...object, dependentRequired: { 'first-name': ['last-name'] } },
    { 'first-name': 1 },
  ],
  'dependencies of a former draft': [
    { ...object, dependencies: { 'first-name': ['last-name'] } },
    { 'first-name': 1 },
  ],
  'propertyNames of a pattern': [{ ...object, propertyNames: { pattern: '^[a-z]+$' } }, { A1: 1 }],
  'propertyNames of a length': [
    { ...object, propertyNames: { maxLength: 64 } },
    { ['n'.repeat(65)]: 1 },
  ],
  'propertyNames of an enum': [{ ...object, propertyNames: { enum: ['on', 'off'] } }, { other: 1 }],
  patternProperties: [
    { ...object, patternProperties: { '^n_': { type: 'integer' } } },
    { n_a: 'x' },
  ],
  'patternProperties, of which one is unreadable': [
    { ...object, patternProperties: { '^n_': { type: 'integer' }, '\\h': text } },
    { n_a: 'x' },
  ],
  'additionalProperties beside a pattern': [
    { ...object, patternProperties: { '^n_': true }, additionalProperties: { type: 'integer' } },
    { other: 'x' },
  ],
  'unevaluatedProperties beside allOf': [
    { ...object, allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
    { b: 1 },
  ],
  'unevaluatedProperties beside a condition': [
    {
      ...object,
      if: { required: ['a'] },
      then: { properties: { a: true, b: true } },
      unevaluatedProperties: false,
    },
    { c: 1 },
  ],
  'unevaluatedProperties of a schema': [
    { ...object, properties: { a: true }, unevaluatedProperties: { type: 'integer' } },
    { b: 'x' },
  ],
  'unevaluatedItems beside prefixItems': [
    { ...array, prefixItems: [text], unevaluatedItems: false },
    ['a', 1],
  ],
  'unevaluatedItems beside contains': [
    { ...array, contains: { const: 'k' }, unevaluatedItems: { type: 'integer' } },
    ['k', 'x'],
  ],
  'prefixItems of a const': [
    { ...array, prefixItems: [{ const: 'v1' }, { type: 'integer' }] },
    ['v1', 'x'],
  ],
  'items of a pattern': [{ ...array, items: { ...text, pattern: '^[A-Z]{3}$' } }, ['abc']],
  'uniqueItems of objects': [
    {
      ...array,
      items: { ...object, required: ['id'], properties: { id: { type: 'integer' } } },
      uniqueItems: true,
    },
    [{ id: 1 }, { id: 1 }],
  ],
  'a bound that its format has as well': [
    { type: 'integer', format: 'int64', minimum: -9223372036854775808n },
    -9223372036854775809n,
  ],
  'const of an object': [{ const: { a: [1] } }, { a: [2] }],
  'enum beside a type': [{ type: ['string', 'null'], enum: ['a', null] }, 'b'],
});

const DOCUMENT = stringifyJson({
  openapi: '3.1.0',
  info: { title: 'Broken', version: '1' },
  paths: Object.fromEntries(
    BROKEN.map(([, schema], index) => [
      `/${index}`,
      {
        post: {
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { 200: { description: 'OK' } },
        },
      },
    ]),
  ),
  components: {
    schemas: {
      Closed: {
        ...{ ...object, required: ['kind'], additionalProperties: false },
        properties: { kind: { const: 'closed' } },
      },
      Open: { ...object, required: ['kind'], properties: { kind: { const: 'open' } } },
    },
  },
});

describe('of a keyword within others, npm run check -- --only enforcement', () => {
  const file = path.join(temporaryFolder(), 'broken.json');
  let mock: Listener;
  let findings: readonly { readonly pointer: string; readonly message: string }[];
  beforeAll(async () => {
    writeFileSync(file, DOCUMENT);
    mock = await serveMock(parseSource(DOCUMENT, 'broken.json'));
    const args = ['--only', 'enforcement', '--spec', file, '--format', 'json'];
    ({ findings } = JSON.parse((await runInProcess(check, args)).stdout) as {
      findings: typeof findings;
    });
  });
  afterAll(() => mock.close(0));

  it.each(BROKEN.map(([name, , value], index) => [name, index, value] as const))(
    'does not say that nothing enforces it: %s',
    async (_, index, value) => {
      const { status } = await fetch(`${mock.url}/${index}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: stringifyJson(value),
      });
      expect(status).toBe(400);
      const found = findings.filter(({ pointer }) => pointer.startsWith(`/paths/~1${index}/`));
      expect(found.map(({ message }) => message)).toEqual([]);
    },
  );
});

const rangeFile = path.join(temporaryFolder(), 'range.json');

it('does not ask for JSON of a range that also takes text, npm run check -- --only enforcement', async () => {
  const content = { '*/*': { schema: { type: ['string', 'object'] } } };
  const post = {
    requestBody: { required: true, content },
    responses: { 204: { description: 'x' } },
  };
  const info = { title: 'Range', version: '1' };
  writeFileSync(
    rangeFile,
    stringifyJson({ openapi: '3.1.0', info, paths: { '/range': { post } } }),
  );
  const args = ['--only', 'enforcement', '--spec', rangeFile, '--format', 'json'];
  const { findings } = JSON.parse((await runInProcess(check, args)).stdout) as {
    findings: readonly { readonly message: string }[];
  };
  expect(findings.map(({ message }) => message)).toEqual([]);
});
