import { isReservedHeader } from '../compile/compile-parameter';
import type { Direction } from '../schemas/direction';
import { asObject, isJsonObject, members, type JsonObject } from '../document/json-object';
import { childPointer, pointerKeys, valueAt } from '../document/json-pointer';
import type { Operation } from '../document/operations';
import type { Located, Resolver } from '../document/resolve';
import { METHODS } from '../document/walk-document';
import { annotations } from './comments';
import { safeName } from './safe-names';

/** The field by which a stand-in says which schema it stands for. */
export const STANDS_FOR = 'x-stands-for';

/** What stands for a schema in the document that openapi-typescript gets. */
export interface StandIn {
  readonly pointer: string;
  readonly direction: Direction | undefined;
}

/**
 * The document that openapi-typescript gets: what the service makes of the author's, with only what types
 * are made of. Path items and references to references are written out, each operation has its name and
 * the parameters that it really takes, and for each schema there is a stand-in, which its `transform`
 * hook turns into a type.
 */
export function typesDocument(
  resolver: Resolver,
  operations: readonly Operation[],
  standIns: Map<string, StandIn>,
): JsonObject {
  const builder = new TypesDocument(resolver, operations, standIns);
  return builder.document();
}

class TypesDocument {
  private readonly byPath = new Map<string, Operation[]>();

  constructor(
    private readonly resolver: Resolver,
    operations: readonly Operation[],
    private readonly standIns: Map<string, StandIn>,
  ) {
    for (const operation of operations) {
      const { path } = operation;
      this.byPath.set(path, [...(this.byPath.get(path) ?? []), operation]);
    }
  }

  document(): JsonObject {
    const { document } = this.resolver;
    const { components, webhooks } = asObject(document);
    return {
      openapi: '3.1.0',
      info: { title: 'types', version: '1' },
      paths: Object.fromEntries(
        [...this.byPath].map(([path, operations]) => [
          safeName(path),
          this.pathItem(path, operations),
        ]),
      ),
      ...(isJsonObject(webhooks) && { webhooks: this.all('/webhooks', this.webhook) }),
      ...(isJsonObject(components) && { components: this.components() }),
    };
  }

  private components(): JsonObject {
    const all = <T>(kind: string, map: (located: Located) => T): Record<string, T> =>
      this.all(childPointer('/components', kind), map);
    const schemas = members(valueAt(this.resolver.document, '/components/schemas'));
    return {
      schemas: Object.fromEntries(
        schemas.map(([name]) => [
          safeName(name),
          this.standIn(childPointer('/components/schemas', name), undefined),
        ]),
      ),
      responses: all('responses', this.response),
      parameters: all('parameters', (each) => this.parameter(each, 'request')),
      requestBodies: all('requestBodies', this.requestBody),
      headers: all('headers', (each) => this.parameter(each, 'response')),
      pathItems: all('pathItems', this.webhook),
    };
  }

  /** Maps the members of the object at a pointer, through references. */
  private all<T>(pointer: string, map: (located: Located) => T): Record<string, T> {
    const names = Object.keys(asObject(valueAt(this.resolver.document, pointer)));
    const entries = names.map((name) => {
      return [safeName(name), map(this.resolver.resolve(childPointer(pointer, name)))] as const;
    });
    return Object.fromEntries(entries);
  }

  private pathItem(path: string, operations: readonly Operation[]): JsonObject {
    const item = this.resolver.resolve(childPointer('', 'paths', path));
    const entries = operations.map((operation) => [
      operation.method,
      {
        operationId: safeName(operation.operationId),
        ...this.operation(operation),
        parameters: operation.parameters
          .filter((parameter) => !isReservedHeader(parameter.value))
          .map((parameter) => this.shared(parameter, (each) => this.parameter(each, 'request'))),
      },
    ]);
    return { ...annotations(item.value), ...(Object.fromEntries(entries) as JsonObject) };
  }

  /** A path item whose operations the service does not carry out. */
  private readonly webhook = (item: Located): JsonObject => {
    const methods = METHODS.filter((method) => isJsonObject(item.value[method]));
    const entries = methods.map((method) => {
      const pointer = childPointer(item.pointer, method);
      const value = item.value[method] as JsonObject;
      const parameters = this.parameters({ pointer, value });
      return [method, { ...this.operation({ pointer, value }), parameters }];
    });
    return {
      ...annotations(item.value),
      parameters: this.parameters(item),
      ...(Object.fromEntries(entries) as JsonObject),
    };
  };

  private parameters({ pointer, value }: Located): JsonObject[] {
    if (!Array.isArray(value.parameters)) return [];
    return value.parameters.map((_, index) =>
      this.parameter(this.resolver.resolve(childPointer(pointer, 'parameters', index)), 'request'),
    );
  }

  private operation({ pointer, value }: Located): JsonObject {
    const body = childPointer(pointer, 'requestBody');
    const responses = members(value.responses).map(([key]) => {
      const at = this.resolver.resolve(childPointer(pointer, 'responses', key));
      return [key, this.shared(at, this.response)];
    });
    return {
      ...annotations(value),
      ...('requestBody' in value && {
        requestBody: this.shared(this.resolver.resolve(body), this.requestBody),
      }),
      responses: Object.fromEntries(responses),
    };
  }

  /** A reference to a component, or what is written elsewhere. */
  private shared(located: Located, map: (located: Located) => JsonObject): JsonObject {
    const [root, kind = '', name = '', ...more] = pointerKeys(located.pointer);
    if (root !== 'components' || more.length > 0) return map(located);
    return { $ref: `#${childPointer('', 'components', kind, safeName(name))}` };
  }

  private parameter({ pointer, value }: Located, direction: Direction): JsonObject {
    const [mediaType] = Object.keys(asObject(value.content));
    const at = mediaType === undefined ? pointer : childPointer(pointer, 'content', mediaType);
    const { name, in: location, required } = value;
    return {
      ...annotations(value),
      name: safeName(String(name)),
      in: location,
      required: required === true,
      schema: this.standIn(childPointer(at, 'schema'), direction),
    };
  }

  private readonly requestBody = ({ pointer, value }: Located): JsonObject => ({
    ...annotations(value),
    required: value.required === true,
    content: this.content(pointer, 'request'),
  });

  private readonly response = ({ pointer, value }: Located): JsonObject => ({
    description: '',
    ...annotations(value),
    headers: this.all(childPointer(pointer, 'headers'), (each) => this.parameter(each, 'response')),
    content: this.content(pointer, 'response'),
  });

  private content(pointer: string, direction: Direction): Record<string, JsonObject> {
    return this.all(childPointer(pointer, 'content'), ({ pointer: at }) => ({
      schema: this.standIn(childPointer(at, 'schema'), direction),
    }));
  }

  private standIn(pointer: string, direction: Direction | undefined): JsonObject {
    const key = `${direction ?? ''} ${pointer}`;
    this.standIns.set(key, { pointer, direction });
    const schema = valueAt(this.resolver.document, pointer);
    return { ...annotations(schema), type: 'object', [STANDS_FOR]: key };
  }
}
