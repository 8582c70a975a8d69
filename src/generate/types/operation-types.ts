import type { CompiledContract, CompiledOperation, CompiledParameter } from '../../contract';
import { responseHeaderNames } from '../compile/compile-content';
import { bodyTypes, contentTypes, querystringType } from './content-types';
import { members } from '../../document/model/json-object';
import { childPointer } from '../../document/model/json-pointer';
import type { Operation } from '../../document/model/operations';
import { querystringOf } from '../compile/compile-querystring';
import { isReservedHeader } from '../compile/compile-parameter';
import { commentOf } from './comments';
import { failureMember } from './failure-types';
import { HANDLER_TYPES } from './handler-types';
import { principalsType } from './principal-types';
import type { Located, Resolver } from '../../document/model/resolve';
import {
  intersectionType,
  objectType,
  STRING,
  UNDEFINED,
  unionType,
  type Member,
  type TypeText,
} from './type-text';

/**
 * The types that bind handlers to operations: for each operationId the input that a handler gets, the union
 * of the responses that the document lets it give, the failures that these can say, and who may call. They
 * are made of those of types.ts, by path.
 */
export function operationTypes(
  resolver: Resolver,
  operations: readonly Operation[],
  contract: CompiledContract,
  runtimeModule: string,
): string {
  const compiled = new Map(contract.operations.map((each) => [each.operationId, each]));
  const entries = operations.flatMap((operation) => {
    const own = compiled.get(operation.operationId);
    return own === undefined ? [] : [operationMember(resolver, operation, own)];
  });
  const { text } = objectType(entries);
  const used = RUNTIME_TYPES.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const names = ['Failure', 'HandlerContext', ...used].sort();
  const runtimeImport = `import type { ${names.join(', ')} } from '${runtimeModule}';\n`;
  const typesImport = text.includes('operations[')
    ? "import type { operations } from './types';\n"
    : '';
  return `${runtimeImport}${typesImport}
/** What each operation takes and gives, by operationId. */
export interface Operations ${text}
${HANDLER_TYPES}`;
}

/** What the types of an operation may use of src/contract/runtime.ts. */
const RUNTIME_TYPES = [
  'Principal',
  'ResponseContent',
  'StatusExcept',
  'StatusInRange',
  'WithDefaults',
  'WithFiles',
] as const;

function operationMember(
  resolver: Resolver,
  operation: Operation,
  compiled: CompiledOperation,
): Member {
  const { operationId, method, path, value } = operation;
  const summary = typeof value.summary === 'string' ? `: ${value.summary}` : '';
  const type = objectType([
    required('input', inputType(resolver, operation, compiled.parameters)),
    required('response', unionType(responseTypes(resolver, operation))),
    failureMember(compiled),
    required('principals', principalsType(compiled)),
  ]);
  const title = `${method} ${path}${summary}`;
  return { ...required(operationId, type), comment: commentOf({ title }) };
}

function required(name: string, type: TypeText): Member {
  return { name, type, optional: false };
}

/** Media types and their bodies belong together, so several of them are alternatives. */
function inputType(
  resolver: Resolver,
  operation: Operation,
  compiled: readonly CompiledParameter[],
): TypeText {
  const parameters = parameterTypes(resolver, operation, compiled);
  const [only, ...others] = bodyAlternatives(resolver, operation);
  if (only === undefined) return objectType(parameters);
  if (others.length === 0) return objectType([...parameters, ...only]);
  const alternatives = unionType([only, ...others].map((members) => objectType(members)));
  return parameters.length === 0
    ? alternatives
    : intersectionType([objectType(parameters), alternatives]);
}

const INPUT_NAMES = [
  ['path', 'path'],
  ['query', 'query'],
  ['header', 'headers'],
  ['cookie', 'cookies'],
] as const;

