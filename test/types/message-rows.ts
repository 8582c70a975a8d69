/**
 * Mistakes in handlers of garden.yaml, and what the compiler says of each: the code, what it marks, and the
 * first line of the message; behind it the number of lines, if there are more.
 */
export interface MessageRow {
  readonly name: string;
  /** The module of the handler, behind IMPORTS. */
  readonly source: string;
  readonly errors: readonly string[];
}

export const IMPORTS = `import { Failure, failureKinds, type FailureKind } from 'openapi-trellis/contract';
import type { Context, Handler, Input, Response } from '../generated/operations';
import type { Tree } from '../generated/types';
`;

/** Handlers as they are gathered, by operationId; there is none of putTree. */
export const HANDLERS: Readonly<Record<string, string>> = {
  getTree: `export const getTree: Handler<'getTree'> = async () => ({ status: 404, body: { code: 40401, message: 'x' } });`,
  deleteTree: `export const deleteTree: Handler<'getTree'> = async () => new Failure(failureKinds.notFound, 'x');`,
  exportTrees: `export const exportAll: Handler<'exportTrees'> = async () => new Failure(failureKinds.internal, 'x');`,
  importTrees: `export const importTrees = async (input: Input<'getTree'>) => ({ status: 200, body: String(input) });`,
};

/** By name: the source of a handler, and its errors. */
type Rows = Readonly<Record<string, readonly [source: string, ...errors: string[]]>>;

/** A handler with a type for what it returns, which is an expression. */
function returning(operationId: string, expression: string): string {
  return `export const handler: Handler<'${operationId}'> = async (): Promise<Response<'${operationId}'>> => {
  if (Math.random() > 2) return new Failure(failureKinds.internal, 'x');
  return ${expression};
};`;
}

/** A handler of two statements, which are all that is given. */
function doing(operationId: string, parameters: string, statements: string): string {
  return `export const handler: Handler<'${operationId}'> = async (${parameters}): Promise<Response<'${operationId}'>> => {
  ${statements}
  return new Failure(failureKinds.internal, 'x');
};`;
}

/** A handler of putTree whose principals are those of authenticators. */
function typed(statement: string): string {
  return `import type { Authenticators, PrincipalsOf } from 'openapi-trellis/contract';
const authenticators = {
  bearerAuth: async () => ({ outcome: 'accepted', principal: { id: 1, roles: ['gardener'] }, caller: { name: 'x' } }),
  signature: (text) => (text === '' ? { outcome: 'rejected' } : { outcome: 'accepted', principal: text.length }),
  apiKey: (name) => ({ outcome: 'accepted', principal: { name } }),
} satisfies Authenticators<unknown, unknown>;
export const handler: Handler<'putTree', unknown, PrincipalsOf<typeof authenticators>> = async (_, { principals }): Promise<Response<'putTree'>> => {
  ${statement}
  return new Failure(failureKinds.internal, 'x');
};`;
}

const tree = `{ id: 1n, species: 'oak' }`;
const problem = `{ code: 40401, message: 'x' }`;
const found = (body: string): string =>
  returning('getTree', `{ status: 200, headers: { ETag: '1' }, body: ${body} }`);

