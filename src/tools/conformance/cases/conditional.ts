import { asObject, type Operation } from '../../document';
import { headerValues, type ReceivedResponse, responseOf } from '../../judge';
import type { Run } from '../run';
import { inParallel } from '../scheduling';
import { OperationCases, withHeader } from './operation-cases';

type Field = readonly [name: string, value: string];

/** Names a state that no resource has. */
export const OTHER_TAG: Field = ['If-Match', '"none-of-this-service"'];

/** The statuses that only a condition or a range gets: for which methods, and what a 200 must have for it. */
const QUESTIONS: Readonly<Record<string, readonly [methods: RegExp, needs: string]>> = {
  206: [/^GET$/, 'content in bytes'],
  304: [/^(?:GET|HEAD)$/, 'ETag or Last-Modified'],
  412: [/^(?:GET|HEAD|PUT|PATCH|DELETE)$/, 'a strong ETag'],
  416: [/^GET$/, 'content in bytes'],
};

/**
 * Repeats requests that got 200 with the entity tags, dates and ranges of the response, where the document states
 * 206, 304, 412 or 416. Nothing may change the service at the time.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14
 */
export function askConditionally(
  run: Run,
  operations: readonly Operation[],
  isOver: () => boolean,
): Promise<void> {
  const safe = operations.filter(({ method }) => method === 'GET' || method === 'HEAD');
  return inParallel(safe, run.context.options.parallel, isOver, async (operation) => {
    const cases = new OperationCases(run.context, operation);
    for (const values of [cases.base, { parameters: cases.requiredParameters() }]) {
      const statuses = Object.keys(QUESTIONS).filter((each) => isUnasked(run, operation, each));
      if (statuses.length === 0 || isOver()) return;
      const repeats = await run.test(cases.of('coverage', 'without a condition', values, []));
      const response = responseOf(repeats);
      if (response?.status !== 200) continue;
      for (const status of statuses) {
        for (const field of fieldsFor(status, response)) {
          const request = withHeader(cases.request(values), ...field);
          // The document may allow other values of the header.
          if ((await run.judgement({ request })).expected === 'refusal') continue;
          run.asked.add(`${operation.operationId} ${status}`);
          if (isOver()) return;
          await run.test({ ...cases.by(`with ${field.join(': ')}`, request), repeats });
        }
      }
    }
  });
}

/** The headers that ask for a status, each in a request of its own. @param response the one with 200 */
function fieldsFor(status: string, response: ReceivedResponse): readonly Field[] {
  const fields = (name: string, from: string): Field[] =>
    headerValues(response, from).map((value) => [name, value]);
  const [unit = 'bytes'] = headerValues(response, 'accept-ranges');
  const { length } = response.body;
  const ranges = (...texts: string[]): Field[] =>
    length > 0 && response.isCut !== true && /\bbytes\b/i.test(unit)
      ? texts.map((text) => ['Range', `bytes=${text}`])
      : [];
  switch (status) {
    case '206':
      // A range from the middle shows whether a service counts from the right byte.
      return ranges('0-0', `${Math.floor(length / 2)}-`);
    case '304':
      return [...fields('If-None-Match', 'etag'), ...fields('If-Modified-Since', 'last-modified')];
    case '412':
      return [OTHER_TAG];
    default:
      return ranges(`${length}-`);
  }
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
