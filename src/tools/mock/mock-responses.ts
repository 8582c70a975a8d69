import {
  type CompiledOperation,
  describeError,
  Failure,
  failureContent,
  failureKinds,
  forbidsContent,
  type HandlerResponse,
  parseMediaType,
} from 'openapi-trellis/tools';
import {
  exampleItems,
  itemsAt,
  makeItems,
  type ItemsAt,
  namedExamples,
  partContent,
  serializeBody,
  type ValueGenerator,
  isJsonType,
} from '../samples';
import {
  admittedTypes,
  asObject,
  childPointer,
  contentKind,
  isJsonObject,
  type JsonObject,
  type Located,
  entries,
  members,
  type Operation,
  valueAt,
} from '../document';
import type { LoadedContract } from '../validators';
import {
  chooseMediaType,
  memberOf,
  responseForCode,
  defaultResponse,
  successesOf,
  type ChosenResponse,
  type Preferences,
} from './choose-response';
import { failureOf } from './failures';
import { MockHeaders, type ToldHeaders } from './mock-headers';

/** The client's wishes for a response. */
export interface MockWishes {
  readonly preferences: Preferences;
  /** The values of Accept headers. */
  readonly accept: readonly string[];
  /** Called with each applied preference, such as `code=404`. */
  readonly onApplied: (preference: string) => void;
  /** Called with warnings for the client about the response. */
  readonly onWarning: (warning: string) => void;
  /** Called if the content comes from the document instead of the given response. */
  readonly onNotShown?: () => void;
  /** Called with the fault of the content, if no valid content was found. */
  readonly onInvalid?: (message: string) => void;
}

/** A response whose content does not come from the document's examples and schemas. */
export interface GivenResponse {
  readonly chosen: ChosenResponse;
  /** The body by the schema at a JSON Pointer. */
  bodyFor(pointer: string): MadeBody;
  readonly headers: ToldHeaders;
}

/** A body with its warnings, or why there is none. */
export type MadeBody =
  { readonly value: unknown; readonly warnings: readonly string[] } | { readonly reason: string };

/** Makes responses of a document's operations: from its examples, else from its schemas. */
export class MockResponses {
  private readonly operations: ReadonlyMap<string, readonly [CompiledOperation, Operation]>;
  private readonly reported = new Set<string>();
  private readonly headers: MockHeaders;
  private dynamicResponses = 0;

  /** @param report called once for each part that could not be made as documented */
  constructor(
    private readonly loaded: LoadedContract,
    private readonly maker: ValueGenerator,
    private readonly report: (pointer: string, message: string) => void,
  ) {
    this.headers = new MockHeaders(loaded, maker, (pointer, message) => {
      this.reportOnce(pointer, message);
    });
    const written = new Map(loaded.operations.map((each) => [each.operationId, each]));
    this.operations = new Map(
      loaded.contract.operations.flatMap((compiled) => {
        const operation = written.get(compiled.operationId);
        return operation ? [[compiled.operationId, [compiled, operation] as const] as const] : [];
      }),
    );
  }

  /** A documented response; 204 if the operation has none, and a failure if none is final or can be written. */
  response(
    operationId: string,
    wishes: MockWishes,
    given?: GivenResponse,
  ): HandlerResponse | Failure {
    const [compiled, operation] = this.operations.get(operationId) ?? [];
    const chosen =
      given?.chosen ?? (compiled && operation && this.choose(compiled, operation, wishes));
    if (operation === undefined || chosen === undefined) {
      const message = `The document states no final response of the operation "${operationId}"`;
      return new Failure(failureKinds.notImplemented, message);
    }
    const { status, key } = chosen;
    if (key === undefined) {
      wishes.onWarning('no response is documented');
      return { status };
    }
    const response = this.responseAt(operation, key);
    const headers = this.headers.of(response, given?.headers);
    const content = forbidsContent(status)
      ? undefined
      : ((given ? undefined : this.failed(compiled, chosen, response, wishes)) ??
        this.content(response, wishes, given));
    if (content instanceof Failure) return content;
    return { status, headers, ...content };
  }

  /**
   * The service's documented error body, which explains the failure, unlike a generated value. Undefined if the
   * document has examples, or if no valid body describes a failure.
   */
  private failed(
    operation: CompiledOperation | undefined,
    { status, key = '' }: ChosenResponse,
    { value }: Located,
    { preferences }: MockWishes,
  ): Pick<HandlerResponse, 'body' | 'mediaType'> | undefined {
    const stated = operation?.responses[key];
    const media = entries(value.content).map(([, each]) => asObject(each));
    if (status < 400 || stated === undefined || preferences.dynamic === true) return undefined;
    if (media.some((each) => 'example' in each || 'examples' in each)) return undefined;
    const rules = { ...this.loaded, validateResponses: false, report: () => undefined };
    const { content, faults } = failureContent(rules, operation, stated, failureOf(status), status);
    if (content === undefined || faults.length > 0) return undefined;
    const { mediaType, body } = content;
    return { mediaType, body: isJsonType(mediaType) ? JSON.parse(body) : body };
  }

