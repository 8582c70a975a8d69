import { asObject, isJsonObject, type JsonObject, printJson } from '../../document';
import { annotatedValues } from './annotated-values';

/** The annotations of a schema or another object as a JSDoc comment; empty without any. */
export function commentOf(value: unknown): string {
  if (!isJsonObject(value)) return '';
  const entries = [
    ...paragraphOf(value.title),
    ...paragraphOf(value.summary),
    ...paragraphOf(value.format, 'Format: '),
    ...valueList(value),
    ...(value.deprecated === true ? [['@deprecated']] : []),
    ...paragraphOf(value.description, '@description '),
    ...valueOf(value.default, '@default '),
    ...valueOf(value.example, '@example '),
    ...(Array.isArray(value.examples) ? value.examples : []).flatMap((example: unknown) =>
      valueOf(example, '@example '),
    ),
  ];
  // Further lines of an entry are indented.
  const lines = entries.flatMap(([first = '', ...more]) => [
    first,
    ...more.map((line) => `    ${line}`),
  ]);
  const [only] = lines;
  if (only === undefined) return '';
  if (lines.length === 1) return `/** ${disarmed(only)} */`;
  return ['/**', ...lines.map((line) => ` * ${disarmed(line)}`.trimEnd()), ' */'].join('\n');
}

function paragraphOf(text: unknown, before = ''): string[][] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  const [first = '', ...more] = text
    .trim()
    .split(/\r\n?|\n/)
    .flatMap(wrapped);
  return [[before + first, ...more]];
}

/** The named or described values of a schema or a parameter, and of items in it. */
function valueList(own: JsonObject): string[][] {
  const { schema, items } = own;
  const listed = [own, schema, items, asObject(schema).items].flatMap((each) =>
    annotatedValues(each),
  );
  return listed.flatMap(({ value, name, description }) => {
    const text = [name, description].filter((part) => part !== '').join(': ');
    return paragraphOf(text, `- \`${printJson(value)}\` `);
  });
}

/** A string as it is, any other value as JSON with exact integers. */
function valueOf(value: unknown, before: string): string[][] {
  if (value === undefined) return [];
  const text = typeof value === 'string' ? value : printJson(value);
  return [`${before}${text}`.trim().split(/\r\n?|\n/)];
}

/** Wraps long lines, except tables, code and long words. */
function wrapped(line: string): string[] {
  if (line.length <= 110 || /^(?:\||\s{4}|```)/.test(line)) return [line];
  return line.match(/\S.{0,99}(?=\s|$)|\S+/g) ?? [line];
}

/** Escapes the end of a comment, and compiler directives such as `@ts-ignore`. */
function disarmed(line: string): string {
  return line.replaceAll('*/', '*\\/').replace(/@(?=ts-)/g, '@\u200B');
}
