import { SharedService } from '../shared-service';
import { itEach } from '../../../support/it-each';

const checked = new SharedService();
const unchecked = new SharedService({ validateResponses: false });

const BOOK = '{ type: object, required: [title], properties: { title: { type: string } } }';
const stated = `
  200: { description: Books, headers: { ETag: { required: true, schema: { type: string } }, X-Pages: { schema: { type: array, items: { type: integer } } }, content-type: { schema: { type: string } } }, content: { application/json: { schema: ${BOOK} }, application/vnd.title+json: { schema: { type: string } } } },
  202: { description: Later },
  204: { description: Nothing, content: { application/json: { schema: {} } } },
  3XX: { description: Elsewhere, headers: { Location: { required: true, schema: { type: string } } } }`;
const books = checked.add(`{ ${stated} }`);
const open = checked.add(`{ ${stated}, default: { description: Anything else } }`);
const silent = checked.add('{}');
const uncheckedBooks = unchecked.add(`{ ${stated} }`);

const book = { status: 200, headers: { ETag: '"1"' }, body: { title: 'a' } };

describe('a response', () => {
  itEach<[given: object, want: object, headers?: Record<string, string>]>({
    'as documented': [
      book,
      { status: 200, text: '{"title":"a"}' },
      { etag: '"1"', 'content-type': 'application/json', 'content-length': '13' },
    ],
    'with a header in another case': [
      { ...book, headers: { etag: '"2"' } },
      { status: 200 },
      { etag: '"2"' },
    ],
    'with a header that is undefined': [
      { ...book, headers: { ETag: 'e', 'X-Pages': undefined } },
      { status: 200 },
    ],
    'with an undocumented property': [
      { ...book, body: { title: 'a', shelf: 7 } },
      { text: '{"title":"a"}' },
    ],
    'of another media type': [
      { ...book, mediaType: 'application/vnd.title+json', body: 'a' },
      { text: '"a"' },
      { 'content-type': 'application/vnd.title+json' },
    ],
    'without content': [{ status: 202 }, { status: 202, text: '' }],
    '204, whatever its body': [
      { status: 204, body: { title: 'a' } },
      { status: 204, text: '' },
    ],
    'by range': [
      { status: 303, headers: { Location: '/books/7' } },
      { status: 303 },
      { location: '/books/7' },
    ],
  })('%s', async (_, given, want, headers = {}) => {
    const { response, text, faults } = await checked.get(books, given);
    expect({ status: response.status, text, faults }).toMatchObject({ ...want, faults: [] });
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
  });

  it.each([204, 200, 404])('%d without content, where the document states none', async (status) => {
    const { response, text, faults } = await checked.get(silent, { status });
    expect([response.status, text, faults]).toEqual([status, '', []]);
    expect((await checked.get(silent, { status: 200, body: 'a' })).response.status).toBe(500);
  });

  it.each<[name: string, given: object]>([
    ['no content', { status: 202, headers: { 'Content-Type': 'a/b' } }],
    ['204', { status: 204 }],
  ])('never has a Content-Type for %s', async (_, given) => {
    const { response } = await unchecked.get(uncheckedBooks, given);
    expect(response.headers.has('content-type')).toBe(false);
  });
});

describe('a response that the document does not state', () => {
  itEach<[given: unknown, want: string]>({
    'another status': [{ status: 201 }, 'gave the status 201, which is not documented'],
    'a missing header': [{ ...book, headers: {} }, 'left out the header "ETag"'],
    'a missing header by range': [{ status: 301 }, 'left out the header "Location"'],
    'no body': [{ ...book, body: undefined }, 'gave no body with the status 200'],
    'a body': [
      { status: 202, body: {} },
      'gave a body with the status 202, which is not documented',
    ],
    'another media type': [
      { ...book, mediaType: 'text/plain' },
      'gave a body of the media type "text/plain" with the status 200, which is not documented',
    ],
    'an invalid body': [
      { ...book, body: { title: 7 } },
      'gave a body that at "/title" must be of type string',
    ],
    'a body without a property': [
      { ...book, body: {} },
      'gave a body that lacks the property "title"',
    ],
    'a header with a line break': [
      { ...book, headers: { ETag: 'a\r\nSet-Cookie: b' } },
      'gave the header "ETag" a character that no header may contain',
    ],
    'a header with a character beyond Latin-1': [
      { ...book, headers: { ETag: '→' } },
      'gave the header "ETag" a character that no header may contain',
    ],
    'a header with a NUL': [
      { ...book, headers: { ETag: 'a\0' } },
      'gave the header "ETag" a character that no header may contain',
    ],
  })('%s is 500 and a fault', async (_, given, want) => {
    const { response, text, faults } = await checked.get(books, given);
    const body = '{"error":50001,"message":"The service failed; its log has the details"}';
    expect([response.status, text]).toEqual([500, body]);
    expect(faults).toEqual([`The handler of "it" ${want}`]);
  });

  it.each([99, 100, 101, 200.5, 600, 999])(
    'of status %d, which ends no exchange, is 500 and a fault under "default" too',
    async (status) => {
      const { response, faults } = await checked.get(open, { status });
      expect(response.status).toBe(500);
      expect(faults).toEqual([
        `The handler of "it" gave the status ${status}, which is not documented`,
      ]);
    },
  );

  it('leaves unchecked bodies alone when responses are not validated', async () => {
    const given = { ...book, body: { title: 7, shelf: 8 } };
    const { response, text, faults } = await unchecked.get(uncheckedBooks, given);
    expect([response.status, text, faults]).toEqual([200, '{"title":7}', []]);
  });
});

