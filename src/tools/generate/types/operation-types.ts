import {
  type CompiledContract,
  type CompiledOperation,
  type CompiledParameter,
  documentedStatus,
  type FailureKind,
  failureKinds,
  HTTP_FIELDS,
  responseKeyFor,
} from 'openapi-trellis/tools';
import { querystringOf, responseHeaderNames } from '../compile/compile-content';
import { bodyTypes, contentTypes, querystringType, type TypeAt } from './content-types';
import {
  members,
  quoted,
  childPointer,
  type Operation,
  Steps,
  type Located,
  type Resolver,
} from '../../document';
import { isReserved } from '../../samples';
import { commentOf } from './comments';
import {
  intersectionType,
  type Member,
  objectType,
  STRING,
  type TypeText,
  UNDEFINED,
  unionType,
} from './type-text';

/**
 * The types that bind handlers to operations. For each operationId: the input of the handler, the union of documented
 * responses, the failures that these can express, and the principals. They refer to types.ts: by its names for bodies,
 * else by path.
 */
export function operationTypes(
  resolver: Resolver,
  operations: readonly Operation[],
  contract: CompiledContract,
  named: ReadonlyMap<string, string>,
  { runtimeModule, typesModule }: { readonly runtimeModule: string; readonly typesModule: string },
): string {
  const imported = new Set<string>();
  const typeAt: TypeAt = (pointer, place) => {
    const name = named.get(pointer);
    if (name === undefined || OWN_NAMES.has(name)) return place;
    imported.add(name);
    return name;
  };
  const compiled = new Map(contract.operations.map((each) => [each.operationId, each]));
  const entries = operations.flatMap((operation) => {
    const own = compiled.get(operation.operationId);
    return own === undefined ? [] : [operationMember(resolver, operation, own, typeAt)];
  });
  const { text } = objectType(entries);
  const used = RUNTIME_TYPES.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const names = [...HANDLER_TYPE_NAMES, ...used].sort();
  const runtimeImport = `import type { ${names.join(', ')} } from ${quoted(runtimeModule)};\n`;
  if (text.includes('operations[')) imported.add('operations');
  const typesImport =
    imported.size > 0
      ? `import type { ${[...imported].sort().join(', ')} } from ${quoted(typesModule)};\n`
      : '';
  return `${runtimeImport}${typesImport}
/** What each operation takes and gives, by operationId. */
export interface Operations ${text}
${HANDLER_TYPES}`;
}

/** Names that HANDLER_TYPES use from src/runtime/contract/runtime.ts. */
const HANDLER_TYPE_NAMES = ['Failure', 'HandlerContext', 'NamedPrincipals', 'PrincipalsFor'];

/** Names that operation types may use from src/runtime/contract/runtime.ts. */
const RUNTIME_TYPES = [
  'HttpFields',
  'Principal',
  'ResponseContent',
  'ResponseHeaders',
  'StatusExcept',
  'StatusInRange',
  'WithDefaults',
  'WithFiles',
] as const;

function operationMember(
  resolver: Resolver,
  operation: Operation,
  compiled: CompiledOperation,
  typeAt: TypeAt,
): Member {
  const { operationId, method, path, value } = operation;
  const summary = typeof value.summary === 'string' ? `: ${value.summary}` : '';
  const type = objectType([
    required('input', inputType(resolver, operation, compiled.parameters, typeAt)),
    required('response', unionType(responseTypes(resolver, operation, typeAt))),
    failureMember(compiled),
    required('principals', principalsType(compiled, resolver.steps, operation.pointer)),
  ]);
  const title = `${method} ${path}${summary}`;
  return {
    ...required(operationId, type),
    comment: commentOf({ title, deprecated: value.deprecated }),
  };
}

function required(name: string, type: TypeText): Member {
  return { name, type, optional: false };
}

