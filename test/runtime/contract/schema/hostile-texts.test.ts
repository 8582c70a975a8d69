import { LinearExpression } from '../../../../src/runtime/contract/schema/patterns/linear-expression';
import {
  TimedExpression,
  regularExpression,
} from '../../../../src/runtime/contract/schema/regular-expression';
import { useDocument } from '../use-document';

/** Texts that backtracking takes days for, in each place of a request that a pattern is matched with. */

const HOSTILE = `${'a'.repeat(100)}!`;
const PATTERN = '^(a+)+$';
const BACK_REFERENCE = '^(a+)+\\1$';

const received: unknown[] = [];

const TEXT = { type: 'string', pattern: PATTERN };
const names = (pattern: string, schema: unknown): object => ({
  type: 'object',
  patternProperties: { [pattern]: schema },
});

const json = {
  type: 'object',
  properties: {
    text: TEXT,
    referring: { type: 'string', pattern: BACK_REFERENCE },
    not: { not: { pattern: '^(b+)+$' } },
    names: { type: 'object', propertyNames: { pattern: '^(a|aa)+$' } },
    named: { ...names('^(a|a)*$', { type: 'integer' }), additionalProperties: { type: 'boolean' } },
    rest: { type: 'object', additionalProperties: { type: 'string', pattern: '^(a*)*$' } },
    unevaluated: {
      allOf: [names('^([a-z]+)*$', { type: 'integer' })],
      unevaluatedProperties: { type: 'boolean' },
    },
    list: { type: 'array', items: { $ref: '#/components/schemas/Word' } },
  },
};

const form = { ...names('^(c|c)*$', { type: 'integer' }), properties: { text: TEXT } };

const deep = (pattern: string): object => {
  const schema = names(pattern, { type: 'integer' });
  return { name: 'deep', in: 'query', style: 'deepObject', schema };
};

function operation(operationId: string, more: object): object {
  return { operationId, responses: { 204: { description: 'Taken' } }, ...more };
}

function taking(operationId: string, mediaType: string, schema: object): object {
  return {
    post: operation(operationId, { requestBody: { content: { [mediaType]: { schema } } } }),
  };
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Patterns', version: '1' },
  components: { schemas: { Word: { type: 'string', pattern: '(x+x+)+y' } } },
  paths: {
    '/json': taking('json', 'application/json', json),
    '/form': taking('form', 'application/x-www-form-urlencoded', form),
    '/path/{id}': {
      get: operation('path', {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: TEXT },
          { name: 'q', in: 'query', schema: TEXT },
          { name: 'X-Text', in: 'header', schema: TEXT },
          { name: 'c', in: 'cookie', schema: TEXT },
          deep('^(d|d)*$'),
        ],
      }),
    },
    '/names': { get: operation('names', { parameters: [deep('^[\\w-.]+$')] }) },
  },
};

const handler = (input: unknown): Promise<{ status: 204 }> => {
  received.push(input);
  return Promise.resolve({ status: 204 as const });
};
const handlers = { json: handler, form: handler, path: handler, names: handler };
const served = useDocument(JSON.stringify(document), handlers);
beforeEach(() => received.splice(0));

async function answer(target: string, options: RequestInit = {}): Promise<[number, string]> {
  const response = await fetch(served.url + target, options);
  return [response.status, await response.text()];
}

function post(type: string, target: string, body: string): Promise<[number, string]> {
  return answer(target, { method: 'POST', headers: { 'Content-Type': type }, body });
}

it('matches such patterns by automata, and others as usual', () => {
  expect(regularExpression(PATTERN)).toBeInstanceOf(LinearExpression);
  expect(regularExpression('(x+x+)+y')).toBeInstanceOf(LinearExpression);
  expect(regularExpression(BACK_REFERENCE)).toBeInstanceOf(TimedExpression);
  expect(regularExpression('^[\\w-.]+$')).toBeInstanceOf(RegExp);
});

it.each([
  [{ text: HOSTILE }, 'at \\"/text\\" must match the pattern'],
  [{ names: { [HOSTILE]: 1 } }, 'at \\"/names\\"'],
  [{ named: { [HOSTILE]: 1 } }, 'must be of type boolean'],
  [{ rest: { x: HOSTILE } }, 'at \\"/rest/x\\" must match the pattern'],
  [{ unevaluated: { [HOSTILE]: 1 } }, 'must be of type boolean'],
  [{ list: ['x'.repeat(100)] }, 'at \\"/list/0\\" must match the pattern'],
  [{ referring: HOSTILE }, 'takes too long to match to the pattern'],
])('refuses a hostile text in a body of JSON: %j', async (body, message) => {
  const [status, text] = await post('application/json', '/json', JSON.stringify(body));
  expect([status, text]).toEqual([400, expect.stringContaining(message)]);
  expect(received).toEqual([]);
});

it('takes what such patterns match', async () => {
  const body = {
    text: 'a'.repeat(100),
    referring: 'aaaa',
    not: `${'b'.repeat(100)}!`,
    names: { aaa: 1 },
    named: { [HOSTILE]: true, aaa: 1 },
    unevaluated: { abc: 1 },
    list: ['xxy'],
  };
  expect(await post('application/json', '/json', JSON.stringify(body))).toEqual([204, '']);
  expect(received).toMatchObject([{ body }]);
});

it.each([
  ['form', `text=${HOSTILE}`],
  ['form', `${'c'.repeat(100)}!=1&text=!`],
])('refuses a hostile text in a %s: %s', async (_, body) => {
  const type = 'application/x-www-form-urlencoded';
  expect(await post(type, '/form', body)).toEqual([400, expect.stringContaining('/text')]);
});

it.each([
  [`/path/${HOSTILE}`, {}, '\\"id\\"'],
  [`/path/a?q=${HOSTILE}`, {}, '\\"q\\"'],
  ['/path/a', { 'X-Text': HOSTILE }, '\\"X-Text\\"'],
  ['/path/a', { Cookie: `c=${HOSTILE}` }, '\\"c\\"'],
])('refuses a hostile text in a parameter: %s %j', async (target, headers, name) => {
  const [status, text] = await answer(target, { headers });
  expect([status, text]).toEqual([400, expect.stringContaining(`${name} must match the pattern`)]);
});

it('reads names of a deepObject by patterns', async () => {
  expect(await answer(`/path/a?deep[dd]=1&deep[${'d'.repeat(100)}!]=1`)).toEqual([204, '']);
  expect(received).toMatchObject([{ query: { deep: { dd: 1 } } }]);
});

it('reads names by a pattern that is wrong by the rules for Unicode', async () => {
  expect(await answer('/names?deep[a.b-c]=1')).toEqual([204, '']);
  expect(received).toMatchObject([{ query: { deep: { 'a.b-c': 1 } } }]);
  expect(await answer('/names?deep[a.b-c]=x')).toEqual([400, expect.stringContaining('integer')]);
  expect(served.faults).toEqual([]);
});