/** An operation with a header in its response. */
const withHeader = (header: string, name = 'X-It', service = checked): string =>
  service.add(`{ 200: { description: Given, headers: { ${name}: ${header} } } }`);
const of = (schema: string, more = ''): string => withHeader(`{ schema: ${schema}${more} }`);
const object = '{ type: object, properties: { a: { type: integer }, b: { type: string } } }';
const json = withHeader(`{ content: { application/json: { schema: ${object} } } }`);
const texts = '{ type: array, items: { type: string } }';

const giving = (value: unknown, name = 'X-It'): object => ({
  status: 200,
  headers: { [name]: value },
});

describe('a header of a response', () => {
  itEach<[path: string, value: unknown, want: string]>({
    text: [of('{ type: string }'), 'a, b', 'a, b'],
    'an integer': [of('{ type: integer }'), 7, '7'],
    'an integer of 64 bits': [
      of('{ type: integer, format: int64 }'),
      9223372036854775807n,
      '9223372036854775807',
    ],
    'a number': [of('{ type: number }'), 1.5, '1.5'],
    'a boolean': [of('{ type: boolean }'), false, 'false'],
    null: [of('{ type: "null" }'), null, ''],
    'a date': [of('{ type: string, format: date-time }'), new Date(0), '1970-01-01T00:00:00.000Z'],
    'a list': [of('{ type: array, items: { type: integer, format: int64 } }'), [1n, 2n], '1,2'],
    'an empty list': [of('{ type: array }'), [], ''],
    'an object': [of(object), { a: 1, b: 'x' }, 'a,1,b,x'],
    'an object, exploded': [of(object, ', explode: true'), { a: 1, b: 'x' }, 'a=1,b=x'],
    'a member that is not documented': [of(object), { a: 1, c: 'x' }, 'a,1'],
    JSON: [json, { a: 1, b: 'é', c: 2 }, '{"a":1,"b":"\\u00e9"}'],
    'text by content': [
      withHeader('{ content: { text/plain: { schema: { type: string } } } }'),
      'x',
      'x',
    ],
  })('is %s', async (_, path, value, want) => {
    const { response, faults } = await checked.get(path, giving(value));
    expect([response.headers.get('x-it'), faults]).toEqual([want, []]);
  });

  it.each([
    [withHeader(`{ schema: ${texts} }`, 'Set-Cookie'), ['a=1', 'b=2']],
    [withHeader('{ schema: { type: string } }', 'Set-Cookie'), 'a=1'],
  ])('is cookies: %s %j', async (path, value) => {
    const { response, faults } = await checked.get(path, giving(value, 'Set-Cookie'));
    expect([response.headers.getSetCookie(), faults]).toEqual([[value].flat(), []]);
  });

  itEach<[path: string, value: unknown, want: string]>({
    'of another type': [of('{ type: integer }'), '7', ', which must be of type integer'],
    'with a wrong item': [
      of('{ type: array, items: { type: integer } }'),
      [1, 'x'],
      ', which at "/1" must be of type integer',
    ],
    'with a wrong member': [of(object), { a: 'x' }, ', which at "/a" must be of type integer'],
    'of JSON that does not fit': [json, [], ', which must be of type object'],
    'with a line break in a list': [
      of('{ type: array }'),
      ['a\r\nb'],
      ' a character that no header may contain',
    ],
    'beyond 64 bits': [
      of('{ type: integer, format: int64 }'),
      2n ** 63n,
      ', which must be an integer of 64 bits',
    ],
  })('%s is a fault', async (_, path, value, want) => {
    const { response, faults } = await checked.get(path, giving(value));
    const fault = `The handler of "it" gave the header "X-It"${want}`;
    expect([response.status, faults]).toEqual([500, [fault]]);
  });

  const uncheckedHeader = withHeader('{ schema: { type: integer } }', 'X-It', unchecked);
  it('is not checked where responses are not', async () => {
    const { response } = await unchecked.get(uncheckedHeader, giving('x'));
    expect(response.headers.get('x-it')).toBe('x');
  });

  it.each(
    ['Transfer-Encoding', 'connection', 'Content-Length'].map(
      (name) => [name, withHeader('{ schema: {} }', name)] as const,
    ),
  )("%s is the host's to give", async (name, path) => {
    const { response } = await checked.get(path, giving('7', name));
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '0']);
    expect(response.headers.has('transfer-encoding')).toBe(false);
  });
});
