import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { itEach } from '../../../support/it-each';

/** Generation names the responses that cannot say what is wrong with a request. */

const REMEDY = 'describe a message there, or give the service an "errorBody" (docs/errors.md)';

function warnings(responses: string): string[] {
  const yaml = `
openapi: 3.1.0
info: { title: Items, version: 1.0.0 }
paths:
  /a: { get: { operationId: a, responses: ${responses} } }
  /b: { get: { operationId: b, responses: { 200: { description: x } } } }
`;
  const found: string[] = [];
  loadContract(parseSource(yaml, 'items.yaml').document, {
    report: ({ pointer, severity, message }) => found.push(`${pointer}: ${severity}: ${message}`),
  });
  return found;
}

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const done = '200: { description: x }';

itEach<[given: string, want: string[]]>({
  'with a message': [`{ ${done}, 400: { description: x, ${json('{}')} } }`, []],
  'without content': [`{ ${done}, 400: { description: x } }`, []],
  'of what succeeds': [`{ 200: { description: x, ${json('{ type: integer }')} } }`, []],
  'that is all there is': [`{ default: { description: x, ${json('{ type: integer }')} } }`, []],
  'that nothing fits': [
    `{ ${done}, 400: { description: x, ${json('{ type: object, not: {} }')} } }`,
    [
      `/paths/~1a/get/responses/400: warning: no error body can be made for the status 400 of "a": a body of application/json matches a schema that it must not match; ${REMEDY}`,
    ],
  ],
  'without a place for the message': [
    `{ ${done}, default: { description: x, ${json('{ type: integer }')} } }`,
    [
      `/paths/~1a/get/responses/default: warning: the error body for the status default of "a" has no place for the message; ${REMEDY}`,
    ],
  ],
  'in another media type': [
    `{ ${done}, 4XX: { description: x, content: { application/pdf: {} } } }`,
    [
      `/paths/~1a/get/responses/4XX: warning: no error body can be made for the status 4XX of "a": application/pdf is neither JSON, XML, HTML nor plain text; ${REMEDY}`,
    ],
  ],
})('a response %s', (_, given, want) => expect(warnings(given)).toEqual(want));
