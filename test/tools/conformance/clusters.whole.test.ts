import { randomUUID } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Results } from '../../../src/tools/conformance/public';
import { answering, testServer } from './test-server';

const schema = {
  type: 'object',
  required: ['name', 'count'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 20 },
    count: { type: 'integer', minimum: 0, maximum: 100 },
    tags: { type: 'array', maxItems: 3, items: { type: 'string' } },
    note: { type: 'string' },
  },
};
const order = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    paid: { type: 'boolean' },
    lines: { type: 'array', items: { type: 'string' } },
  },
};
const json = (content: object) => ({ 'application/json': { schema: content } });
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        requestBody: { required: true, content: json(schema) },
        responses: {
          200: { description: 'Taken', content: json(order) },
          400: { description: 'Refused' },
          415: { description: 'Not JSON' },
        },
      },
    },
  },
});

interface Order {
  readonly name?: unknown;
  readonly count?: unknown;
  readonly tags?: unknown;
  readonly note?: unknown;
}

/** The answer of a service: a status and a text. */
type Answer = readonly [status: number, text: string];

const FAILED: Answer = [500, '{"error":"Something went wrong"}'];

/** Tests a service that handles orders in a given way and refuses invalid ones. */
async function tested(
  handle: (order: Order, isValid: boolean) => Answer | undefined,
  runs = 0,
): Promise<Results> {
  const server = answering((request, bytes) => {
    const [status, body] = answered(request, bytes);
    return [status, { 'Content-Type': 'application/json' }, body];
  });
  const answered = ({ method, headers }: IncomingMessage, bytes: Buffer): Answer => {
    if (method !== 'POST') return [404, ''];
    if (!/^application\/json(?:; ?charset="?utf-8"?)?$/i.test(String(headers['content-type'])))
      return [415, ''];
    const value = isUtf8(bytes) ? parsed(bytes.toString()) : undefined;
    if (value === undefined) return [400, ''];
    const isValid = isOrder(value);
    return handle(value, isValid) ?? [isValid ? 200 : 400, isValid ? '{}' : ''];
  };
  return testServer(server, document, { runs });
}

function parsed(text: string): Order | undefined {
  try {
    return Object(JSON.parse(text)) as Order;
  } catch {
    return undefined;
  }
}

function isOrder(value: Order): boolean {
  const { name, count, tags = [], note = '', ...others } = value;
  return (
    typeof name === 'string' &&
    lengthOf(name) >= 1 &&
    lengthOf(name) <= 20 &&
    Number.isInteger(count) &&
    Number(count) >= 0 &&
    Number(count) <= 100 &&
    Array.isArray(tags) &&
    tags.length <= 3 &&
    tags.every((tag) => typeof tag === 'string') &&
    typeof note === 'string' &&
    Object.keys(others).length === 0 &&
    !Array.isArray(value)
  );
}

/** Counts code points, as JSON Schema does. */
const lengthOf = (text: string): number => Array.from(text).length;

const SCHEMA = '/paths/~1orders/post/requestBody/content/application~1json/schema';

/** The causes of the failures. */
const causes = ({ findings }: Results, check = 'no-server-error') =>
  findings.filter((each) => each.check === check).map(({ cause }) => cause);

const isLong = ({ name }: Order): boolean => typeof name === 'string' && lengthOf(name) > 20;
const isNegative = ({ count }: Order): boolean => typeof count === 'number' && count < 0;
const areMany = ({ tags }: Order): boolean => Array.isArray(tags) && tags.length > 3;

describe('three faults in one operation', () => {
  const PLACES = ['body /count minimum', 'body /name maxLength', 'body /tags maxItems'];

  it('are three findings where the service says the same of each', async () => {
    const results = await tested((order) =>
      isLong(order) || isNegative(order) || areMany(order) ? FAILED : undefined,
    );
    expect(causes(results).sort()).toEqual(PLACES);
  });

  it('are three findings, too, where requests are taken that are not valid', async () => {
    const results = await tested((order) =>
      isLong(order) || isNegative(order) || areMany(order) ? FAILED : [200, '{}'],
    );
    expect(causes(results).sort()).toEqual(PLACES);
  });

  it('are three findings where each has a text of its own, whatever it comes for', async () => {
    const texts = ['no table', 'no connection', 'no memory'];
    let count = 0;
    const results = await tested((_, isValid) =>
      isValid ? [500, JSON.stringify({ error: texts[count++ % 3] })] : undefined,
    );
    expect(causes(results)).toHaveLength(3);
  });

  it('are three findings where a response has them', async () => {
    const results = await tested(({ count, tags }, isValid) => {
      if (!isValid) return undefined;
      if (tags !== undefined) return [200, '{"lines":["a",7]}'];
      return [200, Number(count) > 50 ? '{"id":"7"}' : '{"paid":1}'];
    });
    expect(causes(results, 'body-matches-schema').sort()).toEqual([
      'type /id',
      'type /lines/*',
      'type /paid',
    ]);
  });
});

describe('one fault is one finding', () => {
  it.each<[title: string, handle: (order: Order, isValid: boolean) => Answer | undefined]>([
    ['each valid request fails', (_, isValid) => (isValid ? FAILED : undefined)],
    ['each invalid request fails', (_, isValid) => (isValid ? undefined : FAILED)],
    ['each request fails', () => FAILED],
    [
      'the text has an id, a time and what was sent',
      ({ name }, isValid) => {
        if (!isValid) return undefined;
        const at = new Date().toISOString();
        return [500, JSON.stringify({ error: 'failed', id: randomUUID(), at, name })];
      },
    ],
  ])('%s', async (_, handle) => {
    const { findings } = await tested(handle, 20);
    expect(findings.map(({ check, message }) => [check, message])).toEqual([
      ['no-server-error', expect.stringMatching(/the service fails$/)],
    ]);
    expect(findings[0]?.times).toBeGreaterThan(5);
  });
});

it('a fault of a plain request does not hide one that fails among accepted values too', async () => {
  const results = await tested(({ count, note }, isValid) =>
    isValid && (note !== undefined || count === 0) ? FAILED : undefined,
  );
  expect(causes(results)).toEqual(
    expect.arrayContaining(['a valid request', `${SCHEMA}/properties/count/minimum`]),
  );
  expect(causes(results).length).toBeLessThan(6);
});

it('what fails among accepted values too is a cause, and no other place is', async () => {
  const left = await tested(({ note }, isValid) =>
    isValid && note === undefined ? FAILED : undefined,
  );
  expect(causes(left).sort()).toEqual([`${SCHEMA}/properties`, `${SCHEMA}/required`]);
  const list = await tested(({ tags }) =>
    Array.isArray(tags) && tags.length === 0 ? FAILED : undefined,
  );
  expect(causes(list)).toEqual([`${SCHEMA}/properties/tags`]);
});

/** True for orders that fail, whatever else the request is about. */
const isRare = ({ count }: Order): boolean => Number(count) % 10 === 7;

it('a valid request that fails is told beside all invalid ones that do', async () => {
  const results = await tested(
    (order, isValid) => (!isValid || isRare(order) ? FAILED : undefined),
    60,
  );
  expect(causes(results).sort()).toEqual(['invalid requests', 'some valid requests']);
});

it('what fails as no ordinary request does is told beside a valid request that fails', async () => {
  const results = await tested((order, isValid) => {
    const isPlain = isValid && Object.keys(order).length === 2;
    return Array.isArray(order) || (isPlain && isRare(order)) ? FAILED : undefined;
  }, 60);
  expect(causes(results)).toContain('a valid request at random');
});
