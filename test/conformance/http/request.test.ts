import { isSendable } from '../../../src/conformance/http/request';
import type { OperationRequest } from '../../../src/samples/requests/operation-request';

const header = (name: string, value: string): Partial<OperationRequest> => ({
  headers: [[name, value]],
});

it.each<[title: string, request: Partial<OperationRequest>, expected: boolean]>([
  ['a path with a query', { target: '/a%20b/%00?x=1&y={}[]|"' }, true],
  ['an asterisk as target', { target: '*' }, false],
  ['a space in the target', { target: '/a b' }, false],
  ['a character beyond ASCII in the target', { target: '/\xfc' }, false],
  ['a line break in the target', { target: '/a\r\nb' }, false],
  ['a method of its own', { method: 'M-SEARCH' }, true],
  ['a method with a space', { method: 'GET ALL' }, false],
  ['a header with space and tabs within', header('X-A', 'a \t b'), true],
  ['an empty header', header('X-A', ''), true],
  ['bytes beyond ASCII in a header', header('X-A', '\xe9'), true],
  ['a character of two bytes in a header', header('X-A', '\u20ac'), false],
  ['NUL in a header', header('X-A', 'a\0b'), false],
  ['a line break in a header', header('X-A', 'a\r\nb: c'), false],
  ['space around a header', header('X-A', ' a'), false],
  ['only space in a header', header('X-A', ' '), false],
  ['a space in the name of a header', header('X A', 'a'), false],
  ['a header without a name', header('', 'a'), false],
])('%s', (_, request, expected) => {
  expect(isSendable({ method: 'GET', target: '/', headers: [], ...request })).toBe(expected);
});
