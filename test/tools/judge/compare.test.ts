import { differences, isDamage } from '../../../src/tools/judge/compare';
import { loadContract } from '../../../src/tools/generate';
import { partAt } from '../../../src/tools/resources/index';

const NULLS = loadContract({
  openapi: '3.1.0',
  info: { title: 'Nulls', version: '1.0.0' },
  paths: {},
  components: {
    schemas: {
      Sent: { properties: { names: { type: ['array', 'null'] } } },
      List: { properties: { names: { type: 'array' } } },
      EitherList: { properties: { names: { oneOf: [{ type: 'array' }, { enum: ['a'] }] } } },
      ListOrNull: { properties: { names: { type: ['array', 'null'] } } },
      EitherNull: { properties: { names: { anyOf: [{ type: 'array' }, { type: 'null' }] } } },
      Any: { properties: { names: {} } },
      Alternative: {
        type: 'object',
        required: ['kind'],
        oneOf: [
          { properties: { kind: { const: 'list' }, names: {} }, required: ['names'] },
          { properties: { kind: { const: 'word' }, word: { type: 'string' } } },
        ],
      },
    },
  },
});
const at = (of: string) => partAt(NULLS, `/components/schemas/${of}`);

it.each([
  ['List', ['made'], []],
  ['List', undefined, []],
  ['EitherList', ['made'], []],
  ['ListOrNull', ['made'], ['/names']],
  ['ListOrNull', null, []],
  ['EitherNull', ['made'], ['/names']],
  ['Any', ['made'], ['/names']],
])(
  'null that was sent is a difference where what came may be null: %s, %j',
  (schema, names, places) => {
    const sides = { loaded: NULLS, sent: at('Sent'), came: at(schema) };
    const came = names === undefined ? {} : { names };
    const found = differences(sides, { names: null }, came, () => undefined);
    expect(found.map(({ place }) => place)).toEqual(places);
  },
);

it.each([
  [{ names: ['oak'] }, []],
  [{ word: 'elm' }, ['/word']],
])('what only alternatives have is missing where what came is one of them: %j', (sent, places) => {
  const sides = { loaded: NULLS, sent: at('Alternative'), came: at('Alternative') };
  const found = differences(sides, sent, { kind: 'word' }, () => undefined);
  expect(found.map(({ place }) => place)).toEqual(places);
});

it.each([
  ['a fraction that is cut off', 12.5, 12, true],
  ['an integer that a float does not hold', 16777217, 16777216, true],
  ['an integer that a double does not hold', 9007199254740993n, 9007199254740992n, true],
  ['another count', 1, 0, false],
  ['another key', 73, 74, false],
  ['a text that is cut off', 'stone oak', 'stone', true],
  ['a text that something was added to', 'stone:oak', 'stone:oak/', false],
  ['a text whose end is escaped', 'stone &', 'stone &amp;', true],
  ['another text', 'stone oak', 'river', false],
  ['nothing', 'stone oak', undefined, true],
])('a value shows that it was damaged: %s', (_, sent, came, expected) => {
  expect(isDamage({ sent, came })).toBe(expected);
});
