import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../../../src/tools/generate/command';
import { compileErrors } from '../../../support/compile';
import { runInProcess } from '../../../support/run-in-process';
import { temporaryProject } from '../../../support/temporary-folder';
import { titled } from '../../../support/it-each';

/** Values that a document names or describes, in the generated types. */

const zeroToTwo = { type: 'integer', enum: [0, 1, 2] };
const int64 = { type: 'integer', format: 'int64' };

/** The declarations of a component `T`, but for the type where it has no names. */
const ROWS: readonly (readonly [name: string, schema: object, want: string])[] = titled({
  'names of openapi-generator': [
    { ...zeroToTwo, 'x-enum-varnames': ['Pending', 'Active', 'Done'] },
    `/**
 * - \`0\` Pending
 * - \`1\` Active
 * - \`2\` Done
 */
export type T = 0 | 1 | 2;
export const T = {
    Pending: 0,
    Active: 1,
    Done: 2,
} as const;
`,
  ],
  'names of NSwag, of texts': [
    { type: 'string', enum: ['p', 'a'], 'x-enumNames': ['Pending', 'Active'] },
    `/**
 * - \`"p"\` Pending
 * - \`"a"\` Active
 */
export type T = "p" | "a";
export const T = {
    Pending: "p",
    Active: "a",
} as const;
`,
  ],
  'descriptions, of which one would end the comment': [
    {
      ...zeroToTwo,
      description: 'A state.',
      'x-enum-varnames': ['Pending', 'Active', 'Done'],
      'x-enum-descriptions': ['waits', 'runs */ x\n@ts-ignore', ''],
    },
    `/**
 * - \`0\` Pending: waits
 * - \`1\` Active: runs *\\/ x
 *     @\u200Bts-ignore
 * - \`2\` Done
 * @description A state.
 */
export type T = 0 | 1 | 2;
export const T = {
    /** @description waits */
    Pending: 0,
    /**
     * @description runs *\\/ x
     *     @\u200Bts-ignore
     */
    Active: 1,
    Done: 2,
} as const;
`,
  ],
  'descriptions by value, without names': [
    { enum: ['a', 1, 'toString'], 'x-enumDescriptions': { a: 'first', 1: 'second' } },
    `/**
 * - \`"a"\` first
 * - \`1\` second
 */
export type T = "a" | 1 | "toString";
`,
  ],
  'names that are no identifiers': [
    {
      enum: [1, 2, 3, 4, 5, 6],
      'x-enumNames': ['In Progress', 'class', '__proto__', '"\'\\\n', 'größe', 'constructor'],
    },
    `/**
 * - \`1\` In Progress
 * - \`2\` class
 * - \`3\` __proto__
 * - \`4\` "'\\
 * - \`5\` größe
 * - \`6\` constructor
 */
export type T = 1 | 2 | 3 | 4 | 5 | 6;
export const T = {
    "In Progress": 1,
    class: 2,
    ["__proto__"]: 3,
    "\\"'\\\\": 4,
    "größe": 5,
    constructor: 6,
} as const;
`,
  ],
  'a name of two values': [
    { ...zeroToTwo, 'x-enum-varnames': ['A', 'B', 'A'] },
    `/**
 * - \`0\` A
 * - \`1\` B
 * - \`2\` A
 */
export type T = 0 | 1 | 2;
export const T = {
    B: 1,
} as const;
`,
  ],
  'fewer names than values, and some that are no texts': [
    { enum: [0, 1, 2, 3], 'x-enum-varnames': ['A', 7, 'C'] },
    `/**
 * - \`0\` A
 * - \`2\` C
 */
export type T = 0 | 1 | 2 | 3;
export const T = {
    A: 0,
    C: 2,
} as const;
`,
  ],
  'more names than values': [
    { enum: [0], 'x-enum-varnames': ['A', 'B'], 'x-enum-descriptions': ['first', 'second'] },
    `/** - \`0\` A: first */
export type T = 0;
export const T = {
    /** @description first */
    A: 0,
} as const;
`,
  ],
  'an enum beside a constant, which decides': [
    { const: 1, enum: [0, 1], 'x-enum-varnames': ['A', 'B'] },
    `export type T = 1;
`,
  ],
  'null without a name among the names of the others': [
    { type: ['integer', 'null'], enum: [null, 0, 1], 'x-enumNames': ['A', 'B'] },
    `/**
 * - \`0\` A
 * - \`1\` B
 */
export type T = null | 0 | 1;
export const T = {
    A: 0,
    B: 1,
} as const;
`,
  ],
  'null with a name': [
    { type: ['integer', 'null'], enum: [0, null], 'x-enumNames': ['A', 'None'] },
    `/**
 * - \`0\` A
 * - \`null\` None
 */
export type T = 0 | null;
export const T = {
    A: 0,
    None: null,
} as const;
`,
  ],
  'integers of 64 bits, which are bigints': [
    { ...int64, enum: [-1, 9007199254740993n], 'x-enumNames': ['Low', 'High'] },
    `/**
 * Format: int64
 * - \`-1\` Low
 * - \`9007199254740993\` High
 */
export type T = -1n | 9007199254740993n;
export const T = {
    Low: -1n,
    High: 9007199254740993n,
} as const;
`,
  ],
  'objects and lists, and values that the type excludes': [
    {
      type: ['string', 'array'],
      enum: [{ toString: 1 }, ['a'], 'b', 3],
      'x-enum-varnames': ['Object', 'List', 'Text', 'Number'],
    },
    `/**
 * - \`"b"\` Text
 * - \`3\` Number
 */
export type T = ["a"] | "b";
export const T = {
    Text: "b",
} as const;
`,
  ],
  'an annotated enumeration': [
    {
      oneOf: [
        { const: 'a', title: 'First', description: 'comes first' },
        { const: 'b', title: ' Second ' },
        { const: 'c', description: 'has no title' },
        { const: 'd' },
      ],
    },
    `/**
 * - \`"a"\` First: comes first
 * - \`"b"\` Second
 * - \`"c"\` has no title
 */
export type T = "a" | "b" | "c" | "d";
export const T = {
    /** @description comes first */
    First: "a",
    Second: "b",
} as const;
`,
  ],
  'an annotated enumeration of integers of 64 bits or null': [
    {
      ...{ type: ['integer', 'null'], format: 'int64' },
      anyOf: [{ const: 1, title: 'One' }, { const: 2, title: 'Two' }, { type: 'null' }],
    },
    `/**
 * Format: int64
 * - \`1\` One
 * - \`2\` Two
 */
export type T = 1n | 2n | null;
export const T = {
    One: 1n,
    Two: 2n,
} as const;
`,
  ],
  'alternatives of which not each is a constant': [
    {
      anyOf: [
        { const: false, title: 'Off' },
        { type: 'string', title: 'Level' },
      ],
    },
    `export type T = false | string;
`,
  ],
  'neither names nor descriptions': [
    { enum: [1, 2], 'x-enum-varnames': [], 'x-enum-descriptions': 'of both', oneOf: [true, {}] },
    `export type T = 1 | 2;
`,
  ],
});

