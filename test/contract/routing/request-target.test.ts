import { parseRequestTarget, type RequestTarget } from '../../../src/contract/uri';

describe('parseRequestTarget', () => {
  it.each<[string, { given: string; want: Pick<RequestTarget, 'segments' | 'query'> | undefined }]>(
    [
      ['the root', { given: '/', want: { segments: [''], query: '' } }],
      ['two segments', { given: '/books/7', want: { segments: ['books', '7'], query: '' } }],
      ['a slash at the end', { given: '/books/', want: { segments: ['books', ''], query: '' } }],
      ['two slashes', { given: '//books', want: { segments: ['', 'books'], query: '' } }],
      ['a query', { given: '/books?a=1&b=%20', want: { segments: ['books'], query: 'a=1&b=%20' } }],
      ['an empty query', { given: '/books?', want: { segments: ['books'], query: '' } }],
      [
        'a question mark in the query',
        { given: '/books?a=?', want: { segments: ['books'], query: 'a=?' } },
      ],
      ['percent-encoding', { given: '/b%C3%BCcher', want: { segments: ['bücher'], query: '' } }],
      ['an encoded slash', { given: '/a%2Fb/c', want: { segments: ['a/b', 'c'], query: '' } }],
      ['an encoded question mark', { given: '/a%3Fb', want: { segments: ['a?b'], query: '' } }],
      ['a plus, which is no space', { given: '/a+b', want: { segments: ['a+b'], query: '' } }],
      [
        'dots, which are not resolved',
        { given: '/a/../b', want: { segments: ['a', '..', 'b'], query: '' } },
      ],
      ['a number sign', { given: '/books#top', want: { segments: ['books#top'], query: '' } }],
      [
        'a number sign in the query',
        { given: '/books?a#b', want: { segments: ['books'], query: 'a#b' } },
      ],
      [
        'absolute form',
        { given: 'http://host:80/books?a=1', want: { segments: ['books'], query: 'a=1' } },
      ],
      [
        'absolute form without a path',
        { given: 'http://host', want: { segments: [''], query: '' } },
      ],
      [
        'absolute form with a query alone',
        { given: 'http://host?a', want: { segments: [''], query: 'a' } },
      ],
      ['https', { given: 'HTTPS://[::1]/books', want: { segments: ['books'], query: '' } }],
      ['a fragment behind the host', { given: 'http://host#top', want: undefined }],
      ['a port that is no number', { given: 'http://[::1]:80nts/books', want: undefined }],
      ['another scheme', { given: 'ftp://host/books', want: undefined }],
      ['user information', { given: 'http://user@host/books', want: undefined }],
      ['no host', { given: 'http:///books', want: undefined }],
      ['a broken host', { given: 'http://a b/books', want: undefined }],
      ['asterisk form', { given: '*', want: undefined }],
      ['authority form', { given: 'host:80', want: undefined }],
      ['nothing', { given: '', want: undefined }],
      ['broken percent-encoding', { given: '/a%2', want: undefined }],
      ['percent-encoding that is not UTF-8', { given: '/a%ff', want: undefined }],
    ],
  )('%s', (_, { given, want }) => {
    const target = parseRequestTarget(given);
    const { segments = [], query = '' } = target ?? {};
    expect(target && { segments, query }).toStrictEqual(want);
  });

  it('keeps the segments as they were sent', () => {
    const target = parseRequestTarget('/b%c3%bccher/a%2Fb?c');
    expect(target?.rawSegments).toStrictEqual(['b%c3%bccher', 'a%2Fb']);
  });
});
