import type { AnyErrorMapper } from '../../../src/contract/error-body/error-mapper';
import { withDocument } from '../../support/serve-document';

/** A service may have a function of its own for the bodies of errors. */

const SCHEMA =
  '{ type: object, required: [reason], additionalProperties: false, properties: { reason: { type: string, maxLength: 40 } } }';

const documentWith = (content: string): string => `
openapi: 3.1.0
info: { title: Items, version: 1.0.0 }
paths:
  /items:
    get:
      operationId: listItems
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: after, in: query, schema: { type: integer } }
      responses: { 200: { description: Listed }, 4XX: { description: Why not, content: { ${content} } } }
`;

async function refusal(
  content: string,
  errorBody: AnyErrorMapper,
): Promise<{ mediaType: string | null; body: string; faults: string[] }> {
  const handlers = { listItems: () => Promise.resolve({ status: 200 }) };
  return withDocument(documentWith(content), handlers, { errorBody }, async ({ url, faults }) => {
    const response = await fetch(`${url}/items?limit=x&after=y`);
    const mediaType = response.headers.get('content-type');
    return { mediaType, body: await response.text(), faults: faults.map(String) };
  });
}

const derived = '{"reason":"The query parameter "limit" must be of …"}';
const JSON_CONTENT = `application/json: { schema: ${SCHEMA} }`;

describe('the body that the service makes of a failure', () => {
  it('gets the failure with all of its faults, and what the body is for', async () => {
    const calls: unknown[] = [];
    await refusal(JSON_CONTENT, ({ kind, details }, context) => {
      calls.push([kind.number, details.faults?.map(({ name }) => name), context]);
      return undefined;
    });
    const context = { operationId: 'listItems', status: 400, mediaType: 'application/json' };
    expect(calls).toEqual([[40004, ['limit', 'after'], context]]);
  });

  const report = (what: string): string =>
    `UndocumentedResponseError: The failure 40004 of "listItems", sent with the status 400, ${what}; describe this kind of failure in the document`;

  it.each<[name: string, given: string, mapper: AnyErrorMapper, want: string, faults?: string[]]>([
    ['is sent', JSON_CONTENT, () => ({ reason: 'no' }), '{"reason":"no"}'],
    ['is sent as text, where that is documented', 'text/csv: {}', () => 'no,no', 'no,no'],
    ['is derived where it returns undefined', JSON_CONTENT, () => undefined, derived],
    [
      'is derived, and a fault, where it does not fit',
      JSON_CONTENT,
      () => ({ reason: 7 }),
      derived,
      [report('got from "errorBody" a body that at "/reason" must be of type string')],
    ],
    [
      'is derived, and a fault, where it throws',
      JSON_CONTENT,
      () => {
        throw new Error('oh no');
      },
      derived,
      [report('got no body from "errorBody", which threw Error: oh no')],
    ],
  ])('%s', async (_, given, mapper, want, faults = []) => {
    const received = await refusal(given, mapper);
    expect([received.body.replaceAll('\\"', '"'), received.faults]).toEqual([want, faults]);
  });
});