function parameterTypes(
  resolver: Resolver,
  { operationId, parameters }: Operation,
  compiled: readonly CompiledParameter[],
): Member[] {
  const members = INPUT_NAMES.filter(([location]) =>
    parameters.some(({ value }) => value.in === location && !isReservedHeader(value)),
  ).map(([location, name]) => {
    const type = nonNullable(operationId, 'parameters', location);
    const filled = compiled.filter((each) => each.in === location && each.default !== undefined);
    if (filled.length === 0) return required(name, type);
    const names = unionType(filled.map((each) => ({ text: JSON.stringify(each.name) })));
    return required(name, { text: `WithDefaults<${type.text}, ${names.text}>` });
  });
  const querystring = querystringOf(parameters);
  if (querystring === undefined) return members;
  const place = nonNullable(operationId, 'parameters', 'querystring').text;
  const type = { text: querystringType(resolver, querystring, place) };
  const optional = querystring.value.required !== true;
  return [...members, { name: 'querystring', type, optional }];
}

/** What an input may have of media types and bodies; one list where the handler is told no media type. */
function bodyAlternatives(
  resolver: Resolver,
  { operationId, pointer, value }: Operation,
): readonly Member[][] {
  if (!('requestBody' in value)) return [];
  const body = resolver.resolve(childPointer(pointer, 'requestBody'));
  const isRequired = body.value.required === true;
  const place = `${nonNullable(operationId, 'requestBody').text}["content"]`;
  const types = bodyTypes(resolver, body, place);
  const [first] = types;
  if (first?.mediaType === undefined) {
    return [[{ name: 'body', type: first?.body ?? UNDEFINED, optional: !isRequired }]];
  }
  const alternatives = types.map(({ mediaType = STRING, body: type }) => [
    required('mediaType', mediaType),
    required('body', type),
  ]);
  const none = ['mediaType', 'body'].map((name) => ({ name, type: UNDEFINED, optional: true }));
  return isRequired ? alternatives : [...alternatives, none];
}

function responseTypes(resolver: Resolver, { operationId, pointer, value }: Operation): TypeText[] {
  const keys = members(value.responses).map(([key]) => key);
  if (keys.length === 0) return [objectType([required('status', ANY_STATUS), NO_BODY])];
  return keys.flatMap((key) => {
    const response = resolver.resolve(childPointer(pointer, 'responses', key));
    const place = at(operationId, 'responses', /^\d+$/.test(key) ? Number(key) : key);
    const parts = [
      required('status', { text: statusType(key, keys) }),
      ...headersMember(resolver, response, place),
    ];
    const contents = contentTypes(resolver, response, `${place}["content"]`);
    if (contents.length === 0) contents.push([NO_BODY]);
    return contents.map((content) => objectType([...parts, ...content]));
  });
}

const NO_BODY: Member = { name: 'body', type: UNDEFINED, optional: true };

/** Of an operation that states no response. */
const ANY_STATUS: TypeText = { text: statusType('default', []) };

/** A range or `default` covers the statuses that no more specific key does. */
function statusType(key: string, keys: readonly string[]): string {
  if (/^\d+$/.test(key)) return key;
  const exact = keys.filter((other) => /^\d+$/.test(other));
  if (key !== 'default') {
    const within = exact.filter((other) => other.startsWith(key.charAt(0)));
    const range = `StatusInRange<'${key.charAt(0)}'>`;
    return within.length === 0 ? range : `Exclude<${range}, ${within.join(' | ')}>`;
  }
  const ranges = keys.filter((other) => /^\dXX$/i.test(other));
  const covered = [...exact, ...ranges.map((range) => `StatusInRange<'${range.charAt(0)}'>`)];
  return `StatusExcept<${covered.join(' | ') || 'never'}>`;
}

function headersMember(resolver: Resolver, response: Located, place: string): Member[] {
  const names = responseHeaderNames(response.value);
  if (names.length === 0) return [];
  const headers = names.map((name) => {
    const header = resolver.resolve(childPointer(response.pointer, 'headers', name)).value;
    const type = { text: `NonNullable<${place}["headers"][${JSON.stringify(name)}]>` };
    return { name, type, optional: header.required !== true };
  });
  const optional = headers.every((header) => header.optional);
  return [{ name: 'headers', type: objectType(headers), optional }];
}

function nonNullable(operationId: string, ...keys: readonly string[]): TypeText {
  return { text: `NonNullable<${at(operationId, ...keys)}>` };
}

/** The path to a type of an operation. */
function at(operationId: string, ...keys: readonly (string | number)[]): string {
  const indexes = keys.map((key) => `[${JSON.stringify(key)}]`).join('');
  return `operations[${JSON.stringify(operationId)}]${indexes}`;
}
