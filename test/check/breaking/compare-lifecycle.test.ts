import type { JsonObject } from '../../../src/generate/index';
import { body, expectChanges, query, type Row } from '../../support/changed-documents';

const PAST = '2020-01-01';
const SOON = '9020-01-01';
const LATE = '9021-01-01';
const until = (sunset: string): { deprecated: true; 'x-sunset': string } => ({
  deprecated: true,
  'x-sunset': sunset,
});

const ROWS: readonly Row[] = [
  ['an operation is deprecated', {}, { deprecated: true }, ['minor deprecated']],
  ['it is deprecated no longer', { deprecated: true }, {}, ['patch deprecation-withdrawn']],
  ['its end is announced', {}, until(SOON), ['minor deprecated', 'minor sunset-changed']],
  ['its end is announced later', { deprecated: true }, until(SOON), ['minor sunset-changed']],
  ['its end is over when announced', {}, until(PAST), ['minor deprecated', 'major sunset-changed']],
  ['its end is no date', {}, until('soon'), ['minor deprecated', 'major sunset-changed']],
  ['its end is earlier', until(LATE), until(SOON), ['major sunset-changed']],
  ['its end is later', until(SOON), until(LATE), ['minor sunset-changed']],
  ['its end is the same day', until(SOON), until(`${SOON}T00:00:00Z`), []],
  ['its end is not said any more', until(SOON), { deprecated: true }, ['major sunset-changed']],
  ['nothing ends that is not deprecated', {}, { 'x-sunset': SOON }, []],
  ['a parameter is deprecated', query({}), query({ deprecated: true }), ['minor deprecated']],
  [
    'the end of a parameter is earlier',
    query(until(LATE)),
    query(until(SOON)),
    ['major sunset-changed'],
  ],
  ['it is less stable', {}, { 'x-stability-level': 'beta' }, ['major stability-decreased']],
  ['it is more stable', { 'x-stability-level': 'beta' }, {}, []],
  ['its stability is said in other words', {}, { 'x-stability-level': 'preview' }, []],
  [
    'its stability is not understood any more',
    { 'x-stability-level': 'beta' },
    { 'x-stability-level': 'preview' },
    ['major stability-decreased'],
  ],
  [
    'its name changes in clients that are generated',
    { operationId: 'addThing' },
    { operationId: 'createThing' },
    ['minor operation-id-changed'],
  ],
  ['it loses its name', { operationId: 'addThing' }, {}, ['minor operation-id-changed']],
  ['it is given a name', {}, { operationId: 'addThing' }, []],
];

const of = (more: object): JsonObject =>
  body({ type: 'object', properties: { a: { type: 'string', ...more } } });

const PROPERTIES: readonly Row[] = [
  ['a property is deprecated', of({}), of({ deprecated: true }), ['minor deprecated']],
  ['it is deprecated no more', of({ deprecated: true }), of({}), ['patch deprecation-withdrawn']],
  ['it ends earlier', of(until(LATE)), of(until(SOON)), ['major sunset-changed']],
  [
    'a property is less stable',
    of({}),
    of({ 'x-stability-level': 'beta' }),
    ['major stability-decreased'],
  ],
];

it('tells of the lifecycle', () => expectChanges([...ROWS, ...PROPERTIES]));

const NOTHING: readonly Row[] = [
  ['what describes an operation', {}, { summary: 'A', description: 'B', tags: ['C'] }, []],
  ['what leads to more', {}, { externalDocs: { url: 'https://example.com' } }, []],
  ['extensions', { 'x-a': 1 }, { 'x-b': [2] }, []],
  ['what describes a parameter', query({}), query({ description: 'A', example: 'b' }), []],
];

it('tells nothing of what describes', async () => {
  const about = { title: 'Others', version: '1.0.0', license: { name: 'MIT' }, contact: {} };
  const others = { info: about, tags: [{ name: 'C' }], 'x-c': true };
  await expectChanges(NOTHING, [{}, others]);
});
