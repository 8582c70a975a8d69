/**
 * What generation leaves of a document for the service to run: plain data, with schemas replaced by
 * the names of compiled validators and by shapes.
 */
import type { ResponseKey } from './http-status';
import type { Shape } from './shape';
import type { TextEncoding, TextTypes } from './text/text-types';

/** Names a validator among the generated ones: the JSON Pointer of its schema. */
export type ValidatorName = string;

export interface CompiledContract {
  readonly operations: readonly CompiledOperation[];
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** Paths of the document's servers, without a slash at the end; '' for the root. */
  readonly basePaths: readonly string[];
  /** Shapes that others refer to by name. */
  readonly shapes: Readonly<Record<string, Shape>>;
  /** Types of texts that others refer to by name. */
  readonly textTypes: Readonly<Record<string, TextTypes>>;
}

/** @see https://spec.openapis.org/oas/v3.1.1#operation-object */
export interface CompiledOperation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** The path template, such as `/plants/{id}`. */
  readonly path: string;
  readonly parameters: readonly CompiledParameter[];
  readonly requestBody?: CompiledRequestBody;
  readonly responses: Readonly<Record<ResponseKey, CompiledResponse>>;
  /** Alternatives, of which one must hold; none: the operation is open to everybody. */
  readonly security: readonly SecurityRequirement[];
  /** Paths of servers of its own, in place of the contract's. */
  readonly basePaths?: readonly string[];
}

/** Names of schemes, all of which must hold, with the scopes wanted of each. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** @see https://spec.openapis.org/oas/v3.1.1#security-scheme-object */
export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: string }
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'oauth2' | 'openIdConnect' | 'mutualTLS' };

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

/** How a parameter's text is read: by the types that its schema admits. */
export type ParameterType = 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** @see https://spec.openapis.org/oas/v3.1.1#parameter-object */
export interface CompiledParameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  /** An empty value counts as left out where the schema does not take it. */
  readonly allowEmptyValue?: true;
  readonly text: TextEncoding;
  readonly validator: ValidatorName;
  readonly shape: Shape;
}

export interface CompiledRequestBody {
  readonly required: boolean;
  /** By media type or range. */
  readonly content: Readonly<Record<string, CompiledMediaType>>;
}

/** @see https://spec.openapis.org/oas/v3.1.1#media-type-object */
export interface CompiledMediaType {
  readonly validator: ValidatorName;
  readonly shape: Shape;
}

/** @see https://spec.openapis.org/oas/v3.1.1#response-object */
export interface CompiledResponse {
  /** By name as the document writes it. */
  readonly headers: Readonly<Record<string, { readonly required: boolean }>>;
  readonly content: Readonly<Record<string, CompiledMediaType>>;
}
