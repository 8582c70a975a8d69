import { printKey } from '../../document';

/**
 * TypeScript types as text. Lines after the first are indented as if the first started in column one. Names and strings
 * are quoted as JSON, which keeps them from being read as code.
 */
export interface TypeText {
  readonly text: string;
  /** The operator, for a union or intersection. */
  readonly joined?: '|' | '&';
}

const keyword = (text: string): TypeText => ({ text });

export const NEVER = keyword('never');
export const UNKNOWN = keyword('unknown');
export const STRING = keyword('string');
export const NUMBER = keyword('number');
export const BIGINT = keyword('bigint');
export const BOOLEAN = keyword('boolean');
export const UNDEFINED = keyword('undefined');
export const NULL = keyword('null');

/** Longer unions and intersections are wrapped; indentation does not count. */
const WIDTH = 90;

export interface Member {
  readonly name: string;
  readonly type: TypeText;
  readonly optional: boolean;
  /** A JSDoc comment; absent or empty for none. */
  readonly comment?: string;
}

/** @param index the type of unnamed properties; absent if there are none */
export function objectType(members: readonly Member[], index?: TypeText): TypeText {
  const lines = members.flatMap(({ name, type, optional, comment = '' }) => [
    ...(comment === '' ? [] : [comment]),
    `${printKey(name)}${optional ? '?' : ''}: ${type.text};`,
  ]);
  if (index !== undefined) lines.push(`[key: string]: ${index.text};`);
  return { text: lines.length === 0 ? '{}' : `{${indented(`\n${lines.join('\n')}`)}\n}` };
}

/** Indents all lines but the first. */
export function indented(text: string, by = '    '): string {
  return text.replaceAll('\n', `\n${by}`);
}

export function arrayType(item: TypeText): TypeText {
  return { text: `${grouped(item)}[]` };
}

/** @param rest the type of further items; absent if there are none */
export function tupleType(
  items: readonly TypeText[],
  required: number,
  rest: TypeText | undefined,
): TypeText {
  const elements = items.map((item, index) => (index < required ? item.text : `${grouped(item)}?`));
  if (rest !== undefined) elements.push(`...${arrayType(rest).text}`);
  return { text: `[${filled(elements, ', ', ',\n    ')}]` };
}

/** Adds parentheses to unions and intersections. */
function grouped({ text, joined }: TypeText): string {
  return joined === undefined ? text : `(${text})`;
}

export function literalType(value: unknown, bigint: boolean): TypeText {
  if (typeof value === 'bigint') return { text: `${value}n` };
  if (typeof value === 'number') {
    return { text: bigint && Number.isInteger(value) ? `${BigInt(value)}n` : String(value) };
  }
  if (typeof value !== 'object' || value === null) return { text: JSON.stringify(value) };
  if (Array.isArray(value)) {
    const items = value.map((item) => literalType(item, false));
    return tupleType(items, items.length, undefined);
  }
  const members = Object.entries(value).map(([name, member]) => {
    return { name, type: literalType(member, false), optional: false };
  });
  return objectType(members);
}

export function unionType(types: readonly TypeText[]): TypeText {
  const distinct = distinctTypes(types, NEVER);
  return distinct.some(({ text }) => text === UNKNOWN.text)
    ? UNKNOWN
    : joinedBy('|', distinct, NEVER);
}

/** Returns `unknown` for no types. */
export function intersectionType(types: readonly TypeText[]): TypeText {
  return joinedBy('&', distinctTypes(types, UNKNOWN), UNKNOWN);
}

function distinctTypes(types: readonly TypeText[], neutral: TypeText): TypeText[] {
  const byText = new Map(types.map((type) => [type.text, type]));
  byText.delete(neutral.text);
  return [...byText.values()];
}

function joinedBy(joined: '|' | '&', types: readonly TypeText[], none: TypeText): TypeText {
  const [first] = types;
  if (first === undefined) return none;
  if (types.length === 1) return first;
  return { text: filled(types.map(grouped), ` ${joined} `, `\n    ${joined} `), joined };
}

/** Fills lines up to WIDTH. */
function filled(texts: readonly string[], separator: string, lineBreak: string): string {
  let all = '';
  let width = 0;
  let broken = false;
  for (const text of texts) {
    const fits = width + separator.length + (text.split('\n', 1)[0] ?? '').length <= WIDTH;
    broken ||= !fits && all !== '';
    const before = all === '' ? '' : fits ? separator : lineBreak;
    const added = before + (broken ? indented(text) : text);
    const lineStart = added.lastIndexOf('\n') + 1;
    width = added.length - lineStart + (lineStart === 0 ? width : 0);
    all += added;
  }
  return all;
}

/** A named type, or a member of it by keys. */
export function namedType(name: string, ...keys: readonly string[]): TypeText {
  return { text: name + keys.map((key) => `[${JSON.stringify(key)}]`).join('') };
}
