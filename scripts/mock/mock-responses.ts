import {
  type CompiledOperation,
  describeError,
  Failure,
  failureKinds,
  forbidsContent,
  type HandlerResponse,
  isJson,
  parseMediaType,
} from '../../src/contract';
import { exampleValues, namedExamples } from '../examples/example-objects';
import { concreteMediaType, serializeBody } from '../examples/serialize-body';

import {
  childPointer,
  isJsonObject,
  type JsonObject,
  type LoadedContract,
  type Located,
  entries,
  members,
  type Operation,
  valueAt,
  type ValueMaker,
} from '../generate/index';
import { chooseMediaType, memberOf } from './choose-media-type';
import { responseForCode, usualResponse, type ChosenResponse } from './choose-response';
import type { Preferences } from './preferences';

/** What a client says of the response that it wants. */
export interface MockWishes {
  readonly preferences: Preferences;
  /** The values of Accept headers. */
  readonly accept: readonly string[];
  /** Told of each preference that was met, such as `code=404`. */
  readonly onApplied: (preference: string) => void;
}

/** Headers that belong to the connection or to how content is carried, which no mock may invent. */
const CARRIERS = new Set(
  ['connection', 'content-encoding', 'content-length', 'content-type', 'date', 'keep-alive'].concat(
    ['trailer', 'transfer-encoding', 'upgrade'],
  ),
);

/** Makes responses of a document's operations: from its examples, else from its schemas. */
export class MockResponses {
  private readonly operations: ReadonlyMap<string, readonly [CompiledOperation, Operation]>;
  private readonly reported = new Set<string>();
  private dynamicResponses = 0;

  /**
   * @param report told, once each, of what could not be made as the document wants it
   */
  constructor(
    private readonly loaded: LoadedContract,
    private readonly maker: ValueMaker,
    private readonly report: (pointer: string, message: string) => void,
  ) {
    const written = new Map(loaded.operations.map((each) => [each.operationId, each]));
    this.operations = new Map(
      loaded.contract.operations.flatMap((compiled) => {
        const operation = written.get(compiled.operationId);
        return operation ? [[compiled.operationId, [compiled, operation] as const] as const] : [];
      }),
    );
  }

  /** A response that the document states; a failure where it states none. */
  response(operationId: string, wishes: MockWishes): HandlerResponse | Failure {
    const [compiled, operation] = this.operations.get(operationId) ?? [];
    const chosen = compiled && this.choose(compiled, wishes);
    if (operation === undefined || chosen === undefined) {
      const message = `The document states no response of the operation "${operationId}"`;
      return new Failure(failureKinds.notImplemented, message);
    }
    const response = this.responseAt(operation, chosen.key);
    const { status } = chosen;
    const headers = this.headers(response);
    const content = forbidsContent(status) ? undefined : this.content(response, wishes);
    return { status, headers, ...content };
  }

  private choose(operation: CompiledOperation, wishes: MockWishes): ChosenResponse | undefined {
    const { code } = wishes.preferences;
    const wanted = code === undefined ? undefined : responseForCode(operation, code);
    if (wanted !== undefined) wishes.onApplied(`code=${wanted.status}`);
    return wanted ?? usualResponse(operation);
  }

  /** The compiled key of `default` is in lower case, however the document writes it. */
  private responseAt({ pointer, value }: Operation, key: string): Located {
    const [written] =
      members(value.responses).find(([name]) => name.toLowerCase() === key.toLowerCase()) ?? [];
    return this.loaded.resolver.resolve(childPointer(pointer, 'responses', written ?? key));
  }

  private content(
    response: Located,
    wishes: MockWishes,
  ): Pick<HandlerResponse, 'body' | 'mediaType'> | undefined {
    const offers = entries(response.value.content).map(([name]) => name);
    const mediaType = chooseMediaType(offers, wishes.accept);
    if (mediaType === undefined) return undefined;
    const pointer = childPointer(response.pointer, 'content', mediaType);
    const value = valueAt(this.loaded.resolver.document, pointer);
    const media = { pointer, value: isJsonObject(value) ? value : {} };
    const body = this.body(media, wishes);
    const concrete = memberOf(mediaType, wishes.accept);
    return { mediaType: concrete, body: encodable(concrete, media.value, body) };
  }

