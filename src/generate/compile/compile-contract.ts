import type { CompiledContract, CompiledOperation, SecurityScheme } from '../../contract';
import { compileRequestBody, compileResponse } from './compile-content';
import { compileParameter } from './compile-parameter';
import { compileQuerystring, querystringOf } from './compile-querystring';
import { DocumentError, type DocumentFault } from '../../document/model/document-error';
import { entries, members, type JsonObject } from '../../document/model/json-object';
import { childPointer, valueAt } from '../../document/model/json-pointer';
import { securityRequirement, type Operation } from '../../document/model/operations';
import type { Resolver } from '../../document/model/resolve';
import { lifecycleHeaders, lifecycleWarnings } from './lifecycle';
import type { SchemaUses } from './schema-uses';
import { strictQueryNames } from './strict-query';
import { basePathsOf } from '../../document/model/servers';
import { ErrorContents } from '../errors/error-contents';
import { sharedError } from '../errors/shared-error';
import type { ValidatorRequest } from '../../validators/validators';
import { ValueMaker, type ValueSchemas } from '../../samples/values/value-maker';

/** A contract as data, and the validators that it names. */
export interface ContractParts {
  readonly contract: CompiledContract;
  readonly validators: readonly ValidatorRequest[];
  /** Of what the service cannot say as the document wants it. */
  readonly warnings: readonly DocumentFault[];
  /** Properties that are there for handlers, since their defaults are filled in (DefaultsBuilder). */
  readonly filled: ReadonlySet<string>;
}

/**
 * From a checked document to the data that the service runs on.
 *
 * @param schemas those of the document
 * @param validatorAt compiles a schema, to try error bodies with
 * @param lazyErrors derives the error body of a response when it is first sent, without warnings
 * @throws DocumentError for what the service cannot serve yet, with its place
 */
export function compileContract(
  schemas: SchemaUses,
  operations: readonly Operation[],
  validatorAt: ValueSchemas['validatorAt'],
  lazyErrors = false,
): ContractParts {
  const { resolver, defaults } = schemas;
  const maker = new ValueMaker({ resolver, validatorAt }, SEED);
  const errors = new ErrorContents(resolver, maker, lazyErrors);
  const compiled = collectFaults(operations, (operation) =>
    compileOperation(schemas, errors, operation),
  );
  const shared = sharedError(compiled);
  const table = defaults?.table;
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
  const { filled = new Set<string>(), warnings = [] } = defaults ?? {};
  return {
    contract,
    validators: schemas.validators,
    warnings: [...errors.warnings, ...warnings, ...operations.flatMap(lifecycleWarnings)],
    filled,
  };
}

/** The same document gives the same values. */
const SEED = 1;

/** @see https://spec.openapis.org/oas/v3.1.1#operation-object */
function compileOperation(
  schemas: SchemaUses,
  errors: ErrorContents,
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
  const body = 'requestBody' in value ? childPointer(pointer, 'requestBody') : undefined;
  return {
    operationId,
    method,
    path,
    parameters: operation.parameters.flatMap((parameter) => compileParameter(schemas, parameter)),
    ...(querystring && { querystring: compileQuerystring(schemas, querystring) }),
    ...(strictQuery && { strictQuery }),
    ...(body && { requestBody: compileRequestBody(schemas, resolver.resolve(body)) }),
    responses: Object.fromEntries(responses),
    security: operation.security.map(securityRequirement),
    ...(lifecycle && { lifecycle }),
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

/** Maps all items before it throws, so that an author reads every fault at once. */
function collectFaults<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Result[] {
  const faults: DocumentFault[] = [];
  const results = items.flatMap((item) => {
    try {
      return [map(item)];
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      faults.push(...error.faults);
      return [];
    }
  });
  if (faults.length > 0) throw new DocumentError(faults);
  return results;
}