  private choose(
    compiled: CompiledOperation,
    operation: Operation,
    { preferences: { code }, accept, onApplied, onWarning }: MockWishes,
  ): ChosenResponse | undefined {
    const wanted = code && responseForCode(compiled, code.status);
    if (wanted !== undefined) onApplied(`${code?.name}=${wanted.status}`);
    const [first, ...others] = wanted === undefined ? successesOf(compiled) : [];
    if (first === undefined || others.length === 0) return wanted ?? defaultResponse(compiled);
    const isMade = (each: ChosenResponse): boolean => this.isMade(operation, each, accept);
    // A part is for those who ask for one.
    const other = isMade(first)
      ? undefined
      : others.find((each) => each.status !== 206 && isMade(each));
    if (other !== undefined)
      onWarning(`no valid value was found; ${other.status} is sent in place of ${first.status}`);
    return other ?? first;
  }

  /** False where no valid content is found. */
  private isMade(
    operation: Operation,
    { status, key = '' }: ChosenResponse,
    accept: readonly string[],
  ): boolean {
    const faults: string[] = [];
    const ignore = (): void => undefined;
    const onInvalid = (fault: string): number => faults.push(fault);
    const wishes = { preferences: {}, accept, onApplied: ignore, onWarning: ignore, onInvalid };
    if (!forbidsContent(status)) this.content(this.responseAt(operation, key), wishes);
    return faults.length === 0;
  }

  /** The compiled key of `default` is in lower case; the document's may not be. */
  private responseAt({ pointer, value }: Operation, key: string): Located {
    const [written] =
      members(value.responses).find(([name]) => name.toLowerCase() === key.toLowerCase()) ?? [];
    return this.loaded.resolver.resolve(childPointer(pointer, 'responses', written ?? key));
  }

  private content(
    response: Located,
    wishes: MockWishes,
    given?: GivenResponse,
  ): Pick<HandlerResponse, 'body' | 'mediaType'> | Failure | undefined {
    const offers = entries(response.value.content).map(([name]) => name);
    const mediaType = chooseMediaType(offers, wishes.accept, (offer) => {
      return this.isWritable(offer, this.mediaAt(response, offer));
    });
    if (mediaType === undefined) return undefined;
    const media = this.mediaAt(response, mediaType);
    const concrete = memberOf(mediaType, wishes.accept);
    const told = given && this.told(concrete, media, wishes, given);
    const body = told === undefined ? this.body(media, wishes) : told.value;
    if (body instanceof Failure) return body;
    const items = itemsAt(mediaType, media);
    if (items !== undefined) return { mediaType, body: framable(items, media.value, body) };
    if (isXmlType(concrete) && typeof body !== 'string') return unwritten(concrete, wishes);
    if (contentKind(this.loaded.resolver, mediaType, media.pointer) === 'json') {
      return { mediaType: concrete, body };
    }
    return encodable(concrete, media, body);
  }

  private mediaAt(response: Located, mediaType: string): Located {
    const pointer = childPointer(response.pointer, 'content', mediaType);
    const value = valueAt(this.loaded.resolver.document, pointer);
    return { pointer, value: isJsonObject(value) ? value : {} };
  }

  /** False for XML without a text in the document. */
  private isWritable(mediaType: string, media: Located): boolean {
    if (!isXmlType(mediaType) || this.examples(media).size > 0) return true;
    const schema = childPointer(media.pointer, 'schema');
    return admittedTypes(this.loaded.resolver, schema)?.includes('string') === true;
  }

  /** The given content; undefined if this media type cannot represent it. */
  private told(
    mediaType: string,
    media: Located,
    { onWarning, onNotShown }: MockWishes,
    given: GivenResponse,
  ): { readonly value: unknown } | undefined {
    const made: MadeBody =
      isJsonType(mediaType) && 'schema' in media.value
        ? given.bodyFor(childPointer(media.pointer, 'schema'))
        : { reason: `what is kept is not shown as ${mediaType}` };
    if ('value' in made) {
      made.warnings.forEach(onWarning);
      return made;
    }
    onWarning(made.reason);
    onNotShown?.();
    return undefined;
  }

