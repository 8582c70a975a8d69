import { Failure, failureKinds } from '../../src/contract/failure';
import { type EncodedFailure, FailureCache } from '../../src/contract/failure-cache';
import { withDocument } from '../support/serve-document';

const { notFound, forbidden } = failureKinds;

type Options = NonNullable<Parameters<typeof withDocument>[2]>;

function documentWith(errorSchema: string): string {
  return `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: addBook
      responses:
        default:
          description: An error
          headers: { X-Shelf: { schema: { type: string } } }
          content: { application/json: { schema: ${errorSchema} } }
`;
}

const MESSAGE = '{ type: object, required: [message], properties: { message: { type: string } } }';
const POINTED =
  '{ type: object, required: [message, pointer], properties: { message: { type: string }, pointer: { type: string } } }';
const FAULTS = `{ type: object, required: [errors], properties: { errors: { type: array, items: ${POINTED} } } }`;
const WITH_ID =
  '{ type: object, required: [id], properties: { id: { type: string, format: uuid } } }';

async function responsesFor(
  failures: readonly Failure[],
  schema: string,
  options: Options = {},
): Promise<{ status: number; shelf: string | null; body: string }[]> {
  const left = [...failures];
  const handlers = { addBook: () => Promise.resolve(left.shift() ?? new Failure(notFound, '')) };
  return withDocument(documentWith(schema), handlers, options, async ({ url }) => {
    const responses = [];
    while (left.length > 0) {
      const response = await fetch(`${url}/books`, { method: 'POST' });
      const shelf = response.headers.get('x-shelf');
      responses.push({ status: response.status, shelf, body: await response.text() });
    }
    return responses;
  });
}

function at(pointer: string): Failure {
  const faults = [{ in: 'body', pointer, message: 'is wrong' }] as const;
  return new Failure(notFound, 'No', { faults });
}

function onShelf(shelf: string): Failure {
  return new Failure(notFound, 'No', { headers: { 'X-Shelf': shelf } });
}

describe('a failure that comes again', () => {
  it('gets the response of another one only where they have everything in common', async () => {
    const failures = [
      ...[onShelf('1'), onShelf('2'), new Failure(notFound, 'No'), new Failure(forbidden, 'No')],
      ...[onShelf('1'), onShelf('1')],
    ];
    const responses = await responsesFor(failures, MESSAGE);
    expect(responses.map(({ status, shelf }) => [status, shelf])).toStrictEqual([
      ...[
        [404, '1'],
        [404, '2'],
        [404, null],
        [403, null],
      ],
      ...[
        [404, '1'],
        [404, '1'],
      ],
    ]);
  });

  it('has its own faults', async () => {
    const responses = await responsesFor([at('/a'), at('/b'), at('/b')], FAULTS);
    expect(responses.map(({ body }) => body)).toStrictEqual(
      ['/a', '/b', '/b'].map(
        (pointer) => `{"errors":[{"message":"is wrong","pointer":"${pointer}"}]}`,
      ),
    );
  });

  it('has an ID of its own where the document wants one', async () => {
    const bodies = (await responsesFor([at('/a'), at('/a')], WITH_ID)).map(({ body }) => body);
    expect(new Set(bodies).size).toBe(2);
  });

  it('is mapped by the service each time', async () => {
    let count = 0;
    const errorBody = (): unknown => ({ message: String(++count) });
    const responses = await responsesFor([at('/a'), at('/a')], MESSAGE, { errorBody });
    expect(responses.map(({ body }) => body)).toStrictEqual(['{"message":"1"}', '{"message":"2"}']);
  });

  it('is reported each time where responses are validated, else once', async () => {
    const odd = { status: 418, description: 'A teapot' };
    const reportsOf = async (validateResponses: boolean): Promise<string[]> => {
      const reports: string[] = [];
      const failures = [1, 2, 3].map(() => new Failure(odd, 'No', { headers: { 'X-Odd': '1' } }));
      await responsesFor(failures, MESSAGE, {
        validateResponses,
        onFault: (error) => reports.push(String(error)),
      });
      return reports;
    };
    const report =
      'UndocumentedResponseError: The failure 418 of "addBook", sent with the status 418, has the header "X-Odd", ' +
      'which is not documented; describe this kind of failure in the document';
    expect(await reportsOf(true)).toStrictEqual([report, report, report]);
    expect(await reportsOf(false)).toStrictEqual([report]);
  });

  it('is told of each time', async () => {
    const told: string[] = [];
    const onFailure = ({ message }: Failure): unknown => told.push(message);
    await responsesFor([at('/a'), at('/a')], MESSAGE, { onFailure });
    expect(told).toStrictEqual(['No', 'No']);
  });
});

describe('the response to a failure', () => {
  it('may be changed by what is around the service', async () => {
    let count = 0;
    const around: Required<Options>['around'] = (service) => ({
      ...service,
      handle: async (request) => {
        const response = await service.handle(request);
        return response && Object.assign(response, { headers: addShelf(response.headers) });
      },
    });
    const addShelf = (headers: object): Record<string, string> =>
      Object.assign(headers, 'X-Shelf' in headers ? {} : { 'X-Shelf': String(++count) });
    const responses = await responsesFor([at('/a'), at('/a'), at('/a')], MESSAGE, { around });
    expect(responses.map(({ shelf }) => shelf)).toStrictEqual(['1', '2', '3']);
  });
});

describe('a cache of responses for failures', () => {
  const encoded = (body: string): EncodedFailure => ({
    response: { status: 404, headers: {}, body },
    gaps: [],
  });

  function newCache(): FailureCache {
    const cache = FailureCache.of({ contract: { errorBodies: [] } });
    if (cache === undefined) throw new Error('There is no cache');
    return cache;
  }

  it('forgets when it is given many', () => {
    const cache = newCache();
    const first = new Failure(notFound, 'first');
    cache.set(undefined, first, encoded('x'));
    expect(cache.get(undefined, first)).toStrictEqual(encoded('x'));
    for (let count = 0; count < 500; count++) {
      cache.set(undefined, new Failure(notFound, String(count)), encoded('x'));
    }
    expect(cache.get(undefined, first)).toBeUndefined();
  });

  it.each<[string, Failure, string]>([
    ['message', new Failure(notFound, 'x'.repeat(2_001)), ''],
    ['body', new Failure(notFound, 'x'), 'x'.repeat(2_001)],
    ['pointer', at(`/${'x'.repeat(2_000)}`), ''],
    ['header', onShelf('x'.repeat(2_001)), ''],
  ])('keeps no long %s', (_, failure, body) => {
    const cache = newCache();
    cache.set(undefined, failure, encoded(body));
    expect(cache.get(undefined, failure)).toBeUndefined();
  });
});
