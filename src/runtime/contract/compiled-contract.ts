/**
 * The document as generation compiles it for the service: plain data, with schemas replaced by the names of compiled
 * validators and by projections.
 */
import type { CompiledErrorBody } from './error-body/error-template';
import type { Extensions } from './extensions';
import type { TextFraming } from './media-type';
import type { RateLimit } from './rate-limits';
import type { ResponseKey } from './http-semantics';
import type { Projection } from './schema/projection';
import type {
  ContentSerialization,
  Serialization,
  ValueTypes,
  ValueTypesTable,
} from './request/serialization/serialization';

/** The form of generated code, which each change of the form raises. */
export const CONTRACT_FORMAT = 1;

/** Names a validator among the generated ones: the JSON Pointer of its schema. */
export type ValidatorName = string;

/** The compiled document. Generation writes it, and a service runs it. */
export interface CompiledContract {
  readonly format: typeof CONTRACT_FORMAT;
  readonly operations: readonly CompiledOperation[];
  /** Operations that are not served, for faults of the document or because they were not selected; absent if there are none. */
  readonly leftOut?: readonly LeftOutOperation[];
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** Paths of the document's servers, without a slash at the end; '' for the root. */
  readonly basePaths: readonly string[];
  /** Named projections, which refer to each other. */
  readonly projections: Readonly<Record<string, Projection>>;
  readonly valueTypes: ValueTypesTable;
  /** Bodies of error responses, referenced by index. */
  readonly errorBodies: readonly CompiledErrorBody[];
  /** The error response that all operations share; it is sent where no operation covers the request. */
  readonly sharedError?: CompiledResponse;
  /** Named defaults; absent where the contract fills in none. */
  readonly defaults?: DefaultsTable;
  /** The service's own formats and keywords; absent where it has none. */
  readonly extensions?: Extensions;
}

/** @see https://spec.openapis.org/oas/v3.1.1#operation-object */
export interface CompiledOperation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** The path template, such as `/plants/{id}`. */
  readonly path: string;
  readonly parameters: readonly CompiledParameter[];
  /** The parameter that is the whole query. */
  readonly querystring?: CompiledQuerystring;
  /** Query names allowed in addition to the parameters, where all others are refused. */
  readonly strictQuery?: readonly string[];
  readonly requestBody?: CompiledRequestBody;
  readonly responses: Readonly<Record<ResponseKey, CompiledResponse>>;
  /** Alternatives, one of which must hold; empty: the operation is open to everybody. */
  readonly security: readonly SecurityRequirement[];
  /** Header fields of all its responses: the dates of its deprecation and of its end. */
  readonly lifecycle?: Readonly<Record<string, string>>;
  /** Limits for each client, in addition to those of the service. */
  readonly rateLimits?: readonly RateLimit[];
  /** Paths of the operation's own servers, which replace the contract's. */
  readonly basePaths?: readonly string[];
}

/** An operation of the document that generation left out. */
export interface LeftOutOperation extends Pick<CompiledOperation, 'method' | 'path' | 'basePaths'> {
  /** Such as `because of the fault at /paths/~1plants/get`; or it was not selected for generation. */
  readonly reason: `because of ${string}` | 'excluded';
}

/** Names of schemes, all of which must hold, with the scopes required of each. */
type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/**
 * The place and the kind of the credentials of a security scheme.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-scheme-object
 */
export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: string }
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'oauth2' | 'openIdConnect' | 'mutualTLS' };

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

/** @see https://spec.openapis.org/oas/v3.1.1#parameter-object */
export interface CompiledParameter extends CompiledSchema {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  /** An empty value counts as absent where the schema does not accept it. */
  readonly allowEmptyValue?: true;
  readonly serialization: Serialization;
  /** The JSON text of the default of a parameter that is not sent. */
  readonly default?: string;
}

/** A query that is one value. @see https://spec.openapis.org/oas/v3.2.0#parameter-locations */
export interface CompiledQuerystring {
  readonly required: boolean;
  readonly media: CompiledJson | CompiledText | CompiledForm;
}

export interface CompiledSchema {
  readonly validator: ValidatorName;
  readonly projection: Projection;
  /** The defaults filled into a valid request value. */
  readonly defaults?: DefaultsName;
}

export interface CompiledRequestBody {
  readonly required: boolean;
  /** By media type or range. */
  readonly content: Readonly<Record<string, CompiledRequestContent>>;
}

export type CompiledRequestContent = CompiledMediaType & {
  /** The largest body, in bytes; replaces the service's limit. */
  readonly maxBodyBytes?: number;
};

/**
 * How the content of a media type is read and written.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#media-type-object
 */
export type CompiledMediaType =
  CompiledJson | CompiledItems | CompiledText | CompiledForm | CompiledRaw;