const named = { type: 'integer', enum: [1, 2], 'x-enumNames': ['One', 'Two'] };

/** Where no component has the names, they are in the comment alone. */
const INLINE = {
  type: 'object',
  properties: {
    one: { ...named, description: 'A number.' },
    some: { type: 'array', items: named },
    more: { $ref: '#/components/schemas/Named' },
  },
};

/** Names that other exports have, and those that a module cannot declare. */
const TAKEN = [
  'Order',
  'operations',
  'components',
  'exports',
  'eval',
  'arguments',
  'Object',
  'delete',
];

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const document = {
  openapi: '3.1.1',
  info: { title: 'Values', version: '1' },
  paths: {
    '/orders': {
      get: {
        operationId: 'find',
        parameters: [
          { name: 'is', in: 'query', schema: named },
          { name: 'in', in: 'query', schema: { type: 'array', items: named }, description: 'Any.' },
        ],
        responses: {
          200: { description: 'Found', content: { 'application/json': { schema: ref('Inline') } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Named: named,
      Inline: INLINE,
      ...Object.fromEntries(TAKEN.map((name) => [name, named])),
      ...Object.fromEntries(ROWS.map(([, schema], index) => [`Row${index}`, schema])),
    },
  },
};

const json = JSON.stringify(document, (_, value: unknown) =>
  typeof value === 'bigint' ? `${value}n` : value,
).replaceAll(/"(\d+)n"/g, '$1');

const uses = `
import { Named, Row0, Row4, Row11, _operations, Order } from './types';
import * as client from './client-types';
import type { Input } from './operations';

export const active: Row0 = Row0.Active;
export const names: readonly (keyof typeof Row0)[] = ['Pending', 'Active', 'Done'];
export const values: readonly Row0[] = Object.values(Row0);
export const odd: readonly Row4[] = [Row4['In Progress'], Row4.class, Row4['__proto__'], Row4['größe']];
export const high: Row11 = Row11.High;
export const clientsLow: -1 = client.Row11.Low;
export const taken: readonly Named[] = [_operations.One, Order.Two, client._components.One];
export const input: Input<'find'>['query'] = { is: Named.One, in: Object.values(Named) };
export function nameOf(row: Row0): string {
  switch (row) {
    case Row0.Pending:
    case Row0.Active:
      return 'open';
    case Row0.Done:
      return 'done';
  }
}
// @ts-expect-error no value has this name
export const none: Row0 = Row0.Waiting;
// @ts-expect-error the value of another type
export const other: Row0 = Row4['größe'];
// @ts-expect-error constants cannot be changed
Row0.Active = 1;
`;

const folder = temporaryProject();
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
let types = '';

beforeAll(async () => {
  const spec = path.join(folder, 'values.json');
  writeFileSync(spec, json);
  expect(await runInProcess(generate, ['--spec', spec, '--generated', folder])).toMatchObject({
    code: 0,
  });
  types = read('types.ts');
});

it.each(ROWS.map(([name, , want], index) => [name, index, want] as const))(
  'has %s',
  (_name, index, want) => {
    const declarations = types.split(/(?<=;\n)(?=\/\*\*|export type )/);
    const row = declarations.find((each) => each.includes(`export type Row${index} =`));
    expect(row?.replaceAll(`Row${index} =`, 'T =')).toBe(want);
  },
);

it('has the names of other values in comments', () => {
  expect(types).toContain(`export type Inline = {
    /**
     * - \`1\` One
     * - \`2\` Two
     * @description A number.
     */
    one?: 1 | 2;
    /**
     * - \`1\` One
     * - \`2\` Two
     */
    some?: (1 | 2)[];
    more?: Named;
};
`);
  expect(types).toContain(`                /**
                 * - \`1\` One
                 * - \`2\` Two
                 */
                is?: 1 | 2;
                /**
                 * - \`1\` One
                 * - \`2\` Two
                 * @description Any.
                 */
                in?: (1 | 2)[];
`);
});

it('has constants of all names that a module can declare', () => {
  const constants = [...types.matchAll(/^export const ([A-Za-z_]+) = /gm)].map(([, name]) => name);
  expect(constants.sort()).toEqual(
    ['Named', 'Object', 'Order', '_components', '_delete', '_operations'].sort(),
  );
});

it('has constants of the types that they stand beside', () => {
  writeFileSync(path.join(folder, 'uses.ts'), uses);
  const checked = ['uses.ts', 'types.ts', 'client-types.ts', 'operations.ts'];
  expect(compileErrors(checked.map((file) => path.join(folder, file)))).toStrictEqual([]);
});
