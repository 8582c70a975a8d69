// @generated from spec/openapi.yaml by npm run generate; do not edit
/* eslint-disable */

import type { Failure, HandlerContext, HttpFields, NamedPrincipals, Principal, PrincipalsFor, ResponseHeaders, StatusInRange } from 'openapi-trellis/contract/runtime';
import type { Error, NewPlant, Plant, operations } from './types';

/** What each operation takes and gives, by operationId. */
export interface Operations {
    /** POST /plants: Create a plant */
    createPlant: {
        input: {
            body: NewPlant;
        };
        response: {
            status: 200;
            headers?: HttpFields;
            body: Plant;
        } | {
            status: 400;
            headers?: HttpFields;
            body: Error;
        } | {
            status: 401;
            headers: ResponseHeaders<{
                "WWW-Authenticate": NonNullable<operations["createPlant"]["responses"][401]["headers"]["WWW-Authenticate"]>;
            } & HttpFields<"WWW-Authenticate">>;
            body: Error;
        } | {
            status: StatusInRange<'5'>;
            headers?: ResponseHeaders<{
                "Retry-After"?: NonNullable<operations["createPlant"]["responses"]["5XX"]["headers"]["Retry-After"]>;
            } & HttpFields<"Retry-After">>;
            body: Error;
        };
        /** Of a request: sent with 400, unless a response states its own status. */
        failure: Failure;
        principals: {
            bearerAuth: Principal;
        };
    };
}

/** The operationId of an operation. */
export type OperationId = keyof Operations;

/** What a handler gets of the request. */
export type Input<Id extends OperationId> = Operations[Id]['input'];

/**
 * What a handler may respond with: a response that the document states, or a Failure that one of them can
 * say. Write it as what the handler returns, `Promise<Response<'...'>>`, and the compiler marks the very
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
 * @typeParam Principals what the authenticators accept with, by security scheme: `PrincipalsOf` infers it
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