const BODIES: Rows = {
  'a misspelt property': [
    found(`{ id: 1n, specis: 'oak' }`),
    `[specis] TS2561: Object literal may only specify known properties, but 'specis' does not exist in type 'Tree'. Did you mean to write 'species'?`,
  ],
  'a property of the wrong type': [
    found(`{ id: 1n, species: 5 }`),
    `[species] TS2322: Type 'number' is not assignable to type 'string'.`,
  ],
  'a property further in': [
    found(`{ id: 1n, species: 'oak', place: { bed: 'x' } }`),
    `[bed] TS2322: Type 'string' is not assignable to type 'number'.`,
  ],
  'a missing property': [
    found(`{ id: 1n }`),
    `[body] TS2741: Property 'species' is missing in type '{ id: bigint; }' but required in type 'Tree'.`,
  ],
  'a number for an integer of 64 bits': [
    found(`{ id: 1, species: 'oak' }`),
    `[id] TS2322: Type 'number' is not assignable to type 'bigint'.`,
  ],
  'a promise that is not awaited': [
    found(`Promise.resolve({} as Tree)`),
    `[body] TS2739: Type 'Promise<Tree>' is missing the following properties from type 'Tree': id, species`,
  ],
  'no body': [
    returning('putTree', `{ status: 200 }`),
    `[return] TS2322: Type '{ status: 200; }' is not assignable to type 'Response<"putTree">'. (2 lines)`,
  ],
  'a misspelt body': [
    returning('getTree', `{ status: 404, bdoy: ${problem} }`),
    `[bdoy] TS2353: Object literal may only specify known properties, and 'bdoy' does not exist in type '{ status: 404; headers?: HttpFields; body: Problem; }'.`,
  ],
  'a body where there is none': [
    returning('deleteTree', `{ status: 204, body: ${tree} }`),
    `[body] TS2322: Type '{ id: bigint; species: string; }' is not assignable to type 'undefined'.`,
  ],
  'an error of default': [
    returning('putTree', `{ status: 503, body: { code: 40401, message: 1 } }`),
    `[message] TS2322: Type 'number' is not assignable to type 'string'.`,
  ],
  'a value that is not in a long list': [
    returning('getTree', `{ status: 503, body: { code: 1, message: 'x' } }`),
    `[code] TS2322: Type '1' is not assignable to type '40000 | 40001 | 40002 | 40003 | 40004 | 40101 | 40102 | 40301 | 40401 | 40501 | 40601 | 40801 | 40901 | 41301 | 41501 | 41701 | 42901 | 43101 | 50001 | 50101 | 50301'.`,
  ],
  'a property that only responses have, in a request': [
    doing('putTree', '{ body }', 'body.createdAt;'),
    `[createdAt] TS2339: Property 'createdAt' does not exist on type 'TreeRequest'.`,
  ],
};

const RESPONSES: Rows = {
  'a status that is not documented': [
    returning('getTree', `{ status: 409, body: ${problem} }`),
    `[status] TS2322: Type '409' is not assignable to type '200 | 404 | StatusInRange<"5">'.`,
  ],
  'a status outside of ranges': [
    returning('putTree', `{ status: 600, body: ${problem} }`),
    `[status] TS2322: Type '600' is not assignable to type '200 | StatusInRange<"4"> | StatusExcept<200 | StatusInRange<"4">>'.`,
  ],
  'a status as text, and the body of another': [
    returning('getTree', `{ status: '200', body: ${tree} }`),
    `[status] TS2322: Type 'string' is not assignable to type '200 | 404 | StatusInRange<"5">'.`,
    `[id] TS2353: Object literal may only specify known properties, and 'id' does not exist in type 'Problem'.`,
  ],
  'no status': [
    returning('deleteTree', `{ body: ${problem} }`),
    `[return] TS2322: Type '{ body: { code: 40401; message: string; }; }' is not assignable to type 'Response<"deleteTree">'. (3 lines)`,
  ],
  'no header where it is required': [
    returning('getTree', `{ status: 200, headers: {}, body: ${tree} }`),
    `[headers] TS2741: Property 'ETag' is missing in type '{}' but required in type 'ResponseHeaders<{ ETag: string; "X-Age"?: number; } & HttpFields<"ETag">>'.`,
  ],
  'a header of the wrong type': [
    returning('getTree', `{ status: 200, headers: { ETag: '1', 'X-Age': '3' }, body: ${tree} }`),
    `['X-Age'] TS2322: Type 'string' is not assignable to type 'number'.`,
  ],
  'a misspelt header': [
    returning('getTree', `{ status: 200, headers: { ETag: '1', 'X-Aeg': 3 }, body: ${tree} }`),
    `['X-Aeg'] TS2353: Object literal may only specify known properties, and ''X-Aeg'' does not exist in type 'ResponseHeaders<{ ETag: string; "X-Age"?: number; } & HttpFields<"ETag">>'.`,
  ],
  'a media type that is not documented': [
    returning('exportTrees', `{ status: 200, mediaType: 'text/html', body: 'x' }`),
    `[mediaType] TS2322: Type '"text/html"' is not assignable to type '"application/json" | "text/csv"'.`,
  ],
  'no media type where there are two': [
    returning('exportTrees', `{ status: 200, body: [] }`),
    `[return] TS2322: Type '{ status: 200; body: never[]; }' is not assignable to type 'Response<"exportTrees">'. (3 lines)`,
  ],
  'a response in one branch alone': [
    `export const handler: Handler<'deleteTree'> = async ({ path }): Promise<Response<'deleteTree'>> => {
  if (path.id > 0n) return { status: 204 };
};`,
    `[Promise<Response<'deleteTree'>>] TS2366: Function lacks ending return statement and return type does not include 'undefined'.`,
  ],
};

