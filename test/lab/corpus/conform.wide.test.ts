import { conform } from './conform';
import { parseSource } from '../../../src/tools/document';

/** The findings for the mock of a document, given as the YAML of its paths and components. */
function findings(yaml: string): Promise<string[]> {
  const text = `openapi: 3.1.0\ninfo: { title: Garden, version: 1.0.0 }\n${yaml}`;
  return conform(parseSource(text, 'garden.yaml'), 10_000);
}

const body = (schema: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;

const token = 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }';

it.each<[title: string, yaml: string]>([
  [
    'an operation that states only 405, for invalid input',
    `paths: { /beds: { post: { ${body('{ type: object }')}, responses: { 405: { description: x } } } } }`,
  ],
  [
    'one that states only 401',
    `${token}\npaths: { /beds: { get: { security: [token: []], responses: { 401: { description: x } } } } }`,
  ],
  [
    'one that states only 500',
    'paths: { /beds: { post: { responses: { 500: { description: x } } } } }',
  ],
  [
    'one that states no final status',
    'paths: { /beds: { get: { responses: { 100: { description: x } } } } }',
  ],
  [
    'errors of alternatives that take the same bodies',
    `paths:
  /beds:
    post:
      ${body('{ type: object, required: [name] }')}
      responses:
        204: { description: x }
        400: { description: x, content: { application/json: { schema: { oneOf: [{ type: object }, { type: object }] } } } }`,
  ],
  [
    'a body that cannot be made',
    `paths: { /beds: { post: { ${body('{ type: object, not: {} }')}, responses: { 204: { description: x } } } } }`,
  ],
])('the mock is right of %s', async (_, yaml) => {
  expect(await findings(yaml)).toEqual([]);
});

it('tells what is found, and where', async () => {
  const content = '{ application/json: { schema: { type: object, not: {} } } }';
  const yaml = `paths: { /beds: { put: { responses: { 200: { description: x, content: ${content} } } } } }`;
  expect(await findings(yaml)).toEqual([
    'no-server-error: 500 for a valid request: the service fails (/paths/~1beds/put)',
  ]);
});
