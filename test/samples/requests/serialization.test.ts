import { serialize } from '../../../src/contract';
import { serializationOf } from '../../../src/samples/requests/serialize-parameter';
import { serializeBody } from '../../../src/samples/requests/serialize-body';

describe('parameters', () => {
  /** @see https://spec.openapis.org/oas/v3.1.1#style-examples */

  const ARRAY = ['blue', 'black', 'brown'];
  const OBJECT = { R: 100, G: 200, B: 150 };

  it.each<[string, boolean, string, string, string]>([
    ['matrix', false, ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
    ['matrix', true, ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
    ['label', false, '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
    ['label', true, '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
    ['simple', false, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
    ['simple', true, 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
    ['form', false, 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
    ['form', true, 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
    [
      'spaceDelimited',
      false,
      'color=blue',
      'color=blue%20black%20brown',
      'color=R%20100%20G%20200%20B%20150',
    ],
    [
      'pipeDelimited',
      false,
      'color=blue',
      'color=blue%7Cblack%7Cbrown',
      'color=R%7C100%7CG%7C200%7CB%7C150',
    ],
  ])('%s, explode %s', (style, explode, primitive, array, object) => {
    const location =
      style === 'matrix' || style === 'label' || style === 'simple' ? 'path' : 'query';
    const how = serializationOf({ in: location, style, explode });
    expect(serialize('color', 'blue', how)).toBe(primitive);
    expect(serialize('color', ARRAY, how)).toBe(array);
    expect(serialize('color', OBJECT, how)).toBe(object);
  });

  it.each<[string, object, unknown, string]>([
    [
      'deepObject',
      { in: 'query', style: 'deepObject' },
      OBJECT,
      'c%5BR%5D=100&c%5BG%5D=200&c%5BB%5D=150',
    ],
    ['the usual style of a query', { in: 'query' }, [1, 2], 'c=1&c=2'],
    ['the usual style of a path', { in: 'path' }, [1, 2], '1,2'],
    ['an empty string as matrix', { in: 'path', style: 'matrix' }, '', ';c'],
    ['reserved characters', { in: 'query' }, "a/b,c'", 'c=a%2Fb%2Cc%27'],
    ['allowReserved', { in: 'query', allowReserved: true }, 'a/b?&=', 'c=a/b?%26%3D'],
    ['a header as it is', { in: 'header' }, ['a/b', 'c d'], 'a/b,c d'],
    ['64-bit integers', { in: 'query' }, 2n ** 63n - 1n, 'c=9223372036854775807'],
    [
      'a list in an object, once for each item',
      { in: 'query', style: 'deepObject' },
      { a: [1, 2], b: 'x' },
      'c%5Ba%5D=1&c%5Ba%5D=2&c%5Bb%5D=x',
    ],
    ['a list in an exploded object', { in: 'query' }, { a: [1, [2]] }, 'a=1&a=%5B2%5D'],
    [
      'periods in a label that is a list',
      { in: 'path', style: 'label', explode: true },
      ['a.b', 1.5],
      '.a%2Eb.1%2E5',
    ],
    ['a period in a label', { in: 'path', style: 'label' }, 'a.b', '.a.b'],
    ['a lone surrogate', { in: 'query' }, '\ud800', 'c=%EF%BF%BD'],
  ])('%s', (_, parameter, value, want) => {
    expect(serialize('c', value, serializationOf(parameter as never))).toBe(want);
  });
});

describe('bodies', () => {
  const events = 'text/event-stream';
  const form = 'application/x-www-form-urlencoded';

  it.each<[string, object, unknown, string, string]>([
    [
      'application/json',
      {},
      { a: 2n ** 63n - 1n },
      'application/json',
      '{"a":9223372036854775807}',
    ],
    ['application/*+json', {}, [1], 'application/example+json', '[1]'],
    ['*/*', {}, 'x', 'application/json', '"x"'],
    ['text/*', {}, 'x y', 'text/plain', 'x y'],
    ['text/csv', {}, 7, 'text/csv', '7'],
    ['image/*', {}, 'bytes', 'image/png', 'bytes'],
    [form, {}, { a: 'x y', b: [1, 2], c: { d: 1 } }, form, 'a=x%20y&b=1&b=2&c=%7B%22d%22%3A1%7D'],
    [form, { encoding: { b: { explode: false } } }, { b: [1, 2] }, form, 'b=1,2'],
    [form, { encoding: { c: { style: 'deepObject' } } }, { c: { d: 1 } }, form, 'c%5Bd%5D=1'],
    [form, {}, { a: [] }, form, ''],
    [form, { encoding: { a: { contentType: 'application/json' } } }, { a: 'x' }, form, 'a=%22x%22'],
    [form, { encoding: { a: { allowReserved: true } } }, { a: '/+' }, form, 'a=/%2B'],
    [events, {}, { a: 1 }, events, 'data: {"a":1}\n\n'],
    [events, {}, ['x\ny', 2], events, 'data: x\ndata: y\n\ndata: 2\n\n'],
    [
      events,
      {},
      { id: '1', event: 'add', data: { a: 1 } },
      events,
      'event: add\nid: 1\ndata: {"a":1}\n\n',
    ],
    [events, {}, 'data: x\n\n', events, 'data: x\n\n'],
    ['application/jsonl', {}, [{ a: 'x\n' }, 2n], 'application/jsonl', '{"a":"x\\n"}\n2\n'],
    ['application/x-ndjson', {}, { a: 1 }, 'application/x-ndjson', '{"a":1}\n'],
    ['application/jsonl', {}, '{"a":1}\n{}\n', 'application/jsonl', '{"a":1}\n{}\n'],
    ['application/json-seq', {}, [1, {}], 'application/json-seq', '\x1e1\n\x1e{}\n'],
    ['application/geo+json-seq', {}, 1, 'application/geo+json-seq', '\x1e1\n'],
  ])('%s %j', (range, media, value, contentType, text) => {
    const { contentType: type, bytes } = serializeBody(range, media as never, value);
    expect([type, bytes.toString()]).toEqual([contentType, text]);
  });

  it('writes a part for each property, and for each item', () => {
    const media = {
      schema: { properties: { file: { type: 'string', format: 'binary' } } },
      encoding: { meta: { contentType: 'application/vnd.meta+json, text/plain' } },
    };
    const value = { file: 'bytes', 'a"b': ['x', 2], meta: { m: true } };
    const { contentType, bytes } = serializeBody('multipart/form-data', media, value);
    expect(contentType).toBe('multipart/form-data; boundary=example-boundary');
    expect(bytes.toString().split('\r\n')).toEqual([
      '--example-boundary',
      'Content-Disposition: form-data; name="file"; filename="example"',
      'Content-Type: application/octet-stream',
      '',
      'bytes',
      '--example-boundary',
      'Content-Disposition: form-data; name="a%22b"',
      'Content-Type: text/plain',
      '',
      'x',
      '--example-boundary',
      'Content-Disposition: form-data; name="a%22b"',
      'Content-Type: text/plain',
      '',
      '2',
      '--example-boundary',
      'Content-Disposition: form-data; name="meta"',
      'Content-Type: application/vnd.meta+json',
      '',
      '{"m":true}',
      '--example-boundary--',
      '',
    ]);
  });

  it('writes the style of a property as parts with the names of a query, which are not encoded', () => {
    const media = {
      encoding: {
        a: { style: 'deepObject' },
        b: { style: 'spaceDelimited' },
        c: { style: 'form' },
      },
    };
    const value = { a: { x: '%' }, b: ['1', 2], c: { y: 3, z: 'é' } };
    const { bytes } = serializeBody('multipart/form-data', media, value);
    const parts = bytes.toString().split('--example-boundary').slice(1, -1);
    const read = parts.map((text) => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      return [/name="(.*)"/.exec(head)?.[1], body.trimEnd()];
    });
    expect(read).toEqual([
      ['a[x]', '%'],
      ['b', '1 2'],
      ['y', '3'],
      ['z', 'é'],
    ]);
  });
});