const FAILURES: Rows = {
  'a failure whose status is documented': [
    returning('getTree', `new Failure(failureKinds.notFound, 'x')`),
  ],
  'a failure for which default is sent': [
    returning('putTree', `new Failure(failureKinds.tooManyRequests, 'x')`),
  ],
  'a failure that the document cannot say': [
    returning('getTree', `new Failure({ status: 409, number: 40901, description: 'x' }, 'x')`),
    `[return] TS2375: Type 'Failure<409>' is not assignable to type 'Response<"getTree">' with 'exactOptionalPropertyTypes: true'. Consider adding 'undefined' to the types of the target's properties. (3 lines)`,
  ],
  'some failure where the document cannot say all': [
    returning('getTree', `new Failure({} as FailureKind, 'x')`),
    `[return] TS2375: Type 'Failure<number>' is not assignable to type 'Response<"getTree">' with 'exactOptionalPropertyTypes: true'. Consider adding 'undefined' to the types of the target's properties. (3 lines)`,
  ],
  'some failure where the document can say all': [
    returning('putTree', `new Failure({} as FailureKind, 'x')`),
  ],
};

const REQUESTS: Rows = {
  'a location that has no parameters': [
    doing('deleteTree', '{ query }', 'query;'),
    `[query] TS2339: Property 'query' does not exist on type '{ path: { id: bigint; }; }'.`,
  ],
  'a misspelt parameter': [
    doing('getTree', '{ query }', 'query.detial;'),
    `[detial] TS2551: Property 'detial' does not exist on type '{ detail?: "short" | "long"; }'. Did you mean 'detail'?`,
  ],
  'a parameter of the wrong type': [
    doing('getTree', '{ path }', 'const id: number = path.id; id;'),
    `[id] TS2322: Type 'bigint' is not assignable to type 'number'.`,
  ],
  'a body that is not documented': [
    doing('getTree', '{ body }', 'body;'),
    `[body] TS2339: Property 'body' does not exist on type '{ path: { id: bigint; }; query: { detail?: "short" | "long"; }; }'.`,
  ],
  'a body of either media type': [
    doing('importTrees', '{ body }', 'body.species;'),
    `[species] TS2339: Property 'species' does not exist on type 'TreeRequest | string'. (2 lines)`,
  ],
  'a body of its media type': [
    doing(
      'importTrees',
      'input',
      `if (input.mediaType === 'application/json') input.body.species;`,
    ),
  ],
  'the type of an input, by name': [
    `export const idOf = ({ path }: Input<'getTree'>): number => path.id;`,
    `[path.id] TS2322: Type 'bigint' is not assignable to type 'number'.`,
  ],
};

