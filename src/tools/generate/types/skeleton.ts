import {
  getOrMake,
  contentKind,
  type Use,
  asObject,
  isJsonObject,
  members,
  childPointer,
  valueAt,
  type Operation,
  type Located,
  type Resolver,
  METHODS,
  operationsIn,
} from '../../document';
import { framingOf, groupBy, parseMediaType, pointerKeys } from 'openapi-trellis/tools';
import type {
  ComponentsObject,
  OpenAPI3,
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi-typescript';
import { isReserved } from '../../samples';
import { partsAreBytes } from '../compile/compile-form';
import { SchemaUses } from '../compile/schema-uses';
import { clientBody, type ClientBody } from './content-types';
import { QUERYSTRING } from './layout';
import { commentOf } from './comments';

type RequestUse = Exclude<Use, 'response'>;

/** The document for openapi-typescript, and the contents of its placeholders, by number. */
interface Skeleton {
  readonly document: OpenAPI3;
  readonly fillings: readonly Placeholder[];
  /** True when it has temporary places for features unknown to openapi-typescript (layout.ts). */
  readonly hasPlaces: boolean;
}

/**
 * The document for openapi-typescript: paths, operations and components as the service takes them, with a placeholder
 * for each name, comment and type. Path items and chained references are inlined, and each operation has its name and
 * actual parameters. The placeholders are replaced afterwards, which keeps the author's names and texts from being
 * misread.
 */
export function skeletonOf(resolver: Resolver, operations: readonly Operation[]): Skeleton {
  const builder = new SkeletonBuilder(resolver);
  const document = builder.document(operations);
  return { document, fillings: builder.tokens.fillings, hasPlaces: builder.hasPlaces };
}

interface ItemOperation extends Located {
  readonly method: string;
  readonly operationId: unknown;
  readonly parameters: readonly Located[];
}

/** The methods that openapi-typescript knows. */
const LAID_OUT = METHODS.filter((method) => method !== 'query');

class SkeletonBuilder {
  readonly tokens = new Placeholders();
  hasPlaces = false;
  private readonly operationIds = new Set<string>();

  constructor(private readonly resolver: Resolver) {}

  document(operations: readonly Operation[]): OpenAPI3 {
    const { webhooks } = asObject(this.resolver.document);
    const byPath = groupBy(operations, ({ path }) => path);
    return {
      openapi: '3.1.0',
      info: { title: 'types', version: '1' },
      paths: Object.fromEntries(
        [...byPath].flatMap(([path, group]) =>
          this.pathItems(
            path,
            this.resolver.resolve(childPointer('', 'paths', path)),
            group,
            'input',
          ),
        ),
      ),
      ...(isJsonObject(webhooks) && { webhooks: this.webhooks('/webhooks') }),
      components: this.components(),
    };
  }

  private schema(pointer: string, use?: Use): SchemaObject {
    return this.typed(pointer, { schema: { pointer, use }, client: undefined });
  }

  private typed(pointer: string, filling: Placeholder): SchemaObject {
    const schema = valueAt(this.resolver.document, pointer);
    return { type: 'string', $comment: this.tokens.of(filling), ...this.tokens.comment(schema) };
  }

  /** Without schemas, which are named only and may be many (type-declarations.ts). */
  private components(): ComponentsObject {
    const all = <T>(section: string, map: (located: Located) => T): Record<string, T> =>
      this.all(childPointer('/components', section), map);
    return {
      responses: all('responses', this.response),
      parameters: all('parameters', (each) => this.parameter(each, 'input')),
      requestBodies: all('requestBodies', (each) => this.requestBody(each, 'input')),
      headers: all('headers', (header) => this.valueOf(header, 'response')),
      pathItems: this.webhooks('/components/pathItems'),
    };
  }

  /** Maps the members of an object at a pointer, resolving references. */
  private all<T>(pointer: string, map: (located: Located, name: string) => T): Record<string, T> {
    const names = Object.keys(asObject(valueAt(this.resolver.document, pointer)));
    const entries = names.map((name) => {
      const located = this.resolver.resolve(childPointer(pointer, name));
      return [this.tokens.name(name), map(located, name)] as const;
    });
    return Object.fromEntries(entries);
  }

  /** The path item, and a temporary one for each operation that openapi-typescript does not know. */
  private pathItems(
    name: string,
    item: Located,
    operations: readonly ItemOperation[],
    use: RequestUse,
  ): [string, PathItemObject][] {
    const parameters = this.taken(this.parametersOf(item), use);
    const laidOut: PathItemObject = { parameters };
    const items: [string, PathItemObject][] = [[this.tokens.name(name), laidOut]];
    for (const operation of operations) {
      const field = LAID_OUT.find((each) => each.toUpperCase() === operation.method);
      const value = {
        ...this.ownId(operation.operationId),
        ...this.operation(operation, use),
        parameters: this.taken(operation.parameters, use),
      };
      if (field !== undefined) laidOut[field] = value;
      else items.push([this.placeOf(name, operation.method), { parameters, get: value }]);
    }
    return items;
  }

  /** The name of a temporary item: several words that name its operation's place (layout.ts). */
  private placeOf(item: string, method: string): string {
    this.hasPlaces = true;
    const place =
      method === 'QUERY' ? ['query'] : ['additionalOperations', this.tokens.name(method)];
    return [this.tokens.name(item), ...place].join(' ');
  }

  /** Path items whose operations the service does not serve. */
  private webhooks(pointer: string): Record<string, PathItemObject> {
    const names = Object.keys(asObject(valueAt(this.resolver.document, pointer)));
    const items = names.flatMap((name) => {
      const item = this.resolver.resolve(childPointer(pointer, name));
      const operations = operationsIn(item.value, item.pointer).map((operation) => {
        const { operationId } = operation.value;
        return { ...operation, operationId, parameters: this.parametersOf(operation) };
      });
      return this.pathItems(name, item, operations, 'request');
    });
    return Object.fromEntries(items);
  }

  /** The operationId, if there is one and it is unique so far. */
  private ownId(operationId: unknown): { operationId?: string } {
    if (typeof operationId !== 'string' || this.operationIds.has(operationId)) return {};
    this.operationIds.add(operationId);
    return { operationId: this.tokens.name(operationId) };
  }

  private parametersOf({ pointer, value }: Located): Located[] {
    if (!Array.isArray(value.parameters)) return [];
    return value.parameters.map((_, index) =>
      this.resolver.resolve(childPointer(pointer, 'parameters', index)),
    );
  }

  private taken(
    parameters: readonly Located[],
    use: RequestUse,
  ): (ParameterObject | ReferenceObject)[] {
    return parameters
      .filter(({ value }) => !isReserved(value))
      .map((parameter) => this.shared(parameter, (at) => this.parameter(at, use)));
  }

  private operation({ pointer, value }: Located, use: RequestUse): OperationObject {
    const body = childPointer(pointer, 'requestBody');
    const responses = members(value.responses).map(([key]) => {
      const at = this.resolver.resolve(childPointer(pointer, 'responses', key));
      return [key, this.shared(at, this.response)] as const;
    });
    return {
      ...this.tokens.comment(value),
      ...('requestBody' in value && {
        requestBody: this.shared(this.resolver.resolve(body), (at) => this.requestBody(at, use)),
      }),
      responses: Object.fromEntries(responses),
    };
  }

  /** A reference to a component; anything else is inlined. */
  private shared<T>(located: Located, map: (located: Located) => T): T | ReferenceObject {
    const [root, section = '', name = '', ...more] = pointerKeys(located.pointer);
    if (root !== 'components' || more.length > 0) return map(located);
    return { $ref: `#${childPointer('', 'components', section, this.tokens.name(name))}` };
  }

  private readonly parameter = (parameter: Located, use: RequestUse): ParameterObject => {
    const { name, in: location } = parameter.value;
    if (location === 'querystring') {
      this.hasPlaces = true;
      return { ...this.valueOf(parameter, use), in: 'query', name: QUERYSTRING };
    }
    return {
      ...this.valueOf(parameter, use),
      name: this.tokens.name(String(name)),
      // The document's structure is already validated.
      in: location as ParameterObject['in'],
    };
  };

  /** The common part of parameters and headers; `content` has a single media type. */
  private valueOf({ pointer, value }: Located, use: Use) {
    const [mediaType] = Object.keys(asObject(value.content));
    const at = mediaType === undefined ? pointer : childPointer(pointer, 'content', mediaType);
    return {
      ...this.tokens.comment(value),
      required: value.required === true,
      schema: this.schema(childPointer(at, 'schema'), use),
    };
  }

  private readonly requestBody = (
    { pointer, value }: Located,
    use: RequestUse,
  ): RequestBodyObject => ({
    ...this.tokens.comment(value),
    required: value.required === true,
    content: this.content(pointer, use),
  });

  private readonly response = ({ pointer, value }: Located): ResponseObject => ({
    description: '',
    ...this.tokens.comment(value),
    headers: this.all(childPointer(pointer, 'headers'), (each) => this.valueOf(each, 'response')),
    content: this.content(pointer, 'response'),
  });

  private content(pointer: string, use: Use): RequestBodyObject['content'] {
    const contents = childPointer(pointer, 'content');
    return this.all(contents, ({ pointer: at }, mediaType) => {
      const client = clientBody(this.resolver, mediaType, at, use);
      if (contentKind(this.resolver, mediaType, at) !== 'items') {
        const schema = childPointer(at, 'schema');
        return { schema: this.typed(schema, { schema: { pointer: schema, use }, client }) };
      }
      const items = childPointer(at, 'itemSchema');
      const isParts = framingOf(parseMediaType(mediaType)?.essence ?? '') === 'parts';
      const bytes = isParts ? partsAreBytes(new SchemaUses(this.resolver), at) : [];
      return { schema: this.typed(items, { items: { pointer: items, use }, bytes, client }) };
    });
  }
}

/** A schema and its use; undefined: any use. */
export interface SchemaUse {
  readonly pointer: string;
  readonly use: Use | undefined;
}

export type Placeholder =
  | { readonly name: string }
  | { readonly comment: string }
  | { readonly schema: SchemaUse; readonly client: ClientBody }
  | ItemsPlaceholder;

/** Items of a sequential media type; for parts, whether each encoding is of bytes. */
export interface ItemsPlaceholder {
  readonly items: SchemaUse;
  readonly bytes: readonly boolean[];
  readonly client: ClientBody;
}

/** Placeholders in a skeleton: identifiers that openapi-typescript never generates. */
class Placeholders {
  /** A placeholder is a dollar sign and the index of its entry. */
  readonly fillings: Placeholder[] = [];
  private readonly names = new Map<string, string>();

  of(filling: Placeholder): string {
    return `$${this.fillings.push(filling) - 1}`;
  }

  /** One placeholder for each name, wherever it occurs. */
  name(name: string): string {
    return getOrMake(this.names, name, () => this.of({ name }));
  }

  /** A placeholder for the value's comment, as its description; none without a comment. */
  comment(value: unknown): { description?: string } {
    const comment = commentOf(value);
    return comment === '' ? {} : { description: this.of({ comment }) };
  }
}
