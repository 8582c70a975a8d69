import { dump, DUMP_SCHEMA, intCoreTag } from 'js-yaml';

/** Indented JSON with exact bigints. */
export function printJson(value: unknown): string {
  if (!holdsBigint(value)) return JSON.stringify(value, undefined, 2);
  return print(value, { key: JSON.stringify, bigint: String }, '');
}

/** A TypeScript expression for a JSON value, with exact bigints. */
export function printParsed(value: unknown): string {
  if (holdsBigint(value)) return print(value, LITERAL, '');
  // Spares the compiler checking text member by member.
  const text = JSON.stringify(value, undefined, 2)
    .replaceAll('`', '\\u0060')
    .replaceAll('${', '\\u0024{');
  return `JSON.parse(String.raw\`${text}\`)`;
}

interface Notation {
  readonly key: (name: string) => string;
  readonly bigint: (value: bigint) => string;
}

/** TypeScript literals. A bare `__proto__` key would set the prototype. */
const LITERAL: Notation = {
  key: (name) => (name === '__proto__' ? `['${name}']` : JSON.stringify(name)),
  bigint: (value) => `${value}n`,
};

function print(value: unknown, notation: Notation, indent: string): string {
  // Most of a document holds none.
  if (notation.key === JSON.stringify && !holdsBigint(value)) {
    return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`);
  }
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

/** A property key of TypeScript, quoted unless it is an identifier. */
export function printKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** A string literal in the kind of quotes of which the text has fewer. */
export function quoted(text: string): string {
  const count = (character: string): number => text.split(character).length - 1;
  const json = JSON.stringify(text);
  if (count("'") > count('"')) return json;
  const inner = json.slice(1, -1).replace(/\\.|'/g, (each) => SINGLE_QUOTED[each] ?? each);
  return `'${inner}'`;
}

const SINGLE_QUOTED: Readonly<Record<string, string>> = { '\\"': '"', "'": "\\'" };

/** Integers of any size. */
const INTEGERS = DUMP_SCHEMA.tags
  .filter(({ tagName }) => tagName === intCoreTag.tagName)
  .map((tag) => ({
    ...tag,
    identify: (value: unknown) => typeof value === 'bigint' || tag.identify(value),
  }));

/** YAML with exact bigints, in the subset that all parsers read alike. */
export function printYaml(value: unknown): string {
  try {
    return dump(value, { schema: DUMP_SCHEMA.withTags(INTEGERS), lineWidth: 100, noRefs: true });
  } catch (error) {
    // The expressions of js-yaml overflow the stack on texts of some megabytes; JSON is YAML too.
    if (error instanceof RangeError) return `${printJson(value)}\n`;
    throw error;
  }
}
