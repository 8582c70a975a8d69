import { parseRequestTarget } from '../../../../src/runtime/contract/uri';
import { Router } from '../../../../src/runtime/contract/routing/router';
import { itEach } from '../../../support/it-each';

/** Routes are `METHOD template`; the result is the route and its parameters, an Allow list or null. */
function find(routes: readonly string[], request: string): unknown {
  const router = new Router<string>();
  for (const route of routes) {
    const [method = '', template = ''] = route.split(' ');
    router.add(method, template, route);
  }
  const [method = '', target = ''] = request.split(' ');
  const found = router.find(method, parseRequestTarget(target)!);
  if (found.outcome === 'found') {
    const { names, values } = found.pathParameters;
    return [found.route, Object.fromEntries(names.map((name, index) => [name, values[index]]))];
  }
  return found.outcome === 'not-found' ? null : found.allow;
}

type Row = [routes: string[], request: string, want: unknown];

describe('a literal path', () => {
  itEach<Row>({
    'is found': [['GET /books'], 'GET /books', ['GET /books', {}]],
    'the root': [['GET /'], 'GET /', ['GET /', {}]],
    'has its case': [['GET /books'], 'GET /Books', null],
    'is not its beginning': [['GET /books/new'], 'GET /books', null],
    'is not found longer': [['GET /books'], 'GET /books/7', null],
    'without its slash': [['GET /books/'], 'GET /books', null],
    'with a slash at the end': [['GET /books'], 'GET /books/', null],
    'with a slash of its own': [['GET /books/'], 'GET /books/', ['GET /books/', {}]],
    'with two slashes': [['GET /books'], 'GET //books', null],
    'percent-encoded': [['GET /books'], 'GET /b%6Foks', ['GET /books', {}]],
    'percent-encoded in the template': [
      ['GET /b%C3%BCcher'],
      'GET /b%c3%bccher',
      ['GET /b%C3%BCcher', {}],
    ],
    'as it is in the template': [['GET /bücher'], 'GET /b%C3%BCcher', ['GET /bücher', {}]],
    'named as a property of every object': [['GET /a'], 'GET /constructor', null],
    'with regular-expression characters': [['GET /a.b'], 'GET /axb', null],
  })('%s', (_, routes, request, want) => expect(find(routes, request)).toStrictEqual(want));
});

describe('a template', () => {
  const book = 'GET /books/{id}';
  const page = 'GET /books/{id}/pages/{page}';

  itEach<Row>({
    'gives its value': [[book], 'GET /books/7', [book, { id: '7' }]],
    'gives both values': [[page], 'GET /books/7/pages/x', [page, { id: '7', page: 'x' }]],
    'gives its value as it was sent': [[book], 'GET /books/a%20b%25', [book, { id: 'a%20b%25' }]],
    'takes an encoded slash': [[book], 'GET /books/a%2Fb', [book, { id: 'a%2Fb' }]],
    'does not take a slash': [[book], 'GET /books/a/b', null],
    'does not take nothing': [[book], 'GET /books/', null],
    'does not take an empty segment': [[page], 'GET /books//pages/1', null],
    'named "__proto__"': [
      ['GET /books/{__proto__}'],
      'GET /books/7',
      ['GET /books/{__proto__}', JSON.parse('{"__proto__":"7"}')],
    ],
  })('%s', (_, routes, request, want) => expect(find(routes, request)).toStrictEqual(want));
});

describe('several expressions in a segment', () => {
  itEach<[template: string, path: string, want: unknown]>({
    'with a suffix': ['/{name}.json', '/a.json', { name: 'a' }],
    'of the suffix alone': ['/{name}.json', '/.json', null],
    'with the suffix twice': ['/{name}.json', '/a.json.json', { name: 'a.json' }],
    'with a prefix': ['/v{major}', '/v12', { major: '12' }],
    'between literals': ['/{a}-{b}', '/1-2', { a: '1', b: '2' }],
    'as few characters as will do': ['/{a}-{b}', '/1-2-3', { a: '1', b: '2-3' }],
    'a first that is the literal': ['/{a}-{b}', '/--2', { a: '-', b: '2' }],
    'an empty one': ['/{a}-{b}', '/-2', null],
    'an empty last one': ['/{a}-{b}', '/1-', null],
    'three of them': ['/{x},{y},{z}', '/1,2,3', { x: '1', y: '2', z: '3' }],
    'an encoded literal': ['/{a}%40{b}', '/me@home', { a: 'me', b: 'home' }],
    'a literal that is sent encoded': ['/{a}@{b}', '/me%40home', { a: 'me', b: 'home' }],
    'an encoded literal in a value': ['/{a},{b}', '/1%2c2,3', { a: '1%2c2', b: '3' }],
    'an encoded letter of a literal': ['/{a}-x-{b}', '/%31-%78-2', { a: '%31', b: '2' }],
    'encoded characters of several bytes': [
      '/{a}.{b}',
      '/%C3%BC%F0%9F%8C%B1%2E%E2%82%AC',
      { a: '%C3%BC%F0%9F%8C%B1', b: '%E2%82%AC' },
    ],
  })('%s', (_, template, path, want) => {
    const found = find([`GET ${template}`], `GET ${path}`);
    expect(found).toStrictEqual(want === null ? null : [`GET ${template}`, want]);
  });
});

describe('between several routes', () => {
  const mine = 'GET /books/mine';
  const book = 'GET /books/{id}';

  itEach<Row>({
    'a literal goes first': [[book, mine], 'GET /books/mine', [mine, {}]],
    'a template takes the rest': [[mine, book], 'GET /books/7', [book, { id: '7' }]],
    'more literal text goes first': [
      ['GET /{name}', 'GET /{name}.json'],
      'GET /a.json',
      ['GET /{name}.json', { name: 'a' }],
    ],
    'it goes back from a literal that leads nowhere': [
      ['GET /books/mine/lent', 'GET /books/{id}/pages'],
      'GET /books/mine/pages',
      ['GET /books/{id}/pages', { id: 'mine' }],
    ],
    'it forgets the values of the way back': [
      ['GET /{a}-{b}/x', 'GET /{c}/y'],
      'GET /1-2/y',
      ['GET /{c}/y', { c: '1-2' }],
    ],
    'names may differ by method': [
      ['GET /books/{id}', 'PUT /books/{isbn}'],
      'PUT /books/7',
      ['PUT /books/{isbn}', { isbn: '7' }],
    ],
    'a method that the literal lacks is not the template’s': [
      ['POST /books/mine', book],
      'GET /books/mine',
      ['POST'],
    ],
    'methods have their case': [[book], 'get /books/7', ['GET']],
    'one path with two methods': [['GET /a', 'PUT /a'], 'POST /a', ['GET', 'PUT']],
    'no route': [[], 'GET /', null],
  })('%s', (_, routes, request, want) => expect(find(routes, request)).toStrictEqual(want));

  it('refuses two templates of the same hierarchy', () => {
    expect(() => find(['GET /books/{id}', 'GET /books/{isbn}'], 'GET /')).toThrow(
      '"GET /books/{isbn}" is the same route as another path of the document',
    );
  });

  it('stays linear for a segment that a regular expression would stall on', () => {
    const path = `/${'a-'.repeat(5_000)}`;
    expect(find(['GET /{a}-{b}-{c}-{d}-{e}-end'], `GET ${path}`)).toBeNull();
  });
});