const CONTEXTS: Rows = {
  'the request of the host': [
    doing('getTree', '_, { req }', 'req;'),
    `[req] TS2339: Property 'req' does not exist on type 'Context<"getTree", unknown, NamedPrincipals, unknown>'.`,
  ],
  'dependencies that nobody gives': [
    doing('getTree', '_, { dependencies }', 'dependencies.trees;'),
    `[dependencies] TS18046: 'dependencies' is of type 'unknown'.`,
  ],
  'a scheme that the operation does not name': [
    doing('getTree', '_, { principals }', 'principals.unused;'),
    `[unused] TS2339: Property 'unused' does not exist on type '{ bearerAuth: Principal; apiKey?: undefined; } | { bearerAuth?: undefined; apiKey: Principal; } | { bearerAuth?: undefined; apiKey?: undefined; }'. (2 lines)`,
  ],
  'a caller who need not say who': [
    doing('getTree', '_, { principals }', 'principals.bearerAuth.name;'),
    `[principals.bearerAuth] TS18048: 'principals.bearerAuth' is possibly 'undefined'.`,
  ],
  'one of two alternatives': [
    doing(
      'putTree',
      '_, { principals }',
      '(principals.bearerAuth ?? principals.apiKey).name; principals.apiKey?.name;',
    ),
  ],
  'both of one alternative': [
    doing('putTree', '_, { principals }', 'if (principals.bearerAuth) principals.signature.name;'),
  ],
  'a caller of an operation that is open': [
    doing('deleteTree', '_, { principals }', 'principals.bearerAuth;'),
    `[bearerAuth] TS2339: Property 'bearerAuth' does not exist on type '{}'.`,
  ],
  'what authenticators accept with, by the alternatives of an operation': [
    typed(
      'principals.bearerAuth ? principals.bearerAuth.roles.length + principals.signature : principals.apiKey.name;',
    ),
  ],
  'the body behind the back of the contract': [
    doing('getTree', '_, { request }', 'request.readBody(1);'),
    `[readBody] TS2339: Property 'readBody' does not exist on type 'RequestHead'.`,
  ],
  'the type of a context, by name': [
    `export const nameOf = ({ principals }: Context<'getTree'>): string => principals.apiKey.name;`,
    `[principals.apiKey] TS18048: 'principals.apiKey' is possibly 'undefined'.`,
  ],
};

const WHOLE: Rows = {
  'a handler for no operation': [
    `export const handler: Handler<'waterTree'> = async () => ({ status: 204 });`,
    `['waterTree'] TS2344: Type '"waterTree"' does not satisfy the constraint 'keyof Operations'.`,
  ],
  'a handler of another operation': [
    `export const handler: Handler<'getTree'> = async (): Promise<Response<'deleteTree'>> => ({ status: 204 });`,
    `[({ status: 204 })] TS2322: Type 'Promise<Response<"deleteTree">>' is not assignable to type 'Promise<ResponseOrFailure<"getTree">>'. (6 lines)`,
  ],
  'a handler that is not async': [
    `export const handler: Handler<'deleteTree'> = () => ({ status: 204 });`,
    `[({ status: 204 })] TS2739: Type '{ status: number; }' is missing the following properties from type 'Promise<ResponseOrFailure<"deleteTree">>': then, catch, finally, [Symbol.toStringTag]`,
  ],
  'a function in place of a constant': [
    `export async function deleteTree({ path }: Input<'deleteTree'>): Promise<Response<'deleteTree'>> {
  return path.id > 0n ? { status: 204 } : { status: 405 };
}`,
    `[status] TS2322: Type '405' is not assignable to type '204 | 404'.`,
  ],
  'no type for what is returned': [
    `export const handler: Handler<'deleteTree'> = async () => {
  return { status: 204, body: 1 };
};`,
    `[handler] TS2322: Type '() => Promise<{ status: 204; body: number; }>' is not assignable to type 'Handler<"deleteTree">'. (6 lines)`,
  ],
  'no type for what is returned, and a property more': [
    `export const handler: Handler<'deleteTree'> = async () => {
  return { status: 204, bdoy: 1 };
};`,
  ],
  'no type for what is returned, and a failure that the document cannot say': [
    `export const handler: Handler<'exportTrees'> = async () => new Failure({} as FailureKind, 'x');`,
  ],
};

export const MESSAGE_ROWS: readonly MessageRow[] = Object.entries({
  ...BODIES,
  ...RESPONSES,
  ...FAILURES,
  ...REQUESTS,
  ...CONTEXTS,
  ...WHOLE,
}).map(([name, [source, ...errors]]) => ({ name, source, errors }));