  private body(media: Located, wishes: MockWishes): unknown {
    const { preferences, onApplied } = wishes;
    if (preferences.dynamic === true) {
      onApplied('dynamic=true');
      return this.made(media, wishes, { examples: false, vary: String(++this.dynamicResponses) });
    }
    const examples = this.examples(media);
    const { example: name } = preferences;
    const named = name === undefined ? undefined : examples.get(name);
    const wanted = named === undefined ? undefined : this.valid(media, named);
    if (wanted !== undefined) {
      onApplied(`example=${/^[\w.-]+$/.test(name ?? '') ? name : JSON.stringify(name)}`);
      return wanted;
    }
    for (const example of examples.values()) {
      const value = this.valid(media, example);
      if (value !== undefined) return value;
    }
    return this.made(media, wishes, {});
  }

  /** Those of XML are texts. */
  private examples({ pointer, value }: Located): ReadonlyMap<string, unknown> {
    const isXml = isXmlType(mediaTypeAt(pointer));
    const found = namedExamples(value, (reference) => {
      const example = this.resolveExample(reference);
      return isXml && 'serializedValue' in example ? { value: example.serializedValue } : example;
    });
    return isXml ? new Map([...found].filter(([, each]) => typeof each === 'string')) : found;
  }

  /** @see https://spec.openapis.org/oas/v3.1.1#example-object */
  private resolveExample(example: JsonObject): JsonObject {
    const { $ref } = example;
    if (typeof $ref !== 'string') return example;
    return this.loaded.resolver.resolve(this.loaded.resolver.target($ref, '')).value;
  }

  /** The value of an example: itself, or a list of items; undefined if it is invalid. */
  private valid(media: Located, example: unknown): unknown {
    const { pointer, value } = media;
    const items = itemsAt(mediaTypeAt(pointer), media);
    const found = items && exampleItems(this.maker, items, 'response', example);
    if (found !== undefined && 'items' in found) return found.items;
    const error =
      found?.error ??
      (isCheckable(pointer, value)
        ? this.maker.errorOf(childPointer(pointer, 'schema'), 'response', example)
        : undefined);
    if (error === undefined) return example;
    const message = `an example ${describeError(error)}; another one or a made value is sent instead`;
    this.reportOnce(pointer, message);
    return undefined;
  }

  private made(
    media: Located,
    { onWarning, onInvalid }: MockWishes,
    options: { readonly examples?: boolean; readonly vary?: string },
  ): unknown {
    const { pointer, value } = media;
    const items = itemsAt(mediaTypeAt(pointer), media);
    if (items === undefined && !('schema' in value)) return 'example';
    const at = items?.pointer ?? childPointer(pointer, 'schema');
    const made =
      items === undefined
        ? this.maker.make(at, 'response', options)
        : makeItems(this.maker, items, 'response', options);
    if (made.error !== undefined) {
      const error = describeError(made.error);
      const isNone = made.value === null;
      const rest = isNone ? 'correct the schema, or give an example' : `the made one ${error}`;
      const message = `no valid value was found; ${rest}`;
      this.reportOnce(at, message);
      onWarning(message);
      onInvalid?.(error);
      if (isNone) return new Failure(failureKinds.notImplemented, `At "${at}", ${message}`);
    }
    return made.value;
  }

  private reportOnce(pointer: string, message: string): void {
    if (this.reported.has(pointer + message)) return;
    this.reported.add(pointer + message);
    this.report(pointer, message);
  }
}

/** Schemas apply to JSON values only; examples of other types are texts. */
function isCheckable(pointer: string, media: JsonObject): boolean {
  return 'schema' in media && isJsonType(mediaTypeAt(pointer));
}

function mediaTypeAt(pointer: string): string {
  return pointer.split('/').at(-1)?.replaceAll('~1', '/') ?? '';
}

function isXmlType(mediaType: string): boolean {
  return /[/+]xml$/.test(parseMediaType(mediaType)?.essence ?? '');
}

/** The text or bytes to send; a multipart type with its boundary. */
function encodable(
  mediaType: string,
  { value }: Located,
  body: unknown,
): Pick<HandlerResponse, 'body' | 'mediaType'> {
  const { bytes, contentType } = serializeBody(mediaType, value, body);
  const isText = isXmlType(mediaType) || parseMediaType(mediaType)?.essence.startsWith('text/');
  const sent = mediaType.startsWith('multipart/') ? contentType : mediaType;
  return { mediaType: sent, body: isText === true ? bytes.toString() : bytes };
}

function unwritten(mediaType: string, { onWarning }: MockWishes): Failure {
  const message = `The mock sends ${mediaType} from examples only, and this response has none as text`;
  onWarning(message);
  return new Failure(failureKinds.notAcceptable, message);
}

/** The items in the form that a handler returns; parts with their media types. */
function framable({ framing }: ItemsAt, media: JsonObject, items: unknown): unknown {
  if (framing !== 'parts' || !Array.isArray(items)) return items;
  return items.map((item, index) => {
    const { type, text } = partContent(media, item, index);
    return new Blob([text], { type });
  });
}
