import type {
  CompiledContract,
  CompiledOperation,
  CompiledResponse,
  SecurityScheme,
} from 'openapi-trellis/tools';
import { stringifyJson } from 'openapi-trellis/tools';
import {
  compileQuerystring,
  compileRequestBody,
  compileResponse,
  querystringOf,
  type SampleOf,
} from './compile-content';
import { limitWarnings, operationRateLimits } from './compile-limits';
import { compileParameter, strictQueryNames } from './compile-parameter';
import {
  collectFaults,
  type DocumentFault,
  entries,
  type JsonObject,
  members,
  childPointer,
  valueAt,
  type Operation,
  securityRequirement,
  type Resolver,
  basePathsOf,
} from '../../document';
import type { ValidatorRequest } from '../../validators';
import { ValueGenerator, type ValueSchemas } from '../../samples';
import type { SchemaUses } from './schema-uses';
import { sharedNameWarnings } from './shared-names';
import { unsatisfiableWarnings } from '../validate/unsatisfiable';
import { ErrorContents } from '../errors/error-contents';

export interface ContractParts {
  readonly contract: CompiledContract;
  readonly validators: readonly ValidatorRequest[];
  /** Parts of the document that cannot be served as described. */
  readonly warnings: readonly DocumentFault[];
  /** Properties whose defaults are always applied, by `placesKey` of their schemas. */
  readonly filled: ReadonlySet<string>;
}

/**
 * Compiles a checked document to the data that the service runs on.
 *
 * @param schemas those of the document
 * @param validatorAt compiles a schema, to test error bodies
 * @param lazyErrors derives the error body of a response when it is first sent, without warnings
 * @throws DocumentError for features that the service does not support yet, with their places
 */
export function compileContract(
  schemas: SchemaUses,
  operations: readonly Operation[],
  validatorAt: ValueSchemas['validatorAt'],
  lazyErrors = false,
): ContractParts {
  const { resolver, defaults } = schemas;
  const maker = new ValueGenerator({ resolver, validatorAt }, SEED);
  const errors = new ErrorContents(resolver, maker, lazyErrors);
  const sampleOf = (pointer: string): string | undefined => {
    if (resolver.at(pointer).schema === undefined) return undefined;
    const { value, error } = maker.make(pointer, 'request', { examples: false });
    return error === undefined ? stringifyJson(value) : undefined;
  };
  const compiled = collectFaults(operations, (operation) =>
    compileOperation(schemas, errors, sampleOf, operation),
  );
  const shared = sharedError(compiled);
  const { table, filled, warnings } =
    defaults?.finish((pointer) => schemas.validatorFor(pointer, 'request')) ?? NONE;
  const contract = {
    operations: compiled,
    securitySchemes: compileSecuritySchemes(resolver),
    basePaths: basePathsOf(resolver.document.servers),
    projections: schemas.projections,
    valueTypes: schemas.valueTypes.table,
    errorBodies: errors.bodies,
    ...(shared && { sharedError: shared }),
    ...(table && { defaults: table }),
  };
  return {
    contract,
    validators: schemas.validators,
    warnings: [
      ...errors.warnings,
      ...warnings,
      ...operations.flatMap(lifecycleWarnings),
      ...limitWarnings(resolver, operations),
      ...sharedNameWarnings(resolver, operations, contract),
      ...unsatisfiableWarnings(resolver, operations),
    ],
    filled,
  };
}

const NONE = { table: undefined, filled: new Set<string>(), warnings: [] };

/** A fixed seed gives the same values for the same document. */
const SEED = 1;

/** @see https://spec.openapis.org/oas/v3.1.1#operation-object */
function compileOperation(
  schemas: SchemaUses,
  errors: ErrorContents,
  sampleOf: SampleOf,
  operation: Operation,
): CompiledOperation {
  const { resolver } = schemas;
  const { operationId, method, path, pointer, value, servers } = operation;
  const keys = members(value.responses).map(([key]) => key);
  const hasSuccess = keys.some((key) => key.startsWith('2'));
  const responses = keys.map((name) => {
    const response = resolver.resolve(childPointer(pointer, 'responses', name));
    const key = name.toUpperCase() === 'DEFAULT' ? 'default' : name;
    const compiled = compileResponse(schemas, response);
    return [key, errors.addTo(compiled, response, { operationId, key, hasSuccess })] as const;
  });
  const querystring = querystringOf(operation.parameters);
  const strictQuery = strictQueryNames(resolver, operation);
  const lifecycle = lifecycleHeaders(operation);
  const rateLimits = operationRateLimits(operation);
  const body = 'requestBody' in value ? childPointer(pointer, 'requestBody') : undefined;
  return {
    operationId,
    method,
    path,
    parameters: operation.parameters.flatMap((parameter) => compileParameter(schemas, parameter)),
    ...(querystring && { querystring: compileQuerystring(schemas, querystring) }),
    ...(strictQuery && { strictQuery }),
    ...(body && {
      requestBody: compileRequestBody(schemas, resolver.resolve(body), sampleOf, value),
    }),
    responses: Object.fromEntries(responses),
    security: operation.security.map(securityRequirement),
    ...(lifecycle && { lifecycle }),
    ...(rateLimits && { rateLimits }),
    ...(servers && { basePaths: basePathsOf(valueAt(resolver.document, servers)) }),
  };
}

