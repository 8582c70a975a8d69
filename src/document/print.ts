import { dump, DUMP_SCHEMA, intCoreTag } from 'js-yaml';

/** A JSON value, bigints exact, as indented JSON. */
export function printJson(value: unknown): string {
  return print(value, { key: JSON.stringify, bigint: String }, '');
}

/** A JSON value, bigints exact, as an expression of TypeScript. */
export function printParsed(value: unknown): string {
  if (holdsBigint(value)) return print(value, LITERAL, '');
  // The compiler need not check text member by member.
  const text = printJson(value).replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{');
  return `JSON.parse(String.raw\`${text}\`)`;
}

/** What a notation has its own way for. */
interface Notation {
  readonly key: (name: string) => string;
  readonly bigint: (value: bigint) => string;
}

/** A literal of TypeScript. A bare `__proto__` would be no property. */
const LITERAL: Notation = {
  key: (name) => (name === '__proto__' ? `['${name}']` : JSON.stringify(name)),
  bigint: (value) => `${value}n`,
};

function print(value: unknown, notation: Notation, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((item) => inner + print(item, notation, inner));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined);
    if (entries.length === 0) return '{}';
    const lines = entries.map(([key, member]) => {
      return `${inner}${notation.key(key)}: ${print(member, notation, inner)}`;
    });
    return `{\n${lines.join(',\n')}\n${indent}}`;
  }
  return typeof value === 'bigint' ? notation.bigint(value) : JSON.stringify(value);
}

function holdsBigint(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBigint);
}

/** A key of an object type: bare where it is an identifier. */
export function printKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** Integers of any size. */
const INTEGERS = DUMP_SCHEMA.tags
  .filter(({ tagName }) => tagName === intCoreTag.tagName)
  .map((tag) => ({
    ...tag,
    identify: (value: unknown) => typeof value === 'bigint' || tag.identify(value),
  }));

/** A JSON value, bigints exact, as YAML that any of its parsers reads alike. */
export function printYaml(value: unknown): string {
  return dump(value, { schema: DUMP_SCHEMA.withTags(INTEGERS), lineWidth: 100, noRefs: true });
}
