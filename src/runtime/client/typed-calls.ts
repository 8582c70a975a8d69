import { checkFormat, type CompiledContract, type CompiledOperation } from '../contract';
import type { CallInit, TypedCalls } from './call-types';
import type { CallContract } from './exact-json';
import { readResponse } from './read-response';
import { withContract } from './with-contract';
import { writeBody } from './write-body';
import { type CallParameters, writeParameters } from './write-parameters';

/** A request of a call, for fetch. */
export interface CallRequest extends Pick<RequestInit, 'body' | 'redirect' | 'signal'> {
  readonly method: string;
  /** Path and query, with the base path of the document's server. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A call as openapi-fetch takes it. */
interface Call extends CallInit, Pick<RequestInit, 'redirect'> {
  readonly params: CallParameters;
  readonly body: unknown;
  readonly mediaType: string | undefined;
}

/** That of openapi-fetch. */
interface Client {
  request(...args: unknown[]): Promise<{ readonly response: Response; readonly error?: unknown }>;
}

type Send = (operation: CompiledOperation, call: Call) => Promise<Response>;

/**
 * Makes a function that calls operations by their ids. Fetch follows no redirection that the document states.
 *
 * @typeParam Operations `operations` of the generated `client-types.ts`
 * @param client the result of openapi-fetch's createClient, or a function that sends a request
 * @param generated `validators` only with the types of `generate --exact-client`: responses are then validated, and
 *   64-bit integers are `bigint`
 * @returns a function that rejects with a TypeError for an input that cannot be written, with an UnexpectedResponseError
 *   for a response that the document does not state, and as fetch does
 * @throws CompositionError for generated code of another format
 *
 * @example
 * ```ts
 * import { typedCalls } from 'openapi-trellis/client';
 * import type { operations } from '../generated/client-types';
 * import { contract } from '../generated/contract';
 *
 * const call = typedCalls<operations>(
 *   ({ target, ...request }) => fetch(`http://127.0.0.1:3000${target}`, request),
 *   { contract },
 * );
 *
 * export async function addPlant(name: string): Promise<string> {
 *   const response = await call('createPlant', { body: { id: 1, name } });
 *   return response.status === 200 ? response.body.name : response.body.message;
 * }
 * ```
 */
export function typedCalls<Operations>(
  client: Client | ((request: CallRequest) => Promise<Response>),
  generated: CallContract,
): TypedCalls<Operations> {
  const { contract } = generated;
  checkFormat(contract);
  const operations = new Map(contract.operations.map((each) => [each.operationId, each]));
  const send = typeof client === 'function' ? sendWith(contract, client) : sendBy(contract, client);
  const call = async (id: string, input: GivenInput = {}, init?: CallInit): Promise<unknown> => {
    const operation = operations.get(id);
    if (operation === undefined) throw new TypeError(`The contract has no operation "${id}"`);
    const { headers = {}, cookies = {}, mediaType, body, ...others } = input;
    // Fetch would follow a redirection, and give the response of another operation.
    const isRedirecting = Object.keys(operation.responses).some((key) => /^3(?!04)/.test(key));
    const response = await send(operation, {
      ...init,
      params: { ...others, header: headers, cookie: cookies },
      ...{ body, mediaType },
      ...(isRedirecting && { redirect: 'manual' }),
    });
    return await readResponse(generated, operation, response);
  };
  return call as TypedCalls<Operations>;
}

interface GivenInput extends CallParameters {
  readonly headers?: CallParameters['header'];
  readonly cookies?: CallParameters['cookie'];
  readonly mediaType?: string;
  readonly body?: unknown;
}

function sendWith(
  contract: CompiledContract,
  send: (request: CallRequest) => Promise<Response>,
): Send {
  return (operation, { params, body, mediaType, headers: others, ...init }) => {
    const { path, query, headers, cookies } = writeParameters(contract, operation, params);
    const written = body === undefined ? undefined : writeBody(operation, body, mediaType);
    if (body !== undefined && written === undefined)
      throw new TypeError(`${operation.operationId} takes no body of ${mediaType ?? 'any type'}`);
    const [basePath = ''] = operation.basePaths ?? contract.basePaths;
    const { contentType } = written ?? {};
    return send({
      ...init,
      method: operation.method,
      target: `${basePath}${path}${query && `?${query}`}`,
      headers: {
        ...others,
        ...headers,
        ...(cookies !== '' && { Cookie: cookies }),
        ...(typeof contentType === 'string' && { 'Content-Type': contentType }),
      },
      body: (written?.body ?? null) as NonNullable<CallRequest['body']> | null,
    });
  };
}

function sendBy(contract: CompiledContract, client: Client): Send {
  const written = withContract(client, { contract });
  return async ({ method, path }, { mediaType, headers, ...call }) => {
    let kept: { readonly of: Response; readonly copy: Response } | undefined;
    const keeping = {
      // openapi-fetch reads errors itself.
      onResponse({ response }: { readonly response: Response }) {
        if (!response.ok) kept = { of: response, copy: response.clone() };
      },
    };
    const { response, error } = await written.request(method, path, {
      ...call,
      headers: { ...headers, ...(mediaType !== undefined && { 'Content-Type': mediaType }) },
      parseAs: 'stream',
      middleware: [keeping],
    });
    if (!response.bodyUsed) return response;
    if (kept?.of === response) return kept.copy;
    // Middleware has replaced the response.
    return new Response(typeof error === 'string' ? error : JSON.stringify(error), response);
  };
}
