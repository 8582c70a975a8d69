import type { CompiledOperation } from '../../../src/contract/compiled-contract';
import type { LoadedContract } from '../../generate/in-memory';
import { members } from '../../generate/document/json-object';
import { childPointer, valueAt } from '../../generate/document/json-pointer';
import type { Operation } from '../../generate/document/operations';
import type { Located } from '../../generate/document/resolve';
import type { Construct } from './construct';
import { KeywordProbes } from './keyword-probes';
import { SchemaConstructs } from './schema-constructs';

/**
 * Every construct of a document that says something of requests and responses, and what enforces it by the
 * contract that was compiled from it.
 *
 * @param operationTypes the generated file that binds handlers to their operations
 */
export function constructsOf(loaded: LoadedContract, operationTypes: string): Construct[] {
  return new Constructs(loaded, operationTypes).all();
}

class Constructs {
  private readonly schemas: SchemaConstructs;

  constructor(
    private readonly loaded: LoadedContract,
    private readonly operationTypes: string,
  ) {
    this.schemas = new SchemaConstructs(loaded.resolver, new KeywordProbes());
  }

  all(): Construct[] {
    const { contract, operations } = this.loaded;
    const compiled = new Map(contract.operations.map((each) => [each.operationId, each]));
    return [
      ...operations.flatMap((operation) =>
        this.operation(operation, compiled.get(operation.operationId)),
      ),
      ...this.securitySchemes(),
    ];
  }

  private operation(operation: Operation, compiled: CompiledOperation | undefined): Construct[] {
    const typed = this.operationTypes.includes(operation.operationId);
    const { pointer, value } = operation;
    return [
      {
        kind: 'operation',
        pointer,
        enforcers: [
          ...(typed ? ['types' as const] : []),
          ...(compiled ? ['decoding' as const] : []),
        ],
      },
      ...operation.parameters.flatMap((each) => this.parameter(each, compiled)),
      ...('requestBody' in value ? this.requestBody(operation, compiled) : []),
      ...members(value.responses).flatMap(([key]) => this.response(operation, key, compiled)),
    ];
  }

  private parameter(
    { pointer, value }: Located,
    operation: CompiledOperation | undefined,
  ): Construct[] {
    const found = operation?.parameters.find(
      ({ in: location, name }) => location === value.in && name === value.name,
    );
    const reserved = found === undefined && value.in === 'header';
    const kind = reserved ? 'reserved header parameter' : `${String(value.in)} parameter`;
    const enforcers = found === undefined ? [] : (['types', 'decoding', 'validation'] as const);
    const [mediaType] = members(value.content)[0] ?? [];
    const schema =
      mediaType === undefined
        ? childPointer(pointer, 'schema')
        : childPointer(pointer, 'content', mediaType, 'schema');
    return [{ kind, pointer, enforcers }, ...(found ? this.schemas.of(schema, 'request') : [])];
  }

  private requestBody(
    { pointer }: Operation,
    operation: CompiledOperation | undefined,
  ): Construct[] {
    const body = this.loaded.resolver.resolve(childPointer(pointer, 'requestBody'));
    return members(body.value.content).flatMap(([mediaType]) => {
      const compiled = operation?.requestBody?.content[mediaType];
      const at = childPointer(body.pointer, 'content', mediaType);
      const enforcers = compiled ? (['types', 'decoding', 'validation'] as const) : [];
      const checked = compiled !== undefined && isValidated(compiled);
      return [
        { kind: 'media type of a request', pointer: at, enforcers },
        ...this.schemas.of(childPointer(at, 'schema'), 'request', checked),
      ];
    });
  }

  private response(
    { pointer }: Operation,
    key: string,
    operation: CompiledOperation | undefined,
  ): Construct[] {
    const response = this.loaded.resolver.resolve(childPointer(pointer, 'responses', key));
    const compiled = operation?.responses[key.toUpperCase() === 'DEFAULT' ? 'default' : key];
    const contents = members(response.value.content).flatMap(([mediaType]) => {
      const media = compiled?.content[mediaType];
      const at = childPointer(response.pointer, 'content', mediaType);
      const enforcers = media ? (['types', 'encoding'] as const) : [];
      const checked = media !== undefined && isValidated(media);
      return [
        { kind: 'media type of a response', pointer: at, enforcers },
        ...this.schemas.of(childPointer(at, 'schema'), 'response', checked),
      ];
    });
    const headers = members(response.value.headers).flatMap(([name]) => {
      const header = compiled?.headers[name];
      const at = childPointer(response.pointer, 'headers', name);
      const enforcers = header ? (['types', 'encoding'] as const) : [];
      const { pointer: written } = this.loaded.resolver.resolve(at);
      const checked = header !== undefined && isValidated(header);
      return [
        { kind: 'header of a response', pointer: at, enforcers },
        ...this.schemas.of(childPointer(written, 'schema'), 'response', checked),
      ];
    });
    const enforcers = compiled ? (['types', 'encoding'] as const) : [];
    return [{ kind: 'response', pointer: response.pointer, enforcers }, ...contents, ...headers];
  }

  /** A scheme is enforced where an operation asks for it. */
  private securitySchemes(): Construct[] {
    const pointer = childPointer('', 'components', 'securitySchemes');
    const { contract, resolver } = this.loaded;
    const asked = new Set(
      contract.operations.flatMap(({ security }) => security.flatMap((all) => Object.keys(all))),
    );
    return members(valueAt(resolver.document, pointer)).map(([name]) => ({
      kind: 'security scheme',
      pointer: childPointer(pointer, name),
      enforcers: asked.has(name) ? (['decoding'] as const) : [],
    }));
  }
}

/** True for compiled parts that have a validator, of their own or in their schema. */
function isValidated(part: object): boolean {
  return 'validator' in part || 'schema' in part;
}
