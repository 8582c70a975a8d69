// @generated from spec/openapi.yaml by npm run generate; do not edit
/* eslint-disable */

export interface paths {
    "/plants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a plant
         * @description Creates a new plant in the store.
         *
         *     The client supplies the id, which makes it the key of the request: the same plant sent again
         *     (same id, name and tag) is answered with 200 and stored once, so a retry after a lost response is
         *     safe. The same id with another name or tag is refused, and the stored plant stays as it is.
         */
        post: operations["createPlant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Plant: Plant;
        NewPlant: NewPlant;
        Error: Error;
    };
    responses: {
        /** @description The request failed */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** @description The bearer token is missing or invalid */
        Unauthorized: {
            headers: {
                /**
                 * @description The scheme to authenticate with (RFC 6750, section 3)
                 * @example Bearer
                 */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
        /** @description The service failed; a 503 may be sent again after the time that Retry-After names */
        ServerFault: {
            headers: {
                /**
                 * @description Seconds to wait before sending the request again (RFC 9110, section 10.2.3); with 503
                 * @example 1
                 */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": Error;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createPlant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The plant to add. Properties that NewPlant does not name are ignored. */
        requestBody: {
            content: {
                "application/json": NewPlant;
            };
        };
        responses: {
            /** @description The plant is in the store */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Plant;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            "5XX": components["responses"]["ServerFault"];
        };
    };
}
/** @description A plant of the store */
export type Plant = {
    /** @description The name of the plant */
    name: string;
    /** @description Tag that specifies the type of the plant */
    tag?: string;
};
/** @description A plant to add to the store */
export type NewPlant = Plant & {
    /**
     * Format: int64
     * @description Identification number of the plant
     */
    id: bigint;
};
/** @description Why a request failed */
export type Error = {
    /**
     * Format: int32
     * - `40000` malformedRequest: The request is not well-formed HTTP/1.1 (RFC 9112)
     * - `40001` malformedBody: The body is malformed for its media type, such as invalid JSON
     * - `40002` missingBody: The body is missing
     * - `40003` invalidBody: The body does not match its schema
     * - `40004` invalidParameter: A parameter is missing or does not match its schema
     * - `40101` missingCredentials: No credentials were sent
     * - `40102` invalidCredentials: The credentials are unknown, expired, revoked or not of the right form
     * - `40301` forbidden: The credentials are valid and do not allow the operation
     * - `40401` notFound: There is no such resource
     * - `40501` methodNotAllowed: The document describes the path, but not this method
     * - `40601` notAcceptable: The operation offers no media type that the Accept header allows
     * - `40801` requestTimeout: The request did not arrive completely in time
     * - `40901` idTaken: The id belongs to a plant with another name or tag
     * - `41301` bodyTooLarge: The body is larger than the limit
     * - `41501` unsupportedMediaType: The operation does not accept the media type or content coding of the body
     * - `41701` expectationFailed: The Expect header names something other than 100-continue
     * - `42901` tooManyRequests: A quota is used up; send the request again when Retry-After allows it
     * - `43101` headersTooLarge: The request line and headers are larger than the limit
     * - `50001` internal: The service failed
     * - `50101` notImplemented: The operation is not implemented yet
     * - `50301` unavailable: The service is busy, shutting down, or cannot reach what it needs; send it again
     * @description Numeric error value: the HTTP status that names the kind of failure most closely, and two
     *     digits that tell the kinds apart. The status of the response is the one documented for the
     *     operation.
     */
    error: 40000 | 40001 | 40002 | 40003 | 40004 | 40101 | 40102 | 40301 | 40401 | 40501 | 40601
        | 40801 | 40901 | 41301 | 41501 | 41701 | 42901 | 43101 | 50001 | 50101 | 50301;
    /** @description What is wrong, where (as a JSON Pointer) and what was expected */
    message: string;
};
