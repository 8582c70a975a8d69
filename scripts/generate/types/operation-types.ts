import { responseHeaderNames } from '../compile/compile-content';
import { bodyTypes, contentTypes } from './content-types';
import { members } from '../document/json-object';
import { childPointer } from '../document/json-pointer';
import type { Operation } from '../document/operations';
import { isReservedHeader } from '../compile/compile-parameter';
import { printKey } from '../print';
import type { Located, Resolver } from '../document/resolve';

/**
 * The types that bind handlers to operations: for each operationId the input that a handler gets and
 * the union of the responses that the document lets it give. They are made of those of
 * openapi-typescript, by path.
 */
export function operationTypes(
  resolver: Resolver,
  operations: readonly Operation[],
  contractModule: string,
): string {
  const entries = operations.map((operation) => operationType(resolver, operation)).join('\n');
  const imports = IMPORTS.flatMap(([module, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(entries));
    if (used.length === 0) return [];
    return [`import type { ${used.join(', ')} } from '${contractModule}/${module}';\n`];
  });
  const typesImport = entries.includes('operations[')
    ? "import type { operations } from './types';\n"
    : '';
  return `${imports.join('')}${typesImport}
/** What each operation takes and gives, by operationId. */
export interface Operations {
${entries}
}
`;
}

/** What generated types may use of the contract layer, by module. */
const IMPORTS = [
  ['handler', ['WithFiles']],
  ['http-message', ['ResponseContent']],
  ['http-status', ['StatusExcept', 'StatusInRange']],
] as const;

function operationType(resolver: Resolver, operation: Operation): string {
  const { operationId, method, path, value } = operation;
  const summary = typeof value.summary === 'string' ? `: ${value.summary}` : '';
  const text = `${method.toUpperCase()} ${path}${summary}`;
  // On one line, since the compiler obeys "@ts-ignore" at the beginning of one.
  const comment = text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ').trim();
  return `  /** ${comment} */
  ${printKey(operationId)}: {
    input: ${inputType(resolver, operation)};
    response:
${responseTypes(resolver, operation).join('\n')};
  };`;
}

/** Media types and their bodies belong together, so several of them are alternatives. */
function inputType(resolver: Resolver, operation: Operation): string {
  const { alternatives, properties } = bodyType(resolver, operation);
  const own = `{\n${[...parameterTypes(operation), ...properties].join('\n')}\n    }`;
  return alternatives.length === 0 ? own : `${own} & (\n${alternatives.join('\n')}\n    )`;
}

const INPUT_NAMES = [
  ['path', 'path'],
  ['query', 'query'],
  ['header', 'headers'],
  ['cookie', 'cookies'],
] as const;

function parameterTypes({ operationId, parameters }: Operation): string[] {
  return INPUT_NAMES.filter(([location]) =>
    parameters.some(({ value }) => value.in === location && !isReservedHeader(value)),
  ).map(([location, name]) => {
    return `      ${name}: NonNullable<${at(operationId, 'parameters', location)}>;`;
  });
}

function bodyType(
  resolver: Resolver,
  { operationId, pointer, value }: Operation,
): { readonly properties: readonly string[]; readonly alternatives: readonly string[] } {
  if (!('requestBody' in value)) return { properties: [], alternatives: [] };
  const body = resolver.resolve(childPointer(pointer, 'requestBody'));
  const isRequired = body.value.required === true;
  const place = `NonNullable<${at(operationId, 'requestBody')}>["content"]`;
  const types = bodyTypes(resolver, body, place);
  const [only] = types;
  if (types.length === 1 && only?.mediaType === undefined) {
    const type = only?.body ?? 'undefined';
    return { properties: [`      body${isRequired ? '' : '?'}: ${type};`], alternatives: [] };
  }
  const alternatives = types.map(
    ({ mediaType = 'string', body: type }) => `      | { mediaType: ${mediaType}; body: ${type} }`,
  );
  const none = isRequired ? [] : ['      | { mediaType?: undefined; body?: undefined }'];
  return { properties: [], alternatives: [...alternatives, ...none] };
}

function responseTypes(resolver: Resolver, operation: Operation): string[] {
  const { operationId, pointer, value } = operation;
  const keys = members(value.responses).map(([key]) => key);
  if (keys.length === 0) return ['      never'];
  return keys.flatMap((key) => {
    const response = resolver.resolve(childPointer(pointer, 'responses', key));
    const place = at(operationId, 'responses', /^\d+$/.test(key) ? Number(key) : key);
    const parts = [`status: ${statusType(key, keys)}`, ...headersType(resolver, response, place)];
    const contents = contentTypes(resolver, response, `${place}["content"]`);
    if (contents.length === 0) return [`      | { ${[...parts, 'body?: undefined'].join('; ')} }`];
    return contents.map((content) => `      | { ${[...parts, content].join('; ')} }`);
  });
}

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

function headersType(resolver: Resolver, response: Located, place: string): string[] {
  const names = responseHeaderNames(response.value);
  if (names.length === 0) return [];
  const entries = names.map((name) => {
    const header = resolver.resolve(childPointer(response.pointer, 'headers', name)).value;
    const required = header.required === true;
    const quoted = JSON.stringify(name);
    return `${quoted}${required ? '' : '?'}: NonNullable<${place}["headers"][${quoted}]>`;
  });
  const optional = entries.every((entry) => entry.includes('"?:')) ? '?' : '';
  return [`headers${optional}: { ${entries.join('; ')} }`];
}

/** The path to a type of an operation. */
function at(operationId: string, ...keys: readonly (string | number)[]): string {
  const indexes = keys.map((key) => `[${JSON.stringify(key)}]`).join('');
  return `operations[${JSON.stringify(operationId)}]${indexes}`;
}
