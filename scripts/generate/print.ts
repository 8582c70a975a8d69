import { dump, DUMP_SCHEMA, intCoreTag } from 'js-yaml';

/** A JSON value, bigints exact, as indented JSON. */
export function printJson(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((item) => inner + printJson(item, inner));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined);
    if (entries.length === 0) return '{}';
    const lines = entries.map(([key, member]) => {
      return `${inner}${JSON.stringify(key)}: ${printJson(member, inner)}`;
    });
    return `{\n${lines.join(',\n')}\n${indent}}`;
  }
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** A JSON value as an expression of its text, which the compiler need not check member by member. */
export function printParsed(value: unknown): string {
  const text = printJson(value).replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{');
  return `JSON.parse(String.raw\`${text}\`)`;
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
