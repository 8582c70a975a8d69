import { serialize } from '../../../src/contract';
import { serializationOf } from '../../../src/samples/requests/serialize-parameter';

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
  const location = style === 'matrix' || style === 'label' || style === 'simple' ? 'path' : 'query';
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
