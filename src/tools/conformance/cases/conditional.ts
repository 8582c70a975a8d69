import { asObject, type Operation } from '../../document';
import {
  type Exchange,
  headerValues,
  isAccepted,
  type ReceivedResponse,
  responseOf,
  type TestCase,
} from '../../judge';
import type { Run } from '../run';
import { STRONG } from '../stateful/entity-tags';
import { withHeader } from './operation-cases';
import type { HeaderField } from '../../samples';

/** Names a state that no resource has. */
export const OTHER_TAG: HeaderField = ['If-Match', '"none-of-this-service"'];

/** The statuses that only a condition or a range gets: for which methods, and what a 200 must have for it. */
const QUESTIONS: Readonly<Record<string, readonly [methods: RegExp, needs: string]>> = {
  206: [/^GET$/, 'content in bytes'],
  304: [/^(?:GET|HEAD)$/, 'ETag or Last-Modified'],
  412: [/^(?:GET|HEAD|PUT|PATCH|DELETE)$/, 'a strong ETag'],
  416: [/^GET$/, 'content in bytes'],
};

/**
 * Repeats a GET or HEAD that got 200 with the entity tag, the date and ranges of the response, where the document
 * states 206, 304, 412 or 416, and no request has asked for that before.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14
 */
export async function askConditionally(
  run: Run,
  exchange: Exchange,
  isOver: () => boolean,
): Promise<void> {
  const { testCase } = exchange;
  const { operation, request, values, repeats } = testCase;
  const response = responseOf(exchange);
  const isSafe = /^(?:GET|HEAD)$/.test(request.method);
  if (!isAccepted(exchange) || response?.status !== 200 || !isSafe || operation === undefined)
    return;
  if (values === undefined || repeats !== undefined) return;
  for (const status of Object.keys(QUESTIONS).filter((each) => isUnasked(run, operation, each))) {
    const cases: TestCase[] = [];
    for (const fields of fieldsFor(status, response)) {
      const asking = fields.reduce((each, field) => withHeader(each, ...field), request);
      const isAlone =
        asking.headers.filter(([name]) => CONDITION.test(name)).length === fields.length;
      // The document may take other values of the header alone.
      if (!isAlone || (await run.judgement({ request: asking })).expected !== 'acceptance')
        continue;
      const title = `with ${fields.map((field) => field.join(': ')).join(', ')}`;
      cases.push({ ...testCase, title, request: asking, covers: [], repeats: exchange });
    }
    if (cases.length === 0 || !isUnasked(run, operation, status)) continue;
    run.asked.add(`${operation.operationId} ${status}`);
    for (const each of cases) if (!isOver()) await run.test(each);
  }
}

/** Headers that are conditions or ranges. */
const CONDITION = /^(?:if-|range$)/i;

/** The headers of each request that asks for a status. @param response the one with 200 */
function fieldsFor(
  status: string,
  response: ReceivedResponse,
): readonly (readonly HeaderField[])[] {
  const { body, isCut } = response;
  const given = (name: string, from: string): HeaderField[] =>
    headerValues(response, from)
      .slice(0, 1)
      .map((value) => [name, value]);
  const range = (from: string): HeaderField[] => [['Range', `bytes=${from}`]];
  const [unit = 'bytes'] = headerValues(response, 'accept-ranges');
  const hasRanges = body.length > 0 && isCut !== true && /\bbytes\b/i.test(unit);
  if (status === '412') return [[OTHER_TAG]];
  if (status === '304') {
    const fields = [
      ...given('If-None-Match', 'etag'),
      ...given('If-Modified-Since', 'last-modified'),
    ];
    return fields.map((field) => [field]);
  }
  if (!hasRanges) return [];
  if (status === '416') return [range(`${body.length}-`)];
  const same = given('If-Range', 'etag').filter(([, tag]) => STRONG.test(tag));
  // A range from the middle shows whether a service counts from the right byte.
  return [range('0-0'), [...range(`${Math.floor(body.length / 2)}-`), ...same]];
}

function isUnasked(run: Run, { operationId, method, value }: Operation, status: string): boolean {
  const isStated = status in asObject(value.responses);
  const isOf = QUESTIONS[status]?.[0].test(method) === true;
  return isStated && isOf && !run.asked.has(`${operationId} ${status}`);
}

/** A notice for each documented status that was not asked for, with the reason. */
export function unasked(run: Run): string[] {
  return Object.entries(QUESTIONS).flatMap(([status, [, needs]]) => {
    const left = run.context.loaded.operations.filter((each) => isUnasked(run, each, status));
    const names = left.map(({ operationId }) => operationId).join(', ');
    return names === ''
      ? []
      : [`${status} of ${names} is not asked for: no GET got 200 with ${needs} to ask with`];
  });
}
