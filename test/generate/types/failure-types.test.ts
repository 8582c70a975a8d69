import { failureMember, principalsType } from '../../../src/generate/types/operation-types';
import { loadContract } from '../../../src/generate/in-memory';
import type { CompiledOperation } from '../../../src/contract';

/** What the types of an operation say of its failures and of its callers. */

function operation(responses: readonly string[], security: readonly object[]): CompiledOperation {
  const { contract } = loadContract({
    openapi: '3.1.0',
    info: { title: 'Failures', version: '1' },
    paths: {
      '/': {
        get: {
          operationId: 'one',
          responses: Object.fromEntries(responses.map((key) => [key, { description: '' }])),
          security,
        },
      },
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        'api-key': { type: 'apiKey', in: 'header', name: 'X-Key' },
      },
    },
  });
  return contract.operations[0]!;
}

it.each<[string[], object[], string]>([
  [['200'], [], "Failure<StatusInRange<'5'>>"],
  [['200', '404', '409'], [], "Failure<404 | 409 | StatusInRange<'5'>>"],
  [['200', '404'], [{ bearer: [] }], "Failure<401 | 404 | StatusInRange<'5'>>"],
  [['200', '422'], [], "Failure<400 | 422 | StatusInRange<'5'>>"],
  [['200', '500'], [], "Failure<StatusInRange<'5'>>"],
  [['200', '4XX'], [], 'Failure'],
  [['200', 'default'], [], 'Failure'],
  [['default'], [], 'Failure'],
  [[], [], 'Failure'],
])('responses %j with %j can say %s', (responses, security, want) => {
  const { type, comment } = failureMember(operation(responses, security));
  expect([type.text, comment]).toEqual([want, '']);
});

it.each<[string[], object[]]>([
  [['200', '400'], [{ bearer: [] }]],
  [['200', '400'], []],
  [['200', '400', '404'], [{ bearer: [] }]],
])('responses %j can say all, some with 400', (responses, security) => {
  const { type, comment } = failureMember(operation(responses, security));
  expect(type.text).toBe('Failure');
  expect(comment).toMatch(/^\/\*\* Of a request: sent with 400, /);
});

const line = (text: string): string => text.replace(/\s+/g, ' ');

it.each<[object[], string]>([
  [[], '{}'],
  [[{}], '{}'],
  [[{ bearer: [] }], '{ bearer: Principal; }'],
  [[{ bearer: ['a'] }, { bearer: ['b'] }], '{ bearer: Principal; }'],
  [[{ bearer: [], 'api-key': [] }], '{ bearer: Principal; "api-key": Principal; }'],
  [[{ bearer: [] }, {}], '{ bearer: Principal; } | { bearer?: undefined; }'],
  [
    [{ bearer: [] }, { 'api-key': [] }],
    '{ bearer: Principal; "api-key"?: undefined; } | { bearer?: undefined; "api-key": Principal; }',
  ],
])('security %j lets in %s', (security, want) => {
  expect(line(principalsType(operation(['200'], security)).text)).toBe(want);
});
