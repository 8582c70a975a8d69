import { FormTexts } from '../../../src/contract/text/form-texts';
import { readForm, type FormFields } from '../../../src/contract/text/read-form';
import type { TextEncoding, TextTypes } from '../../../src/contract/text/text-types';

const integer: TextTypes = { types: ['integer'] };
const list: TextTypes = { types: ['array'], items: integer };
const object: TextTypes = { types: ['object'], properties: { b: integer } };
const types: TextTypes = {
  types: ['object'],
  properties: { a: integer, list, object, either: { types: ['integer', 'string'] } },
};

const style = (name: string, of: TextTypes): TextEncoding => ({
  style: name as 'form',
  explode: false,
  types: of,
});

type Row = [string, { given: string; fields?: Partial<FormFields>; want: unknown }];

describe('readForm', () => {
  it.each<Row>([
    ['reads fields by type', { given: 'a=7&other=7', want: { a: 7, other: '7' } }],
    ['reads plus as a space', { given: 'other=a+b%2B', want: { other: 'a b+' } }],
    ['reads repeated fields', { given: 'list=1&list=2', want: { list: [1, 2] } }],
    ['reads a list of one', { given: 'list=1', want: { list: [1] } }],
    ['leaves a repeated value to the validator', { given: 'a=1&a=2', want: { a: ['1', '2'] } }],
    ['reads an object as JSON', { given: 'object=%7B%22b%22:1%7D', want: { object: { b: 1 } } }],
    ['reads nothing', { given: '', want: {} }],
    [
      'reads a style',
      {
        given: 'list=1|2',
        fields: { encodings: { list: style('pipeDelimited', list) } },
        want: { list: [1, 2] },
      },
    ],
    [
      'reads keys in brackets',
      {
        given: 'object[b]=1',
        fields: { encodings: { object: style('deepObject', object) } },
        want: { object: { b: 1 } },
      },
    ],
    [
      'reads content',
      {
        given: 'a=%5B1%5D',
        fields: { encodings: { a: { mediaType: 'application/json', types: { types: [] } } } },
        want: { a: [1] },
      },
    ],
    [
      'says which content is broken',
      {
        given: 'a=%5B',
        fields: { encodings: { a: { mediaType: 'application/json', types: { types: [] } } } },
        want: 'at "/a" is not well-formed JSON at line 1, column 2: expected a value',
      },
    ],
    [
      'takes the reading that is valid',
      {
        given: 'either=7&a=7',
        fields: { isValid: (name, { value }) => name === 'a' || typeof value === 'string' },
        want: { either: '7', a: 7 },
      },
    ],
    ['refuses broken encoding', { given: 'a=%zz', want: 'is not percent-encoded UTF-8' }],
  ])('%s', (_, { given, fields, want }) => {
    const read = readForm({ table: {}, types, encodings: {}, ...fields }, FormTexts.parse(given));
    expect('fault' in read ? read.fault : read.value).toStrictEqual(want);
  });

  it('keeps integers exact', () => {
    const json = '%7B%22b%22:9007199254740995%7D';
    const encodings = { whole: { mediaType: 'application/json', types: { types: [] } } };
    const form = FormTexts.parse(`a=9007199254740993&object=${json}&whole=9007199254740997`);
    const read = readForm({ table: {}, types, encodings }, form);
    if ('fault' in read) throw new Error(read.fault);
    const value = read.value as { object: object };
    expect([
      read.exact.get(value, 'a'),
      read.exact.get(value.object, 'b'),
      read.exact.get(value, 'whole'),
    ]).toStrictEqual([9007199254740993n, 9007199254740995n, 9007199254740997n]);
  });
});
