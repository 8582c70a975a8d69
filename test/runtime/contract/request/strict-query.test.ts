import { useDocument } from '../use-document';

const object = (more: object): object => ({
  type: 'object',
  properties: { r: {}, g: {} },
  ...more,
});

/** An operation for each path, all of a document that says `x-strict-query: true`. */
const document = (root = true): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Strict', version: '1' },
    'x-strict-query': root,
    paths: {
      '/none': { get: operation('none') },
      '/page': { get: operation('page', [{ name: 'page', schema: { type: 'integer' } }]) },
      '/closed': {
        get: operation('closed', [{ name: 'c', schema: object({ additionalProperties: false }) }]),
      },
      '/open': {
        get: operation('open', [
          { name: 'c', schema: object({ additionalProperties: { type: 'integer' } }) },
        ]),
      },
      '/deep': {
        get: operation('deep', [{ name: 'c', style: 'deepObject', schema: object({}) }]),
      },
      '/key': { get: { ...operation('key'), security: [{ key: [] }] } },
      '/other-key': { get: operation('otherKey') },
      '/replies?beta=true': { get: operation('replies') },
      '/lax': { get: { ...operation('lax'), 'x-strict-query': false } },
      '/lax-path': { 'x-strict-query': false, get: operation('laxPath') },
    },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } },
  });

function operation(operationId: string, parameters: readonly object[] = []): object {
  return { operationId, parameters: parameters.map((each) => ({ in: 'query', ...each })) };
}

const IDS = 'none page closed open deep key otherKey replies lax laxPath'.split(' ');
const handlers = Object.fromEntries(IDS.map((id) => [id, () => Promise.resolve({ status: 204 })]));
const key = (): Promise<{ outcome: 'accepted'; principal: { name: string } }> =>
  Promise.resolve({ outcome: 'accepted', principal: { name: 'x' } });

const options = { authenticators: { key } };
const strict = useDocument(document(), handlers, options);
const lax = useDocument(document(false), handlers, options);

function refused(targets: readonly string[], { url } = strict): Promise<unknown[]> {
  return Promise.all(
    targets.map(async (target) => {
      const response = await fetch(url + target);
      if (response.status === 204) return undefined;
      const { error, message } = (await response.json()) as { error: number; message: string };
      return [response.status, error, message];
    }),
  );
}

const undeclared = (name: string): unknown => [
  400,
  40004,
  `The query parameter ${JSON.stringify(name)} is not one of the operation's; leave it out`,
];

it('names that the document does not declare are refused', async () => {
  const rows: [string, string][] = [
    ['/none?a=1', 'a'],
    ['/none?a', 'a'],
    ['/page?page=1&pgae=2', 'pgae'],
    ['/page?Page=1', 'Page'],
    ['/page?page[]=1', 'page[]'],
    ['/page?%ff=1', '%ff'],
    ['/closed?r=1&b=2', 'b'],
    ['/deep?d[r]=1', 'd[r]'],
    ['/key?api_key=1&key=2', 'key'],
    ['/other-key?api_key=1', 'api_key'],
    ['/replies?beta=true&gamma=1', 'gamma'],
  ];
  expect(await refused(rows.map(([target]) => target))).toEqual(
    rows.map(([, name]) => undeclared(name)),
  );
});

it('others are taken', async () => {
  const targets = [
    '/none',
    '/none?',
    '/none?&',
    '/page?page=1',
    '/page?p%61ge=1',
    '/closed?r=1&g=2',
    '/open?r=1&other=2',
    '/deep?c[r]=1&c[other]=2',
    '/key?api_key=1',
    '/replies?beta=true',
    '/lax?a=1',
    '/lax-path?a=1',
  ];
  expect(await refused(targets)).toEqual(targets.map(() => undefined));
});

it('nothing is refused where the document does not say so', async () => {
  expect(await refused(['/none?a=1', '/page?b=1'], lax)).toEqual([undefined, undefined]);
});