/** @see https://spec.openapis.org/oas/v3.1.1#security-scheme-object */
function compileSecuritySchemes(resolver: Resolver): Record<string, SecurityScheme> {
  const pointer = childPointer('', 'components', 'securitySchemes');
  const schemes = entries(valueAt(resolver.document, pointer)).map(([name]) => {
    const { value } = resolver.resolve(childPointer(pointer, name));
    return [name, securityScheme(value)] as const;
  });
  return Object.fromEntries(schemes);
}

function securityScheme(value: JsonObject): SecurityScheme {
  const type = value.type;
  if (type === 'http') return { type, scheme: String(value.scheme).toLowerCase() };
  if (type === 'apiKey') {
    const location = value.in as 'header' | 'query' | 'cookie';
    return { type, in: location, name: String(value.name) };
  }
  return { type: type as 'oauth2' | 'openIdConnect' | 'mutualTLS' };
}

/**
 * Extensions for the headers that announce since when an operation is deprecated, and when it ends. OpenAPI has only
 * `deprecated: true`; the header needs a date, so it is not sent without `x-deprecated-at`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9745#section-2.1
 * @see https://www.rfc-editor.org/rfc/rfc8594#section-3
 */

const DEPRECATED_AT = 'x-deprecated-at';
const SUNSET = 'x-sunset';

/** full-date or date-time (RFC 3339, section 5.6). */
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/i;

/** The lifecycle headers of all responses of an operation; undefined without any. */
function lifecycleHeaders({ value }: Operation): Record<string, string> | undefined {
  const deprecatedAt = momentOf(value, DEPRECATED_AT);
  const sunset = momentOf(value, SUNSET);
  if (deprecatedAt === undefined && sunset === undefined) return undefined;
  return {
    // A Date structured field (RFC 9651, section 3.3.7).
    ...(deprecatedAt !== undefined && { Deprecation: `@${Math.floor(deprecatedAt / 1_000)}` }),
    ...(sunset !== undefined && { Sunset: new Date(sunset).toUTCString() }),
  };
}

/** Warns of lifecycle extensions that are invalid or contradict each other. */
function lifecycleWarnings({ value, pointer }: Operation): DocumentFault[] {
  const unreadable = [DEPRECATED_AT, SUNSET]
    .filter((name) => name in value && momentOf(value, name) === undefined)
    .map((name) => ({
      pointer: childPointer(pointer, name),
      message:
        'is no date or date-time of RFC 3339, and is not sent; write one, such as 2026-12-31',
    }));
  const [deprecatedAt = -Infinity, sunset = Infinity] = [
    momentOf(value, DEPRECATED_AT),
    momentOf(value, SUNSET),
  ];
  if (sunset >= deprecatedAt) return unreadable;
  const message = `is earlier than ${DEPRECATED_AT}, which clients are told as well; write a later one`;
  return [...unreadable, { pointer: childPointer(pointer, SUNSET), message }];
}

/** Milliseconds since 1970; a date means its start in UTC. */
function momentOf(value: JsonObject, name: string): number | undefined {
  const text = value[name];
  if (typeof text !== 'string' || !MOMENT.test(text)) return undefined;
  const moment = Date.parse(text.toUpperCase());
  return Number.isNaN(moment) ? undefined : moment;
}

/** Keys of responses to faulty requests. */
const FOR_REQUESTS = /^(?:4\d\d|4XX|default)$/i;

/**
 * The error response that all operations share: the same JSON media type and schema in all responses to faulty requests
 * that have content.
 *
 * @returns undefined where they differ, or none has content
 */
function sharedError(operations: readonly CompiledOperation[]): CompiledResponse | undefined {
  let shared: CompiledResponse | undefined;
  let known: string | undefined;
  for (const { responses } of operations) {
    const isError = ([key]: [string, unknown]): boolean =>
      FOR_REQUESTS.test(key) && (key !== 'default' || Object.keys(responses).length > 1);
    for (const [key, response] of Object.entries(responses).filter(isError)) {
      if (Object.keys(response.content).length === 0) continue;
      const own = jsonOf(response);
      if (own === undefined || (known ?? own) !== own) return undefined;
      known = own;
      // A range covers more failures than a single status.
      if (shared === undefined || !/^\d+$/.test(key)) shared = response;
    }
  }
  return shared && withJsonAlone(shared);
}

/** The first JSON media type of a response, and the name of its schema. */
function jsonOf({ content }: CompiledResponse): string | undefined {
  const [found] = Object.entries(content).flatMap(([mediaType, media]) =>
    media.kind === 'json' ? [`${mediaType} ${media.validator}`] : [],
  );
  return found;
}

function withJsonAlone(response: CompiledResponse): CompiledResponse {
  return {
    headers: {},
    content: response.content,
    get errors() {
      return response.errors?.filter(({ kind }) => kind === 'json').slice(0, 1) ?? [];
    },
  };
}
