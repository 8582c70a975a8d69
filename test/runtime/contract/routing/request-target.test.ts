import { parseRequestTarget, type RequestTarget } from '../../../../src/runtime/contract/uri';

describe('parseRequestTarget', () => {
  it.each<
    [name: string, given: string, want: Pick<RequestTarget, 'segments' | 'query'> | undefined]
  >([
    ['the root', '/', { segments: [''], query: '' }],
    ['two segments', '/books/7', { segments: ['books', '7'], query: '' }],
    ['a slash at the end', '/books/', { segments: ['books', ''], query: '' }],
    ['two slashes', '//books', { segments: ['', 'books'], query: '' }],
    ['a query', '/books?a=1&b=%20', { segments: ['books'], query: 'a=1&b=%20' }],
    ['an empty query', '/books?', { segments: ['books'], query: '' }],
    ['a question mark in the query', '/books?a=?', { segments: ['books'], query: 'a=?' }],
    ['percent-encoding', '/b%C3%BCcher', { segments: ['bücher'], query: '' }],
    ['an encoded slash', '/a%2Fb/c', { segments: ['a/b', 'c'], query: '' }],
    ['an encoded question mark', '/a%3Fb', { segments: ['a?b'], query: '' }],
    ['a plus, which is no space', '/a+b', { segments: ['a+b'], query: '' }],
    ['dots, which are not resolved', '/a/../b', { segments: ['a', '..', 'b'], query: '' }],
    ['a number sign', '/books#top', { segments: ['books#top'], query: '' }],
    ['a number sign in the query', '/books?a#b', { segments: ['books'], query: 'a#b' }],
    ['absolute form', 'http://host:80/books?a=1', { segments: ['books'], query: 'a=1' }],
    ['absolute form without a path', 'http://host', { segments: [''], query: '' }],
    ['absolute form with a query alone', 'http://host?a', { segments: [''], query: 'a' }],
    ['https', 'HTTPS://[::1]/books', { segments: ['books'], query: '' }],
    ['a fragment behind the host', 'http://host#top', undefined],
    ['a port that is no number', 'http://[::1]:80nts/books', undefined],
    ['another scheme', 'ftp://host/books', undefined],
    ['user information', 'http://user@host/books', undefined],
    ['no host', 'http:///books', undefined],
    ['a broken host', 'http://a b/books', undefined],
    ['asterisk form', '*', undefined],
    ['authority form', 'host:80', undefined],
    ['nothing', '', undefined],
    ['broken percent-encoding', '/a%2', undefined],
    ['percent-encoding that is not UTF-8', '/a%ff', undefined],
  ])('%s', (_, given, want) => {
    const target = parseRequestTarget(given);
    const { segments = [], query = '' } = target ?? {};
    expect(target && { segments, query }).toStrictEqual(want);
  });

  it('keeps the segments as they were sent', () => {
    const target = parseRequestTarget('/b%c3%bccher/a%2Fb?c');
    expect(target?.rawSegments).toStrictEqual(['b%c3%bccher', 'a%2Fb']);
  });
});