/** Media types and their bodies belong together, so they form alternatives. */
function inputType(
  resolver: Resolver,
  operation: Operation,
  compiled: readonly CompiledParameter[],
  typeAt: TypeAt,
): TypeText {
  const parameters = parameterTypes(resolver, operation, compiled);
  const [only, ...others] = bodyAlternatives(resolver, operation, typeAt);
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
    parameters.some(({ value }) => value.in === location && !isReserved(value)),
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

/** Media type and body, one list for each alternative; a single body has no media type. */
function bodyAlternatives(
  resolver: Resolver,
  { operationId, pointer, value }: Operation,
  typeAt: TypeAt,
): readonly Member[][] {
  if (!('requestBody' in value)) return [];
  const body = resolver.resolve(childPointer(pointer, 'requestBody'));
  const isRequired = body.value.required === true;
  const place = `${nonNullable(operationId, 'requestBody').text}["content"]`;
  const types = bodyTypes(resolver, body, place, typeAt);
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

function responseTypes(
  resolver: Resolver,
  { operationId, pointer, value }: Operation,
  typeAt: TypeAt,
): TypeText[] {
  const keys = members(value.responses).map(([key]) => key);
  if (keys.length === 0)
    return [objectType([required('status', ANY_STATUS), httpFields([]), NO_BODY])];
  return keys.flatMap((key) => {
    const response = resolver.resolve(childPointer(pointer, 'responses', key));
    const place = at(operationId, 'responses', /^\d+$/.test(key) ? Number(key) : key);
    const parts = [
      required('status', { text: statusType(key, keys) }),
      headersMember(resolver, response, place),
    ];
    const contents = contentTypes(resolver, response, `${place}["content"]`, typeAt);
    if (contents.length === 0) contents.push([NO_BODY]);
    return contents.map((content) => objectType([...parts, ...content]));
  });
}

const NO_BODY: Member = { name: 'body', type: UNDEFINED, optional: true };

/** For an operation without responses. */
const ANY_STATUS: TypeText = { text: statusType('default', []) };

/** A range or `default` excludes the statuses that more specific keys cover. */
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

function headersMember(resolver: Resolver, response: Located, place: string): Member {
  const names = responseHeaderNames(response.value);
  if (names.length === 0) return httpFields([]);
  const headers = names.map((name) => {
    const header = resolver.resolve(childPointer(response.pointer, 'headers', name)).value;
    const type = { text: `NonNullable<${place}["headers"][${JSON.stringify(name)}]>` };
    return { name, type, optional: header.required !== true };
  });
  const optional = headers.every((header) => header.optional);
  const { text } = intersectionType([objectType(headers), httpFields(names).type]);
  return { name: 'headers', type: { text: `ResponseHeaders<${text}>` }, optional };
}

/** The fields that HTTP defines, except those that the document describes, ignoring case. */
function httpFields(stated: readonly string[]): Member {
  const lowerCase = new Set(stated.map((name) => name.toLowerCase()));
  const names = HTTP_FIELDS.filter((name) => lowerCase.has(name.toLowerCase()));
  const left = names.map((name) => JSON.stringify(name)).join(' | ');
  const text = left === '' ? 'HttpFields' : `HttpFields<${left}>`;
  return { name: 'headers', type: { text }, optional: true };
}

function nonNullable(operationId: string, ...keys: readonly string[]): TypeText {
  return { text: `NonNullable<${at(operationId, ...keys)}>` };
}

function at(operationId: string, ...keys: readonly (string | number)[]): string {
  const indexes = keys.map((key) => `[${JSON.stringify(key)}]`).join('');
  return `operations[${JSON.stringify(operationId)}]${indexes}`;
}

/**
 * The failures that a handler may return: those that a response of the operation can express, by the status it is sent
 * with (documentedStatus). With a response for 400, any client failure can be sent. Failures of the service are
 * possible in every operation.
 *
 * @see src/runtime/contract/failure-response.ts
 */
export function failureMember(operation: CompiledOperation): Member {
  const { responses } = operation;
  if (Object.keys(responses).length === 0) return failure('Failure', '');
  if (isStated(responses, 400)) {
    const hasOthers = CLIENT_ERRORS.every((status) => isStated(responses, status));
    return failure('Failure', hasOthers ? '' : IN_PLACE);
  }
  const statuses = CLIENT_ERRORS.filter((status) => canBeSaid(operation, status));
  return failure(`Failure<${[...statuses, "StatusInRange<'5'>"].join(' | ')}>`, '');
}

function failure(text: string, comment: string): Member {
  return { name: 'failure', type: { text }, optional: false, comment };
}

const IN_PLACE = '/** Of a request: sent with 400, unless a response states its own status. */';

const CLIENT_ERRORS: readonly number[] = Array.from({ length: 100 }, (_, index) => 400 + index);

/** The kinds of failure by natural status; the first is defined by the service. */
const KINDS: ReadonlyMap<number, readonly FailureKind[]> = new Map(
  CLIENT_ERRORS.map((status) => {
    const kinds: readonly FailureKind[] = Object.values(failureKinds);
    const own = { status, description: '' };
    return [status, [own, ...kinds.filter((kind) => kind.status === status)]];
  }),
);

/** True where a failure with this natural status is sent as a documented response. */
function canBeSaid(operation: CompiledOperation, status: number): boolean {
  // The security requirement documents that missing credentials are rejected.
  if (status === 401 && operation.security.length > 0) return true;
  const { responses } = operation;
  return (KINDS.get(status) ?? []).some((kind) =>
    isStated(responses, documentedStatus(operation, kind)),
  );
}

function isStated(responses: CompiledOperation['responses'], status: number): boolean {
  return responseKeyFor(responses, status) !== undefined;
}

/** Steps counted for a scheme in a requirement, which names all schemes. */
const WRITTEN_OUT = 3;

/**
 * The callers of an operation by security scheme: a union with one member for each alternative of its security
 * requirements, which has a principal for each of its schemes and none for others.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */
export function principalsType(
  { security }: CompiledOperation,
  steps = new Steps(),
  pointer = '',
): TypeText {
  const names = [...new Set(security.flatMap((requirement) => Object.keys(requirement)))];
  const alternatives = security.length === 0 ? [{}] : security;
  steps.take(pointer, WRITTEN_OUT * names.length * alternatives.length);
  return unionType(
    alternatives.map((requirement) =>
      objectType(names.map((name) => principalMember(name, Object.hasOwn(requirement, name)))),
    ),
  );
}

function principalMember(name: string, isRequired: boolean): Member {
  const type = isRequired ? { text: 'Principal' } : UNDEFINED;
  return { name, type, optional: !isRequired };
}

/** The types that handlers are written with, appended to the types of operations. */
const HANDLER_TYPES = `
/** The operationId of an operation. */
export type OperationId = keyof Operations;

/** What a handler gets of the request. */
export type Input<Id extends OperationId> = Operations[Id]['input'];

/**
 * What a handler may respond with: a response that the document states, or a Failure that one of them can
 * say. Write it as what the handler returns, \`Promise<Response<'...'>>\`, and the compiler marks the very
 * property that is wrong. Without that it marks the handler, and lets pass properties that no schema has
 * and failures that the document does not state.
 */
export type Response<Id extends OperationId> = Operations[Id]['response'] | Operations[Id]['failure'];

/** The same with any Failure. One that the document does not state is sent with its own status. */
export type ResponseOrFailure<Id extends OperationId> = Operations[Id]['response'] | Failure;

/** What a handler gets beside its input. */
export type Context<
    Id extends OperationId,
    Dependencies = unknown,
    Principals = NamedPrincipals,
    Locals = unknown,
> = HandlerContext<Dependencies, PrincipalsFor<Operations[Id]['principals'], Principals>, Locals>;

/**
 * Carries out an operation. A Failure gets the status that the document has for it, or else its own; what is
 * thrown becomes 500, or 503 for an UnavailableError.
 *
 * @typeParam Dependencies what the composition gives to the handlers, such as stores
 * @typeParam Principals what the authenticators accept with, by security scheme: \`PrincipalsOf\` infers it
 * @typeParam Locals what the application says of a request
 */
export type Handler<
    Id extends OperationId,
    Dependencies = unknown,
    Principals = NamedPrincipals,
    Locals = unknown,
> = (
    input: Input<Id>,
    context: Context<Id, Dependencies, Principals, Locals>,
) => Promise<ResponseOrFailure<Id>>;
`;

/** Words of the module, which no type of types.ts may hide. */
const OWN_NAMES = new Set([
  ...(HANDLER_TYPES.match(/[A-Za-z]+/g) ?? []),
  ...[...HANDLER_TYPE_NAMES, ...RUNTIME_TYPES],
  ...['AsyncIterable', 'Exclude', 'NonNullable', 'Uint8Array'],
]);
