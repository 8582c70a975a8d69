import { Random } from '../../cli/random';
import { pointerKeys } from '../../contract';
import {
  asObject,
  childPointer,
  type BoundaryCase,
  boundaryCases,
  hasUnlisted,
  isJsonObject,
  isPlainlyValid,
  type JsonObject,
  type LoadedContract,
  type Located,
  type Operation,
  valueAt,
  type ValueGenerator,
} from '../../generate/index';
import { isCursor, isKey } from '../../resources/index';
import {
  type BodyValue,
  operationRequest,
  type OperationRequest,
  type OperationValues,
  type ParameterValue,
  type RequestCredentials,
} from '../../samples/requests/operation-request';
import {
  bodyOffers,
  sampleBody,
  sampleContent,
  sampleParameters,
  defaultOffer,
  valueSchema,
} from '../../samples/requests/sample-values';
import type { Credentials, Who } from '../credentials';
import type { JudgedDocument } from '../judge/second-validator';
import type { Covered, Phase, TestCase } from '../exchange';
import { freshId, isOwnId, withOtherLeaves, withOwnKey, withSameId } from './values';

/** The context in which the requests of a run are written. */
export interface CaseContext {
  readonly loaded: LoadedContract;
  readonly leftOut: NonNullable<JudgedDocument['leftOut']>;
  readonly maker: ValueGenerator;
  readonly credentials: Credentials;
  readonly coverage: KnownCoverage;
  /** Seed of the run; other seeds give other ids. */
  readonly seed: number;
  /** A parameter value for which the operation is known to find something; undefined if there is none. */
  known(operation: Operation, parameter: Located): unknown;
  /** Additional headers from the user. */
  readonly headers: readonly (readonly [string, string])[];
  /** Returns the request to send. */
  prepare(request: OperationRequest): OperationRequest;
  /** Base path of the service, without a trailing slash. */
  basePathOf(operation: Operation): string;
}

type Offer = Pick<BodyValue, 'mediaType' | 'media'>;

export class OperationCases {
  private valid: OperationValues | undefined;

  constructor(
    readonly context: CaseContext,
    readonly operation: Operation,
  ) {}

  /** Valid values of the operation: known ones, examples of the document, or generated ones. */
  get base(): OperationValues {
    return (this.valid ??= this.varied());
  }

  /** Valid values with other choices. @param vary any text; another text gives other values */
  varied(vary?: string): OperationValues {
    const { maker } = this.context;
    const parameters = this.variedParameters(vary);
    const body = this.requestBody && sampleBody(maker, this.requestBody, vary);
    return body === undefined ? { parameters } : withSameId(this.operation, { parameters, body });
  }

  variedParameters(vary?: string): ParameterValue[] {
    return sampleParameters(this.context.maker, this.operation, vary)
      .filter((given) => !isOfHttp(given) && !this.isUnknownCursor(given))
      .map((given) => this.withKnown(given));
  }

  /** Unknown cursors are left out, since the service may refuse a request with one. */
  private isUnknownCursor({ parameter }: ParameterValue): boolean {
    if (parameter.value.required === true || !isCursor(this.context.loaded, parameter))
      return false;
    return this.context.known(this.operation, parameter) === undefined;
  }

  /** Varied values of the required parameters. */
  requiredParameters(vary?: string): ParameterValue[] {
    return this.variedParameters(vary).filter(isRequired);
  }

  /** Values of the required parts, for one media type or the default one. @param vary as for `varied` */
  least(vary: string, offer?: Offer): OperationValues {
    return this.withLeastBody(this.requiredParameters(vary), vary, offer);
  }

  /** Parameters with a body of the required parts only. @param vary as for `varied` */
  withLeastBody(
    parameters: readonly ParameterValue[],
    vary: string,
    given?: Offer,
  ): OperationValues {
    const offer = given ?? (this.requestBody && defaultOffer(this.requestBody));
    if (offer === undefined) return { parameters };
    const { mediaType, media } = offer;
    const body = sampleContent(this.context.maker, mediaType, media, vary, 'none');
    const value = this.withFreshIds(media, body.value, vary);
    return withSameId(this.operation, { parameters, body: { ...body, value } });
  }

  private withKnown(given: ParameterValue): ParameterValue {
    const known = this.context.known(this.operation, given.parameter);
    return known === undefined ? given : { ...given, value: known };
  }

  get requestBody(): Located | undefined {
    const { operation } = this;
    if (!('requestBody' in operation.value)) return undefined;
    return this.context.loaded.resolver.resolve(childPointer(operation.pointer, 'requestBody'));
  }

  bodies(): BodyValue[] {
    const body = this.requestBody;
    if (body === undefined) return [];
    return bodyOffers(body).map(({ mediaType, media }) =>
      sampleContent(this.context.maker, mediaType, media),
    );
  }

  request(values: OperationValues, who: Who = 'caller'): OperationRequest {
    return this.requestBy(values, this.context.credentials.of(this.operation, who));
  }

  requestBy(values: OperationValues, credentials: RequestCredentials): OperationRequest {
    const { operation, context } = this;
    const written = operationRequest(operation, values, credentials, context.basePathOf(operation));
    const request = this.withOwnKey(written);
    return context.prepare({ ...request, headers: [...request.headers, ...context.headers] });
  }

  private withOwnKey(request: OperationRequest): OperationRequest {
    const key = this.operation.parameters.find(
      ({ value }) => value.in === 'header' && isKey(value.name),
    );
    if (key === undefined) return request;
    const { maker } = this.context;
    const pointer = valueSchema(key);
    return withOwnKey(request, (text) => maker.errorOf(pointer, 'request', text) === undefined);
  }

