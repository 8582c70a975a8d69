import type {
  CompiledContract,
  CompiledMediaType,
  CompiledOperation,
  CompiledParameter,
  CompiledRequestBody,
  CompiledResponse,
  ParameterLocation,
  SecurityScheme,
} from '../../src/contract/compiled-contract';
import { isJson, parseMediaType } from '../../src/contract/media-type';
import { DocumentError, type DocumentFault } from './document-error';
import { isJsonObject, members, type JsonObject } from './json-object';
import { childPointer, valueAt } from './json-pointer';
import { securityRequirement, type Operation } from './operations';
import { parameterTypes } from './parameter-types';
import type { Located, Resolver } from './resolve';
import { basePathsOf } from './servers';
import { ShapeBuilder } from './shapes';
import type { Direction } from './direction';
import type { ValidatorRequest } from './validators';

/** A contract as data, and the validators that it names. */
export interface ContractParts {
  readonly contract: CompiledContract;
  readonly validators: readonly ValidatorRequest[];
}

/**
 * From a checked document to the data that the service runs on.
 *
 * @throws DocumentError for what the service cannot serve yet, with its place
 */
export function compileContract(
  resolver: Resolver,
  operations: readonly Operation[],
): ContractParts {
  return new ContractCompiler(resolver).compile(operations);
}

class ContractCompiler {
  private readonly requests = new Map<string, ValidatorRequest>();
  private readonly shapes: Record<Direction, ShapeBuilder>;

  constructor(private readonly resolver: Resolver) {
    const builder = (direction: Direction): ShapeBuilder =>
      new ShapeBuilder(resolver, direction, this.validatorFor);
    this.shapes = { request: builder('request'), reply: builder('reply') };
  }

  compile(operations: readonly Operation[]): ContractParts {
    const { document } = this.resolver;
    const compiled = collectFaults(operations, (operation) => this.operation(operation));
    const contract = {
      operations: compiled,
      securitySchemes: this.securitySchemes(),
      basePaths: basePathsOf(document),
      shapes: { ...this.shapes.request.shapes, ...this.shapes.reply.shapes },
    };
    return { contract, validators: [...this.requests.values()] };
  }

  private operation(operation: Operation): CompiledOperation {
    const { operationId, method, path, pointer, value } = operation;
    const responses = members(value.responses).map(([key]) => {
      const at = this.resolver.resolve(childPointer(pointer, 'responses', key));
      return [key.toUpperCase() === 'DEFAULT' ? 'default' : key, this.response(at)] as const;
    });
    return {
      operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters.flatMap((parameter) => this.parameter(parameter)),
      ...('requestBody' in value && { requestBody: this.requestBody(pointer) }),
      responses: Object.fromEntries(responses),
      security: operation.security.map(securityRequirement),
    };
  }

  /** @see https://spec.openapis.org/oas/v3.1.1#parameter-object */
  private parameter({ pointer, value }: Located): CompiledParameter[] {
    const name = String(value.name);
    const location = value.in as ParameterLocation;
    if (location === 'header' && RESERVED_HEADERS.has(name.toLowerCase())) return [];
    const style = location === 'query' || location === 'cookie' ? 'form' : 'simple';
    if ('content' in value) throw unsupported(pointer, 'a parameter with "content"');
    if ((value.style ?? style) !== style) {
      throw unsupported(pointer, `the style "${String(value.style)}"`);
    }
    const schemaPointer = childPointer(pointer, 'schema');
    const { types, array } = parameterTypes(this.resolver, pointer, schemaPointer);
    return [
      {
        name,
        in: location,
        required: value.required === true,
        types,
        array,
        explode: value.explode === undefined ? style === 'form' : value.explode === true,
        validator: this.validatorFor(schemaPointer, 'request'),
        shape: this.shapes.request.shapeOf(value.schema, schemaPointer),
      },
    ];
  }

  private requestBody(pointer: string): CompiledRequestBody {
    const body = this.resolver.resolve(childPointer(pointer, 'requestBody'));
    return {
      required: body.value.required === true,
      content: this.content(body, 'request'),
    };
  }

  private response(response: Located): CompiledResponse {
    const headers = Object.keys(asObject(response.value.headers))
      .filter((name) => name.toLowerCase() !== 'content-type')
      .map((name) => {
        const header = this.resolver.resolve(childPointer(response.pointer, 'headers', name));
        return [name, { required: header.value.required === true }] as const;
      });
    return { headers: Object.fromEntries(headers), content: this.content(response, 'reply') };
  }

  private content(
    { pointer, value }: Located,
    direction: Direction,
  ): Record<string, CompiledMediaType> {
    const entries = Object.entries(asObject(value.content)).map(([mediaType, media]) => {
      const at = childPointer(pointer, 'content', mediaType);
      if (!isSupported(mediaType, direction))
        throw unsupported(at, `the media type "${mediaType}"`);
      const schemaPointer = childPointer(at, 'schema');
      const schema = isJsonObject(media) ? media.schema : undefined;
      const compiled: CompiledMediaType = {
        validator: this.validatorFor(schema === undefined ? '' : schemaPointer, direction),
        shape: this.shapes[direction].shapeOf(schema, schemaPointer),
      };
      return [mediaType, compiled] as const;
    });
    return Object.fromEntries(entries);
  }

  /** @see https://spec.openapis.org/oas/v3.1.1#security-scheme-object */
  private securitySchemes(): Record<string, SecurityScheme> {
    const pointer = childPointer('', 'components', 'securitySchemes');
    const schemes = members(valueAt(this.resolver.document, pointer)).map(([name]) => {
      const { value } = this.resolver.resolve(childPointer(pointer, name));
      return [name, securityScheme(value)] as const;
    });
    return Object.fromEntries(schemes);
  }

  /** The name of the validator for a schema; a schema that is only a reference shares its target's. */
  private readonly validatorFor = (pointer: string, direction: Direction): string => {
    const { pointer: target } = pointer === '' ? { pointer } : this.effective(pointer);
    const name = `${direction} ${target}`;
    this.requests.set(name, { name, pointer: target, direction });
    return name;
  };

  /** The schema at a pointer, or the one that it is nothing but a reference to. */
  private effective(pointer: string): Located {
    let at = pointer;
    for (;;) {
      const value = valueAt(this.resolver.document, at);
      if (!isJsonObject(value)) return { pointer: at, value: {} };
      const reference = value.$ref;
      if (typeof reference !== 'string' || Object.keys(value).length > 1) {
        return { pointer: at, value };
      }
      at = this.resolver.target(reference, at);
    }
  }
}

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-9 */
const RESERVED_HEADERS = new Set(['accept', 'authorization', 'content-type']);

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

/** JSON; a range such as `application/*+json` may be accepted, but is not the type of a reply. */
function isSupported(mediaType: string, direction: Direction): boolean {
  const essence = parseMediaType(mediaType)?.essence;
  if (essence === undefined || !isJson(essence)) return false;
  return direction === 'request' || !essence.includes('*');
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function unsupported(pointer: string, what: string): DocumentError {
  return new DocumentError([{ pointer, message: `${what} is not supported yet` }]);
}
