import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from './exact-json';
import { Refusal, type Context } from './exchange';
import { at, type Operation, type Parameter } from './library';

/** The parts of a request that contain parameters. */
export interface ParameterSources {
  /** Path segments, as sent. */
  readonly path: Readonly<Record<string, string>>;
  /** Decoded names, and values as sent. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: IncomingHttpHeaders;
}

/** @throws Refusal with 400 for the first missing or invalid parameter */
export function decodeParameters(
  operation: Operation,
  sources: ParameterSources,
  context: Context,
): Record<string, unknown> {
  refuseUndeclared(operation, sources, context);
  const decoded: Record<string, unknown> = {};
  for (const parameter of operation.parameters) {
    const value = misread(parameter, decode(parameter, sources, context), context);
    if (value === undefined) {
      if (parameter.required !== true) continue;
      if (parameter.in === 'cookie' && context.has('cookie-ignored')) continue;
      throw new Refusal(400, `${parameter.name} is missing`);
    }
    const wrong = context.validators(parameter.pointer)(value);
    if (wrong !== undefined && !isUnchecked(parameter, value, context)) {
      throw new Refusal(400, `${parameter.name}: ${wrong}`);
    }
    decoded[parameter.name] = value;
  }
  return decoded;
}

/** A value as a service with a fault reads it. */
function misread({ name, pointer }: Parameter, value: unknown, { has }: Context): unknown {
  const number = typeof value === 'number' || typeof value === 'bigint' ? Number(value) : 0;
  if (name === 'offset' && has('int32-wrapped') && number !== 0) return number % 2 ** 32;
  const isOfMembers = name === 'limit' && pointer.includes('members');
  if (isOfMembers && has('int64-limit-500') && number >= 2 ** 63) throw new Error('out of range');
  const hasTwoDigits = name === 'minDays' && number >= 10 && number < 100;
  if (hasTwoDigits && has('two-digits-refused')) throw new Refusal(400, 'minDays is a digit');
  return value;
}

function isUnchecked({ name }: Parameter, value: unknown, { has, is }: Context): boolean {
  if (name === 'memberId' && has('path-uuid-500')) throw new Error('invalid syntax for type uuid');
  if (name === 'lendable') return is('loose-boolean') && value === 'yes';
  return name === 'X-Age' && has('header-type-ignored');
}

function refuseUndeclared(
  { parameters, responses }: Operation,
  { query }: ParameterSources,
  { is }: Context,
): void {
  if (!is('strict') || !['400', '4XX', 'default'].some((status) => status in responses)) return;
  const declared = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const undeclared = query.find(([name]) => !declared.includes(name.replace(/\[.*/, '')));
  if (undeclared !== undefined) throw new Refusal(400, `There is no parameter ${undeclared[0]}`);
}

function decode(parameter: Parameter, sources: ParameterSources, context: Context): unknown {
  const [schema] = at(parameter.pointer);
  const { name } = parameter;
  switch (parameter.in) {
    case 'path':
      return convert(decodeText(sources.path[name] ?? '', 'path', context), schema, context);
    case 'header': {
      const text = sources.headers[name.toLowerCase()]?.toString();
      return text === undefined ? undefined : convert(text, schema, context);
    }
    case 'cookie': {
      const pairs = (sources.headers.cookie ?? '').split(/; */);
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    }
    case 'query':
      return decodeQuery(parameter, schema, sources.query, context);
  }
}

function decodeQuery(
  { name, style, explode = true }: Parameter,
  schema: JsonObject,
  query: ParameterSources['query'],
  context: Context,
): unknown {
  if (style === 'deepObject') return decodeDeepObject(name, schema, query, context);
  const values = query.filter(([sent]) => sent === name).map(([, value]) => value);
  const [first, ...more] = values;
  if (first === undefined) return undefined;
  if (schema.type === 'array' && explode) {
    const read = context.has('explode-true-last') ? values.slice(-1) : values;
    return read.map((each) => decodeText(each, 'query', context));
  }
  if (more.length > 0) throw new Refusal(400, `${name} was sent more than once`);
  if (schema.type === 'array') {
    const items = context.has('explode-false-unsplit') ? [first] : first.split(',');
    return items.map((each) => decodeText(each, 'query', context));
  }
  return convert(decodeText(first, 'query', context), schema, context);
}

function decodeDeepObject(
  name: string,
  schema: JsonObject,
  query: ParameterSources['query'],
  context: Context,
): unknown {
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  const members = query.flatMap(([sent, value]) => {
    const [, member] = /^([^[]*)\[(.*)\]$/s.exec(sent)?.slice(1) ?? [];
    if (member === undefined || !sent.startsWith(`${name}[`)) return [];
    const text = decodeText(value, 'query', context);
    const property = Object.hasOwn(properties, member) ? properties[member] : undefined;
    return [[member, convert(text, property ?? {}, context)] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** @throws Refusal with 400 for malformed percent-encoding, or bytes that are not UTF-8 */
export function decodeText(
  text: string,
  from: 'path' | 'query' | 'form',
  context: Context,
): string {
  try {
    return decodeURIComponent(from === 'path' ? text : text.replaceAll('+', ' '));
  } catch (error) {
    if (from === 'path' && context.has('path-percent-500')) throw error;
    if (from === 'query' && context.has('query-percent-500')) throw error;
    throw new Refusal(400, 'The percent-encoding is malformed');
  }
}

/** Converts a text to the type of its schema; returns the text if that fails. */
export function convert(text: string, schema: JsonObject, { has, is }: Context): unknown {
  if (schema.type === 'boolean') return { true: true, false: false }[text] ?? text;
  if (schema.type !== 'integer') return text;
  if (has('query-integer-prefix') && /^\d+/.test(text)) return parseInt(text, 10);
  const whole = is('lenient') ? text.replace(/\.0+$/, '') : text;
  if (!/^-?(?:0|[1-9]\d*)$/.test(whole)) return text;
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : BigInt(whole);
}

/** The pairs of a query or a form. */
export function pairsOf(text: string): (readonly [name: string, value: string])[] {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [decodeName(name), value.join('=')];
  });
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    // Such a name is not documented.
    return name;
  }
}