  /** A test case with the given values; repetitions vary the values. */
  of(phase: Phase, title: string, values: OperationValues, covers: readonly Covered[]): TestCase {
    const request = this.request(values);
    const again = (vary: string): TestCase | undefined => {
      const others = this.withOthers(values, vary);
      return others && this.of(phase, title, others, covers);
    };
    return { phase, operation: this.operation, title, request, values, covers, again };
  }

  /** The values with other strings and numbers; undefined if they would not be valid. */
  private withOthers(
    { parameters, body }: OperationValues,
    vary: string,
  ): OperationValues | undefined {
    if (body === undefined) return { parameters };
    const { mediaType, media } = body;
    const others = sampleContent(this.context.maker, mediaType, media, vary, 'all');
    const value = withOtherLeaves(body.value, others.value, '');
    if (!this.takes(media, value)) return undefined;
    return { parameters, body: { ...body, value: this.withFreshIds(media, value, vary) } };
  }

  /**
   * Gives a value ids that no other request has, in this run or one with another seed, as far as its schema
   * allows: a service may refuse an id that a client has chosen before.
   *
   * @param kept JSON Pointer of the place in the value that stays as it is
   */
  withFreshIds(media: Located, value: unknown, series: string, kept = ''): unknown {
    if (!isJsonObject(value)) return value;
    const isValid = this.takes(media, value);
    const random = new Random(`${this.context.seed} ${this.operation.operationId} ${series}`);
    const [keptName] = pointerKeys(kept);
    return Object.keys(value)
      .filter((name) => isOwnId(name) && name !== keptName)
      .reduce<JsonObject>((body, name) => {
        const fresh = { ...body, [name]: freshId(value[name], random) };
        return this.takes(media, fresh) === isValid ? fresh : body;
      }, value);
  }

  /** True for a valid body of a media type. */
  takes({ pointer }: Located, value: unknown): boolean {
    const schema = childPointer(pointer, 'schema');
    return this.context.maker.errorOf(schema, 'request', value) === undefined;
  }

  /** A body with all optional members. @param vary as for `varied` */
  whole({ pointer }: Located, vary: string): unknown {
    const options = { vary, optional: 'all' } as const;
    return this.context.maker.make(childPointer(pointer, 'schema'), 'request', options).value;
  }

  /** A test case with a request that was changed by hand. */
  by(title: string, request: OperationRequest, covers: readonly Covered[] = []): TestCase {
    const own = this.withOwnKey(request);
    return { phase: 'coverage', operation: this.operation, title, request: own, covers };
  }
}

export function isRequired({ parameter: { value } }: ParameterValue): boolean {
  return value.required === true || value.in === 'path';
}

/**
 * True for an optional header that decides whether the request is performed at all: a precondition, or an
 * idempotency key.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1
 */
function isOfHttp({ parameter: { value } }: ParameterValue): boolean {
  const isOfInterest = /^(?:if-|idempotency-|prefer$|range$|expect$)/i;
  return value.in === 'header' && value.required !== true && isOfInterest.test(String(value.name));
}

/** The coverage values of request schemas, generated on demand and once per schema. */
export class KnownCoverage {
  private readonly found = new Map<string, Kept<BoundaryCase>>();

  constructor(private readonly loaded: LoadedContract) {}

  /** @param pointer JSON Pointer of a schema in the document with plain references */
  of(pointer: string): Iterable<BoundaryCase> {
    const own = this.ownPointer(pointer);
    const known = this.found.get(own) ?? new Kept(this.certain(own));
    this.found.set(own, known);
    return known;
  }

  /** The values that a service must accept or refuse, however it treats discriminators. */
  private *certain(pointer: string): Generator<BoundaryCase> {
    const { resolver } = this.loaded;
    for (const each of boundaryCases(this.loaded, pointer, 'request')) {
      const isOpen = each.valid ? hasUnlisted : isPlainlyValid;
      if (!isOpen(resolver, pointer, 'request', each.value)) yield each;
    }
  }

  /** The invalid values among the first ones. @param most maximum number of values to look at */
  broken(pointer: string, most: number): BoundaryCase[] {
    const first: BoundaryCase[] = [];
    for (const value of this.of(pointer)) {
      if (first.length === most) break;
      first.push(value);
    }
    return first.filter(({ valid }) => !valid);
  }

  /** Pointer of the schema that a chain of bare references leads to. */
  private ownPointer(pointer: string): string {
    const { resolver } = this.loaded;
    let own = pointer;
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const schema = asObject(valueAt(resolver.document, own));
      if (typeof schema.$ref !== 'string' || Object.keys(schema).length > 1) return own;
      own = resolver.target(schema.$ref, own);
    }
    return pointer;
  }
}

/** Maximum length of a chain of references, which may be circular. */
const MAX_STEPS = 100;

/** Caches the items of a generator for any number of readers. */
class Kept<Item> implements Iterable<Item> {
  private readonly items: Item[] = [];

  constructor(private readonly source: Iterator<Item>) {}

  *[Symbol.iterator](): Iterator<Item> {
    yield* this.items;
    for (let index = this.items.length; ; index++) {
      // Another reader may have advanced meanwhile.
      if (index === this.items.length) {
        const next = this.source.next();
        if (next.done === true) return;
        this.items.push(next.value);
      }
      yield* this.items.slice(index, index + 1);
    }
  }
}
