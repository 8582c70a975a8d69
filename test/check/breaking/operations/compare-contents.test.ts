import type { JsonObject } from '../../../../src/generate/index';
import { expectChanges, type Row } from '../../../support/changed-documents';

const JSON_TEXT = { schema: { type: 'string' } };
const NUMBER = { schema: { type: 'integer' } };

const takes = (content: JsonObject): JsonObject => ({ requestBody: { content } });
const gives = (content: JsonObject): JsonObject => ({
  responses: { 200: { description: 'Done', content } },
});
const answers = (responses: JsonObject): JsonObject => ({ responses });
const of = (type: string): JsonObject => ({
  description: 'Done',
  content: { 'application/json': { schema: { type } } },
});

const MEDIA_TYPES: readonly Row[] = [
  [
    'a body has a schema',
    takes({ 'application/json': {} }),
    takes({ 'application/json': JSON_TEXT }),
    ['major schema-added'],
  ],
  [
    'a body has no schema any more',
    takes({ 'application/json': JSON_TEXT }),
    takes({ 'application/json': {} }),
    ['minor schema-removed'],
  ],
  [
    'a response has a schema',
    gives({ 'application/json': {} }),
    gives({ 'application/json': JSON_TEXT }),
    ['minor schema-added'],
  ],
  [
    'a response has no schema any more',
    gives({ 'application/json': JSON_TEXT }),
    gives({ 'application/json': {} }),
    ['major schema-removed'],
  ],
  [
    'a schema that says nothing is as good as none',
    gives({ 'application/json': { schema: { description: 'Anything' } } }),
    gives({ 'application/json': {} }),
    [],
  ],
  [
    'charset and case make no other type',
    { ...takes({ 'application/json': JSON_TEXT }), ...gives({ 'Text/Plain': {} }) },
    {
      ...takes({ 'application/json; charset=utf-8': JSON_TEXT }),
      ...gives({ 'text/plain;charset=utf-8': {} }),
    },
    [],
  ],
  [
    'another parameter makes another type',
    takes({ 'application/json;version=1': JSON_TEXT }),
    takes({ 'application/json;version=2': JSON_TEXT }),
    ['major request-media-type-removed', 'minor request-media-type-added'],
  ],
  [
    'a body is of a type where it was of a range',
    takes({ 'application/*': JSON_TEXT }),
    takes({ 'application/json': JSON_TEXT }),
    ['major request-media-type-removed', 'minor request-media-type-added'],
  ],
  [
    'a response is of a type where it was of a range',
    gives({ 'application/*': JSON_TEXT }),
    gives({ 'application/json': JSON_TEXT }),
    ['minor response-media-type-removed'],
  ],
  [
    'a type has a schema of its own, of which its range took more',
    takes({ '*/*': {} }),
    takes({ '*/*': {}, 'application/json': JSON_TEXT }),
    ['minor request-media-type-added', 'major schema-added'],
  ],
  [
    'a response is of a type of JSON',
    gives({ 'application/json': JSON_TEXT }),
    gives({ 'application/problem+json': NUMBER }),
    ['minor response-media-type-removed', 'minor narrowed', 'major widened'],
  ],
  [
    'a response is JSON of any type',
    gives({ 'application/problem+json': JSON_TEXT }),
    gives({ 'application/json': JSON_TEXT }),
    ['major response-media-type-removed', 'minor response-media-type-added'],
  ],
  [
    'a part is encoded otherwise',
    takes({ 'multipart/form-data': { schema: { type: 'object' } } }),
    takes({
      'multipart/form-data': {
        schema: { type: 'object' },
        encoding: { a: { contentType: 'image/png' } },
      },
    }),
    ['major encoding-changed'],
  ],
  [
    'items of a stream are others',
    gives({ 'application/jsonl': { itemSchema: { type: 'integer' } } }),
    gives({ 'application/jsonl': { itemSchema: { type: 'string' } } }),
    ['minor narrowed', 'major widened'],
  ],
];

const STATUSES: readonly Row[] = [
  [
    'a status is one of a range',
    answers({ '2XX': of('string') }),
    answers({ 200: of('string') }),
    ['minor response-removed'],
  ],
  [
    'a status is of a range',
    answers({ 200: of('string') }),
    answers({ '2XX': of('string') }),
    ['minor response-added'],
  ],
  [
    'a status is unlike its range',
    answers({ 200: of('string'), '4XX': of('string') }),
    answers({ 200: of('string'), '4XX': of('string'), 404: of('integer') }),
    ['minor narrowed', 'major widened'],
  ],
  [
    'a range is what the default was',
    answers({ 200: of('string'), default: of('string') }),
    answers({ 200: of('string'), '5XX': of('string'), default: of('string') }),
    [],
  ],
  [
    'a success has another status',
    answers({ 200: of('string') }),
    answers({ 201: of('string') }),
    ['major response-removed', 'minor response-added'],
  ],
  [
    'the body is optional',
    { requestBody: { required: true, content: { 'text/plain': {} } } },
    { requestBody: { content: { 'text/plain': {} } } },
    ['minor request-body-optional'],
  ],
];

it('tells of contents and statuses', async () => {
  await expectChanges([...MEDIA_TYPES, ...STATUSES], { openapi: '3.2.0' });
});
