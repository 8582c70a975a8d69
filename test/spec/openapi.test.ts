import path from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import type {
  CompiledJson,
  CompiledRequestBody,
} from '../../src/runtime/contract/compiled-contract';
import { failureKinds, type FailureKind } from '../../src/runtime/contract/failure';
import { validateEncoded } from '../../src/runtime/contract/schema/encode-json';
import { stringifyJson } from '../../src/runtime/contract/json/json-values';
import { plantFailureKinds } from '../../src/plant-store/plants/handler';
import { validateDocument } from '../../src/tools/generate/validate/validate-document';
import { loadContract } from '../../src/tools/generate/in-memory';
import { readDocument } from '../../src/tools/document/read/read-document';
import { itEach } from '../support/it-each';

const FILE = path.join(__dirname, '..', '..', 'spec', 'openapi.yaml');
const { document } = readDocument(FILE);
// The shape of the document is what this test is about.
const spec = document as any;

describe('the document', () => {
  it('is valid by the official OpenAPI 3.1 schema', () => {
    expect(() => {
      validateDocument(document);
    }).not.toThrow();
  });

  it("is clean under Redocly's recommended rules", async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lint({ ref: FILE, config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });
});

describe('the document says what the interface says', () => {
  itEach({
    'the version of the format': [spec.openapi, '3.1.0'],
    'the version of the description': [spec.info.version, '1.0.0'],
    'the licence': [spec.info.license.name, 'MIT'],
    'the server': [spec.servers[0].url, '{base_url}'],
    'one path': [Object.keys(spec.paths), ['/plants']],
    'one method': [Object.keys(spec.paths['/plants']), ['post']],
    'the operationId': [spec.paths['/plants'].post.operationId, 'createPlant'],
    'a required body': [spec.paths['/plants'].post.requestBody.required, true],
    'its media type': [
      Object.keys(spec.paths['/plants'].post.requestBody.content),
      ['application/json'],
    ],
    'the statuses': [
      Object.keys(spec.paths['/plants'].post.responses),
      ['200', '400', '401', '5XX'],
    ],
    'security of every operation': [spec.security, [{ bearerAuth: [] }]],
    'the scheme': [spec.components.securitySchemes.bearerAuth.scheme, 'bearer'],
    'the schemas': [Object.keys(spec.components.schemas), ['Plant', 'NewPlant', 'Error']],
    'what Plant requires': [spec.components.schemas.Plant.required, ['name']],
    'what Plant has': [Object.keys(spec.components.schemas.Plant.properties), ['name', 'tag']],
    'NewPlant as Plant': [
      spec.components.schemas.NewPlant.allOf[0],
      { $ref: '#/components/schemas/Plant' },
    ],
    'what NewPlant adds': [
      Object.keys(spec.components.schemas.NewPlant.allOf[1].properties),
      ['id'],
    ],
    'what Error requires': [spec.components.schemas.Error.required, ['error', 'message']],
  })('%s', (_, found, wanted) => expect(found).toEqual(wanted));
});

describe('the error numbers', () => {
  const kinds: Record<string, FailureKind> = { ...failureKinds, ...plantFailureKinds };
  const { error } = spec.components.schemas.Error.properties;
  const documented = (error.enum as number[]).map((number, index) => [
    error['x-enum-varnames'][index],
    number,
    error['x-enum-descriptions'][index],
  ]);

  it('of the document are those of the code, with name and meaning, in order', () => {
    const coded = Object.entries(kinds)
      .map(([name, { number, description }]) => [name, number, description])
      .sort(([, a], [, b]) => Number(a) - Number(b));
    expect(documented).toEqual(coded);
  });

  it('are int32 and begin with the natural status', () => {
    for (const { number = 0, status } of Object.values(kinds)) {
      expect(Math.floor(number / 100)).toBe(status);
      expect(number).toBeLessThan(2 ** 31);
    }
  });
});

describe('the examples of the document are valid', () => {
  const { contract, validators } = loadContract(document);
  const [operation] = contract.operations;
  const source = spec.paths['/plants'].post;
  const resolve = (response: { $ref?: string }): any =>
    response.$ref === undefined
      ? response
      : spec.components.responses[response.$ref.split('/').pop()!];
  const validatorOf = ({ content }: Pick<CompiledRequestBody, 'content'>): string =>
    (content['application/json'] as CompiledJson).validator;
  const rows = [
    ['request', validatorOf(operation!.requestBody!), source.requestBody] as const,
    ...Object.entries(source.responses as Record<string, object>).map(
      ([status, response]) =>
        [status, validatorOf(operation!.responses[status]!), resolve(response)] as const,
    ),
  ].flatMap(([place, validator, holder]) =>
    Object.entries(
      holder.content['application/json'].examples as Record<string, { value: unknown }>,
    ).map(([name, { value }]) => [place, name, validator, value] as const),
  );

  it.each(rows)('%s: %s', (_, __, validator, value) => {
    expect(validateEncoded(validators, validator, stringifyJson(value))).toBeUndefined();
  });
});