  private body(media: Located, { preferences, onApplied }: MockWishes): unknown {
    if (preferences.dynamic === true) {
      onApplied('dynamic=true');
      return this.made(media, { examples: false, vary: String(++this.dynamicResponses) });
    }
    const examples = namedExamples(media.value, (example) => this.resolveExample(example));
    const { example: name } = preferences;
    const named = name === undefined ? undefined : examples.get(name);
    if (named !== undefined && this.isValid(media, named)) {
      onApplied(`example=${/^[\w.-]+$/.test(name ?? '') ? name : JSON.stringify(name)}`);
      return named;
    }
    for (const example of examples.values()) if (this.isValid(media, example)) return example;
    return this.made(media, {});
  }

  /** @see https://spec.openapis.org/oas/v3.1.1#example-object */
  private resolveExample(example: JsonObject): JsonObject {
    const { $ref } = example;
    if (typeof $ref !== 'string') return example;
    return this.loaded.resolver.resolve(this.loaded.resolver.target($ref, '')).value;
  }

  private isValid({ pointer, value }: Located, example: unknown): boolean {
    if (!isCheckable(pointer, value)) return true;
    const error = this.maker.errorOf(childPointer(pointer, 'schema'), 'response', example);
    if (error === undefined) return true;
    const message = `an example ${describeError(error)}; another one or a made value is sent instead`;
    this.reportOnce(pointer, message);
    return false;
  }

  private made(
    { pointer, value }: Located,
    options: { readonly examples?: boolean; readonly vary?: string },
  ): unknown {
    if (!('schema' in value)) return 'example';
    const at = childPointer(pointer, 'schema');
    const made = this.maker.make(at, 'response', options);
    if (made.error !== undefined) {
      this.reportOnce(
        at,
        `no valid value was found; the one that is sent ${describeError(made.error)}`,
      );
    }
    return made.value;
  }

  private headers(response: Located): Record<string, unknown> {
    const headers = entries(response.value.headers)
      .filter(([name]) => !CARRIERS.has(name.toLowerCase()))
      .map(([name]) => {
        const pointer = childPointer(response.pointer, 'headers', name);
        return [name, this.header(this.loaded.resolver.resolve(pointer))] as const;
      });
    return Object.fromEntries(headers);
  }

  /** undefined for a header that need not be there and of which no valid value was found. */
  private header({ pointer, value }: Located): unknown {
    const [mediaType] = entries(value.content)[0] ?? [];
    const at =
      mediaType === undefined
        ? childPointer(pointer, 'schema')
        : childPointer(pointer, 'content', mediaType, 'schema');
    const isRight = (example: unknown): boolean =>
      this.maker.errorOf(at, 'response', example) === undefined;
    const example = exampleValues(value).find(isRight);
    if (example !== undefined) return example;
    const made = this.maker.make(at, 'response');
    if (made.error === undefined) return made.value;
    if (value.required !== true) return undefined;
    this.reportOnce(
      at,
      `no valid value was found; the one that is sent ${describeError(made.error)}`,
    );
    return made.value;
  }

  private reportOnce(pointer: string, message: string): void {
    if (this.reported.has(pointer + message)) return;
    this.reported.add(pointer + message);
    this.report(pointer, message);
  }
}

/** Only JSON has the values that schemas speak of; examples of other types are texts. */
function isCheckable(pointer: string, media: JsonObject): boolean {
  return 'schema' in media && isJsonType(pointer.split('/').at(-1)?.replaceAll('~1', '/') ?? '');
}

function isJsonType(mediaType: string): boolean {
  return isJson(parseMediaType(concreteMediaType(mediaType))?.essence ?? '');
}

/** The value for JSON, else the text or bytes that are sent. */
function encodable(mediaType: string, media: JsonObject, body: unknown): unknown {
  if (isJsonType(mediaType)) return body;
  const { bytes } = serializeBody(mediaType, media, body);
  const essence = parseMediaType(mediaType)?.essence ?? '';
  return essence.startsWith('text/') || /[/+]xml$/.test(essence) ? bytes.toString() : bytes;
}
