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

type Row = [given: { routes: string[]; request: string }, want: unknown];

describe('a literal path', () => {
  itEach<Row>({
    'is found': [{ routes: ['GET /books'], request: 'GET /books' }, ['GET /books', {}]],
    'the root': [{ routes: ['GET /'], request: 'GET /' }, ['GET /', {}]],
    'has its case': [{ routes: ['GET /books'], request: 'GET /Books' }, null],
    'is not its beginning': [{ routes: ['GET /books/new'], request: 'GET /books' }, null],
    'is not found longer': [{ routes: ['GET /books'], request: 'GET /books/7' }, null],
    'without its slash': [{ routes: ['GET /books/'], request: 'GET /books' }, null],
    'with a slash at the end': [{ routes: ['GET /books'], request: 'GET /books/' }, null],
    'with a slash of its own': [
      { routes: ['GET /books/'], request: 'GET /books/' },
      ['GET /books/', {}],
    ],
    'with two slashes': [{ routes: ['GET /books'], request: 'GET //books' }, null],
    'percent-encoded': [{ routes: ['GET /books'], request: 'GET /b%6Foks' }, ['GET /books', {}]],
    'percent-encoded in the template': [
      { routes: ['GET /b%C3%BCcher'], request: 'GET /b%c3%bccher' },
      ['GET /b%C3%BCcher', {}],
    ],
    'as it is in the template': [
      { routes: ['GET /bücher'], request: 'GET /b%C3%BCcher' },
      ['GET /bücher', {}],
    ],
    'named as a property of every object': [
      { routes: ['GET /a'], request: 'GET /constructor' },
      null,
    ],
    'with regular-expression characters': [{ routes: ['GET /a.b'], request: 'GET /axb' }, null],
  })('%s', (_, given, want) => expect(find(given.routes, given.request)).toStrictEqual(want));
});

describe('a template', () => {
  const book = 'GET /books/{id}';
  const page = 'GET /books/{id}/pages/{page}';

  itEach<Row>({
    'gives its value': [{ routes: [book], request: 'GET /books/7' }, [book, { id: '7' }]],
    'gives both values': [
      { routes: [page], request: 'GET /books/7/pages/x' },
      [page, { id: '7', page: 'x' }],
    ],
    'gives its value as it was sent': [
      { routes: [book], request: 'GET /books/a%20b%25' },
      [book, { id: 'a%20b%25' }],
    ],
    'takes an encoded slash': [
      { routes: [book], request: 'GET /books/a%2Fb' },
      [book, { id: 'a%2Fb' }],
    ],
    'does not take a slash': [{ routes: [book], request: 'GET /books/a/b' }, null],
    'does not take nothing': [{ routes: [book], request: 'GET /books/' }, null],
    'does not take an empty segment': [{ routes: [page], request: 'GET /books//pages/1' }, null],
    'named "__proto__"': [
      { routes: ['GET /books/{__proto__}'], request: 'GET /books/7' },
      ['GET /books/{__proto__}', JSON.parse('{"__proto__":"7"}')],
    ],
  })('%s', (_, given, want) => expect(find(given.routes, given.request)).toStrictEqual(want));
});

describe('several expressions in a segment', () => {
  itEach<[given: { template: string; path: string }, want: unknown]>({
    'with a suffix': [{ template: '/{name}.json', path: '/a.json' }, { name: 'a' }],
    'of the suffix alone': [{ template: '/{name}.json', path: '/.json' }, null],
    'with the suffix twice': [
      { template: '/{name}.json', path: '/a.json.json' },
      { name: 'a.json' },
    ],
    'with a prefix': [{ template: '/v{major}', path: '/v12' }, { major: '12' }],
    'between literals': [
      { template: '/{a}-{b}', path: '/1-2' },
      { a: '1', b: '2' },
    ],
    'as few characters as will do': [
      { template: '/{a}-{b}', path: '/1-2-3' },
      { a: '1', b: '2-3' },
    ],
    'a first that is the literal': [
      { template: '/{a}-{b}', path: '/--2' },
      { a: '-', b: '2' },
    ],
    'an empty one': [{ template: '/{a}-{b}', path: '/-2' }, null],
    'an empty last one': [{ template: '/{a}-{b}', path: '/1-' }, null],
    'three of them': [
      { template: '/{x},{y},{z}', path: '/1,2,3' },
      { x: '1', y: '2', z: '3' },
    ],
    'an encoded literal': [
      { template: '/{a}%40{b}', path: '/me@home' },
      { a: 'me', b: 'home' },
    ],
    'a literal that is sent encoded': [
      { template: '/{a}@{b}', path: '/me%40home' },
      { a: 'me', b: 'home' },
    ],
    'an encoded literal in a value': [
      { template: '/{a},{b}', path: '/1%2c2,3' },
      { a: '1%2c2', b: '3' },
    ],
    'an encoded letter of a literal': [
      { template: '/{a}-x-{b}', path: '/%31-%78-2' },
      { a: '%31', b: '2' },
    ],
    'encoded characters of several bytes': [
      { template: '/{a}.{b}', path: '/%C3%BC%F0%9F%8C%B1%2E%E2%82%AC' },
      { a: '%C3%BC%F0%9F%8C%B1', b: '%E2%82%AC' },
    ],
  })('%s', (_, given, want) => {
    const found = find([`GET ${given.template}`], `GET ${given.path}`);
    expect(found).toStrictEqual(want === null ? null : [`GET ${given.template}`, want]);
  });
});

describe('between several routes', () => {
  const mine = 'GET /books/mine';
  const book = 'GET /books/{id}';

  itEach<Row>({
    'a literal goes first': [{ routes: [book, mine], request: 'GET /books/mine' }, [mine, {}]],
    'a template takes the rest': [
      { routes: [mine, book], request: 'GET /books/7' },
      [book, { id: '7' }],
    ],
    'more literal text goes first': [
      { routes: ['GET /{name}', 'GET /{name}.json'], request: 'GET /a.json' },
      ['GET /{name}.json', { name: 'a' }],
    ],
    'it goes back from a literal that leads nowhere': [
      {
        routes: ['GET /books/mine/lent', 'GET /books/{id}/pages'],
        request: 'GET /books/mine/pages',
      },
      ['GET /books/{id}/pages', { id: 'mine' }],
    ],
    'it forgets the values of the way back': [
      { routes: ['GET /{a}-{b}/x', 'GET /{c}/y'], request: 'GET /1-2/y' },
      ['GET /{c}/y', { c: '1-2' }],
    ],
    'names may differ by method': [
      { routes: ['GET /books/{id}', 'PUT /books/{isbn}'], request: 'PUT /books/7' },
      ['PUT /books/{isbn}', { isbn: '7' }],
    ],
    'a method that the literal lacks is not the template’s': [
      { routes: ['POST /books/mine', book], request: 'GET /books/mine' },
      ['POST'],
    ],
    'methods have their case': [{ routes: [book], request: 'get /books/7' }, ['GET']],
    'one path with two methods': [
      { routes: ['GET /a', 'PUT /a'], request: 'POST /a' },
      ['GET', 'PUT'],
    ],
    'no route': [{ routes: [], request: 'GET /' }, null],
  })('%s', (_, given, want) => expect(find(given.routes, given.request)).toStrictEqual(want));

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
