import type { JsonObject } from '../../../../src/generate/index';
import { changesOf, documentOf, query, type Row, told } from '../../../support/changed-documents';

const header = (field?: JsonObject): JsonObject => ({
  responses: { 200: { description: 'Done', headers: field ? { 'X-Total': field } : {} } },
});
const COUNT = { schema: { type: 'integer' } };
const LIST = { schema: { type: 'array', items: { type: 'string' } } };

const ROWS: readonly Row[] = [
  ['a header is new', header(), header(COUNT), ['minor response-header-added']],
  [
    'a header may be left out',
    header({ ...COUNT, required: true }),
    header(COUNT),
    ['major response-header-optional'],
  ],
  [
    'a header is always sent',
    header(COUNT),
    header({ ...COUNT, required: true }),
    ['minor response-header-required'],
  ],
  [
    'a header may have more values',
    header(COUNT),
    header({ schema: { type: ['integer', 'null'] } }),
    ['major widened'],
  ],
  [
    'a header is written otherwise',
    header({ schema: { type: 'object' } }),
    header({ schema: { type: 'object' }, explode: true }),
    ['major response-header-serialization'],
  ],
  ['Content-Type is what content says', { responses: { 200: { description: '' } } }, header(), []],
  [
    'a header is JSON text',
    header(COUNT),
    header({ content: { 'application/json': COUNT } }),
    ['major response-header-serialization'],
  ],
  [
    'a parameter has a schema that says something',
    query({ schema: {} }),
    query({ schema: { minLength: 2 } }),
    ['major narrowed'],
  ],
  [
    'what a parameter lists is of another type',
    query(LIST),
    query({ schema: { type: 'array', items: { type: 'integer' } } }),
    ['major narrowed'],
  ],
  [
    'a text is the only item of a list',
    query({ schema: { type: ['string', 'integer'] } }),
    query(LIST),
    ['minor widened'],
  ],
  [
    'a text is too short a list',
    query({ schema: { type: 'string' } }),
    query({ schema: { ...LIST.schema, minItems: 2 } }),
    ['major narrowed', 'minor widened'],
  ],
  [
    'JSON is no text',
    query({ schema: undefined, content: { 'application/json': COUNT } }),
    query({ schema: undefined, content: { 'application/json': { schema: { type: 'string' } } } }),
    ['major narrowed', 'minor widened'],
  ],
  [
    'a parameter is gone after its sunset',
    query({ deprecated: true, 'x-sunset': '2020-01-01' }),
    {},
    ['minor parameter-removed'],
  ],
  [
    'a parameter is gone before its sunset',
    query({ deprecated: true, 'x-sunset': '9020-01-01' }),
    {},
    ['major parameter-removed'],
  ],
];

it.each(ROWS)('tells that %s', async (_, base, revision, want) => {
  expect(told(await changesOf(documentOf(base), documentOf(revision)))).toEqual(want);
});
