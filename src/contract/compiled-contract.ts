/**
 * What generation leaves of a document for the service to run: plain data, with schemas replaced by
 * the names of compiled validators and by projections.
 */
import type { CompiledErrorBody } from './error-body/error-template';
import type { Extensions } from './extensions';
import type { TextFraming } from './media-type';
import type { RateLimit } from './rate-limits';
import type { ResponseKey } from './http-semantics';
import type { XmlShape } from './response/write-xml';
import type { Projection } from './schema/projection';
import type {
  ContentSerialization,
  Serialization,
  ValueTypes,
  ValueTypesTable,
} from './request/serialization/serialization';

/** Names a validator among the generated ones: the JSON Pointer of its schema. */
export type ValidatorName = string;

/** The compiled document. Generation writes it, and a service runs it. */
export interface CompiledContract {
  readonly operations: readonly CompiledOperation[];
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** Paths of the document's servers, without a slash at the end; '' for the root. */
  readonly basePaths: readonly string[];
  /** Projections that others refer to by name. */
  readonly projections: Readonly<Record<string, Projection>>;
  /** Types of serialized values that others refer to by name. */
  readonly valueTypes: ValueTypesTable;
  /** Bodies of error responses, which those refer to by index. */
  readonly errorBodies: readonly CompiledErrorBody[];
  /** The error response that all operations share; it is sent where no operation covers the request. */
  readonly sharedError?: CompiledResponse;
  /** Defaults that others refer to by name; absent where none is filled in. */
  readonly defaults?: DefaultsTable;
  /** The service's own; absent where it has none. */
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
  /** Names that a query may have beside parameters, where any other is refused. */
  readonly strictQuery?: readonly string[];
  readonly requestBody?: CompiledRequestBody;
  readonly responses: Readonly<Record<ResponseKey, CompiledResponse>>;
  /** Alternatives, of which one must hold; none: the operation is open to everybody. */
  readonly security: readonly SecurityRequirement[];
  /** Header fields of all its responses, that say since when it is deprecated and when it ends. */
  readonly lifecycle?: Readonly<Record<string, string>>;
  /** What one client may use of it, beside the limits of the service. */
  readonly rateLimits?: readonly RateLimit[];
  /** Paths of servers of its own, in place of the contract's. */
  readonly basePaths?: readonly string[];
}

/** Names of schemes, all of which must hold, with the scopes wanted of each. */
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
  /** An empty value counts as left out where the schema does not take it. */
  readonly allowEmptyValue?: true;
  readonly serialization: Serialization;
  /** The JSON text of the value of a parameter that is not sent. */
  readonly default?: string;
}

/** A query that is one value. @see https://spec.openapis.org/oas/v3.2.0#parameter-locations */
export interface CompiledQuerystring {
  readonly required: boolean;
  readonly media: CompiledJson | CompiledText | CompiledForm;
}

/** What checks a value, and what of it goes on. */
export interface CompiledSchema {
  readonly validator: ValidatorName;
  readonly projection: Projection;
  /** What is filled into a valid value of a request. */
  readonly defaults?: DefaultsName;
}

export interface CompiledRequestBody {
  readonly required: boolean;
  /** By media type or range. */
  readonly content: Readonly<Record<string, CompiledRequestContent>>;
}

export type CompiledRequestContent = CompiledMediaType & {
  /** The largest body, in bytes, in place of the bound of the service. */
  readonly maxBodyBytes?: number;
};

/**
 * How the content of a media type is read and written.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#media-type-object
 */
export type CompiledMediaType =
  CompiledJson | CompiledItems | CompiledText | CompiledForm | CompiledRaw;

/** JSON; also a range whose schema describes more than text, of which the JSON types are taken. */
export interface CompiledJson extends CompiledSchema {
  readonly kind: 'json';
  /** A valid value of a request, as JSON, by which all faults of another one are found. */
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
  /** How the first parts are written. */
  readonly prefix: readonly CompiledField[];
  /** How the others are. */
  readonly rest: CompiledField;
}

/** Text: a string, or what the text denotes by the types of its schema. */
export interface CompiledText {
  readonly kind: 'text';
  readonly serialization: ContentSerialization;
  /** Absent where the schema describes the structure that the text stands for, as of XML: unchecked. */
  readonly schema?: CompiledSchema;
}

/** A form: `application/x-www-form-urlencoded`, or the parts of a multipart type. */
export interface CompiledForm extends CompiledSchema {
  readonly kind: 'form' | 'multipart';
  /** As of JSON. */
  readonly sample?: string | undefined;
  /** By name. */
  readonly fields: Readonly<Record<string, CompiledField>>;
  /** The types of the object, for names that are not among `fields`. */
  readonly rest: ValueTypes;
}

/**
 * Content that is handed on as it is, unchecked: the bytes of a request as they arrive, what a handler
 * gives in a response. In a response, everything that is not JSON.
 */
interface CompiledRaw {
  readonly kind: 'raw';
}

/** How a field of a form is read. @see https://spec.openapis.org/oas/v3.1.1#encoding-object */
export interface CompiledField {
  readonly serialization: Serialization;
  readonly required?: true;
  /**
   * The validators of the field's schemas, where a text may be read in several ways: of each list one
   * must accept the value. The form's own validator decides in the end.
   */
  readonly validators?: readonly (readonly ValidatorName[])[];
  /** The media types and ranges that its parts may have. */
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
  /** How the response says a failure, the best way first; absent where it is no response for failures. */
  readonly errors?: readonly CompiledErrorContent[];
}

/** A media type in which a response can say a failure. */
export interface CompiledErrorContent {
  /** Never a range. */
  readonly mediaType: string;
  readonly kind: 'json' | 'xml' | 'html' | 'text';
  /** Index of the contract's `errorBodies`. */
  readonly body: number;
  /** Of JSON. */
  readonly validator?: ValidatorName;
  /** Of XML. */
  readonly xml?: XmlShape;
}

/** @see https://spec.openapis.org/oas/v3.1.1#header-object */
export interface CompiledHeader extends CompiledSchema {
  readonly required: boolean;
  /** Members of an object are written `name=value` rather than `name,value`. */
  readonly explode: boolean;
  /** The document describes the value by a media type of JSON. */
  readonly json: boolean;
}

/**
 * What is filled into a valid value of a request: the defaults of properties that are absent, in the value
 * and in what it holds. Generation derives it from a schema.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2
 */
export interface Defaults {
  /** Those of the value, where it may be invalid with what is filled in; then not all of it is. */
  readonly validators?: readonly ValidatorName[];
  /** The JSON texts of defaults, by the name of the property. */
  readonly absent?: Readonly<Record<string, string>>;
  /** What is filled into the values of properties, by name; null: nothing is. */
  readonly properties?: Readonly<Record<string, DefaultsName | null>>;
  /** What is filled into those of other properties. */
  readonly additional?: DefaultsName;
  /** What is filled into the first items; null: nothing is. */
  readonly prefix?: readonly (DefaultsName | null)[];
  /** What is filled into the items behind those. */
  readonly items?: DefaultsName;
}

/** Names defaults in the contract's table; the way to recursion. */
export type DefaultsName = string;

/** Defaults by name. */
export type DefaultsTable = Readonly<Record<DefaultsName, Defaults>>;
