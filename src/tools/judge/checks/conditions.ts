import { ifNoneMatchNames, quote } from 'openapi-trellis/tools';
import { childPointer } from '../../document';
import { headerValues, type ReceivedResponse, responseOf, type TestCase } from '../exchange';
import type { Check } from './check';
import { violation } from './responses';

/** Returns the fault of a response. @param whole the 200 for the same request without the condition or range */
type FaultOf = (
  response: ReceivedResponse,
  whole: ReceivedResponse,
  request: TestCase['request'],
) => string | undefined;

/** Checks of responses to requests that repeat another one with a condition or a range. */
export const conditionChecks: readonly Check[] = [
  conditional(
    'if-none-match-honoured',
    'A GET or HEAD whose If-None-Match names the current entity tag MUST be answered with 304.',
    '13.1.2',
    (response, _, request) => {
      const tag = tagOf(response);
      const isNamed = ifNoneMatchNames(headerValues(request, 'if-none-match'), tag);
      return response.status === 200 && tag !== '' && isNamed
        ? `If-None-Match names ${tag}, which is the entity tag`
        : undefined;
    },
  ),
  conditional(
    'entity-tag-kept',
    'A response with 206 or 304 MUST have an entity tag where the one with 200 has one.',
    '15.4.5',
    (response, whole) =>
      [206, 304].includes(response.status) && tagOf(response) === '' && tagOf(whole) !== ''
        ? `ETag is missing, which is ${tagOf(whole)} with 200`
        : undefined,
  ),
  conditional(
    'range-fits',
    'A response with 206 MUST have Content-Range, and the bytes that it names.',
    '15.3.7',
    (response, whole) => (response.status === 206 ? partFault(response, whole) : undefined),
  ),
  conditional(
    'range-not-refused',
    'A range of bytes that the content has MUST NOT be refused as one that it lacks (416).',
    '15.5.17',
    (response, whole, request) => {
      const [, first] = /^bytes=(\d+)-/.exec(headerValues(request, 'range').join()) ?? [];
      // Without a length, only content that If-Range names is certain to be there.
      const isSame = headerValues(request, 'if-range').length > 0;
      const [field = `bytes */${isSame ? whole.body.length : 0}`] = headerValues(
        response,
        'content-range',
      );
      const [, length] = /^bytes \*\/(\d+)$/i.exec(field) ?? [];
      const isThere = Number(first) < Number(length);
      return response.status === 416 && isThere ? 'the content has that range' : undefined;
    },
  ),
];

const RANGE = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i;

function partFault(part: ReceivedResponse, whole: ReceivedResponse): string | undefined {
  const [type = ''] = headerValues(part, 'content-type');
  if (/^multipart\/byteranges\b/i.test(type)) return 'multipart/byteranges for one range';
  const [field] = headerValues(part, 'content-range');
  if (field === undefined) return 'Content-Range is missing';
  if (!/^bytes\b/i.test(field)) return undefined;
  const [, first, last, length] = RANGE.exec(field) ?? [];
  const size = Number(last) - Number(first) + 1;
  if (!(size > 0) || Number(last) >= Number(length)) return `Content-Range is ${quote(field)}`;
  if (size !== part.body.length) return `${quote(field)} has ${part.body.length} bytes`;
  if (tagOf(part) !== tagOf(whole) || !tagOf(part).startsWith('"')) return undefined;
  const isPart = whole.body.subarray(Number(first), Number(last) + 1).equals(part.body);
  return isPart && (length === '*' || Number(length) === whole.body.length)
    ? undefined
    : `${quote(field)} of the response with 200 and the same entity tag is something else`;
}

function tagOf(response: ReceivedResponse): string {
  return headerValues(response, 'etag').join();
}

/** @param section of RFC 9110 */
function conditional(id: string, rule: string, section: string, faultOf: FaultOf): Check {
  const examine: Check['examine'] = (exchange) => {
    const { repeats, operation, request } = exchange.testCase;
    const [response, whole] = [exchange, repeats].map((each) => each && responseOf(each));
    if (response === undefined || whole === undefined || operation === undefined) return [];
    const what = faultOf(response, whole, request);
    const pointer = childPointer(operation.pointer, 'responses');
    return what === undefined ? [] : violation(exchange, pointer, { what });
  };
  const see = `https://www.rfc-editor.org/rfc/rfc9110#section-${section}`;
  return { id, rule, see, confirm: 'same request', examine };
}