/** JSON, or a media range whose schema describes more than text: JSON types of the range are accepted. */
export interface CompiledJson extends CompiledSchema {
  readonly kind: 'json';
  /** A valid request value as JSON, used to find all faults of an invalid one. */
  readonly sample?: string | undefined;
}

/**
 * The items of a sequential media type, each of which the schema describes.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#sequential-media-types
 */
export type CompiledItems = CompiledTextItems | CompiledParts;

export interface CompiledTextItems extends CompiledSchema {
  readonly kind: 'items';
  readonly framing: TextFraming;
}

/** Items that are the parts of a multipart type. @see https://spec.openapis.org/oas/v3.2.0#encoding-by-position */
export interface CompiledParts extends CompiledSchema {
  readonly kind: 'items';
  readonly framing: 'parts';
  /** Encodings of the first parts. */
  readonly prefix: readonly CompiledField[];
  /** Encoding of the other parts. */
  readonly rest: CompiledField;
}

/** Text: a string, or the value it denotes by the types of its schema. */
export interface CompiledText {
  readonly kind: 'text';
  readonly serialization: ContentSerialization;
  /** Absent where the schema describes the structure of the text, such as XML, which is not checked. */
  readonly schema?: CompiledSchema;
}

/** A form: `application/x-www-form-urlencoded`, or the parts of a multipart type. */
export interface CompiledForm extends CompiledSchema {
  readonly kind: 'form' | 'multipart';
  /** As in {@link CompiledJson}. */
  readonly sample?: string | undefined;
  /** By name. */
  readonly fields: Readonly<Record<string, CompiledField>>;
  /** Types of the members whose names are not in `fields`. */
  readonly rest: ValueTypes;
}

/**
 * Content passed on unchecked: the bytes of a request as they arrive, the content a handler returns. In a response,
 * everything that is not JSON.
 */
interface CompiledRaw {
  readonly kind: 'raw';
}

/** How a field of a form is read. @see https://spec.openapis.org/oas/v3.1.1#encoding-object */
export interface CompiledField {
  readonly serialization: Serialization;
  readonly required?: true;
  /**
   * The validators of the field's schemas, where a text can be read in several ways: one of each list must accept the
   * value. The form's own validator decides in the end.
   */
  readonly validators?: readonly (readonly ValidatorName[])[];
  /** Media types and ranges allowed for its parts. */
  readonly mediaTypes?: readonly string[];
  /** Headers of its parts, by name. */
  readonly headers?: Readonly<Record<string, CompiledPartHeader>>;
}

/** @see https://spec.openapis.org/oas/v3.1.1#encoding-headers */
export interface CompiledPartHeader {
  readonly required: boolean;
  readonly serialization: Serialization;
  readonly validator: ValidatorName;
}

/** @see https://spec.openapis.org/oas/v3.1.1#response-object */
export interface CompiledResponse {
  /** By name as the document writes it. */
  readonly headers: Readonly<Record<string, CompiledHeader>>;
  readonly content: Readonly<Record<string, CompiledMediaType>>;
  /** Media types in which the response can report a failure, best first; absent where it is no failure response. */
  readonly errors?: readonly CompiledErrorContent[];
}

/** A media type in which a response can report a failure. */
export interface CompiledErrorContent {
  /** Never a range. */
  readonly mediaType: string;
  readonly kind: 'json' | 'xml' | 'html' | 'text';
  /** Index into the contract's `errorBodies`. */
  readonly body: number;
  /** For JSON. */
  readonly validator?: ValidatorName;
}

/** @see https://spec.openapis.org/oas/v3.1.1#header-object */
export interface CompiledHeader extends CompiledSchema {
  readonly required: boolean;
  /** Members of an object are written `name=value` rather than `name,value`. */
  readonly explode: boolean;
  /** The document describes the value with a JSON media type. */
  readonly json: boolean;
}

/**
 * The defaults of absent properties, filled into a valid request value and the values it holds. Generation derives them
 * from a schema.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2
 */
export interface Defaults {
  /** Validators of the value, where defaults may make it invalid; then only some of them are filled in. */
  readonly validators?: readonly ValidatorName[];
  /** JSON texts of defaults, by property name. */
  readonly absent?: Readonly<Record<string, string>>;
  /** Defaults filled into the values of properties, by name; null: none. */
  readonly properties?: Readonly<Record<string, DefaultsName | null>>;
  /** Defaults filled into the values of other properties. */
  readonly additional?: DefaultsName;
  /** Defaults filled into the first items; null: none. */
  readonly prefix?: readonly (DefaultsName | null)[];
  /** Defaults filled into the items after those. */
  readonly items?: DefaultsName;
}

/** Names defaults in the contract's table, which allows recursion. */
export type DefaultsName = string;

export type DefaultsTable = Readonly<Record<DefaultsName, Defaults>>;
