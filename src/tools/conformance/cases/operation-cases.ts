import { Random } from '../../cli';
import {
  asObject,
  childPointer,
  isJsonObject,
  type JsonObject,
  type Located,
  type Operation,
  withValueAt,
} from '../../document';
import { isCursor, isKey } from '../../resources';
import {
  type BodyValue,
  operationRequest,
  type OperationRequest,
  type OperationValues,
  type ParameterValue,
  type RequestCredentials,
  bodyOffers,
  sampleBody,
  sampleContent,
  sampleParameters,
  defaultOffer,
  valueSchema,
} from '../../samples';
import type { Identity, Covered, Phase, TestCase } from '../../judge';
import { pointerKeys } from 'openapi-trellis/tools';
import type { RunContext } from '../options';
import { freshId, isOwnId, withOtherLeaves, withOwnKey, withSameId } from './values';

type Offer = Pick<BodyValue, 'mediaType' | 'media'>;

export class OperationCases {
  private valid: OperationValues | undefined;

  constructor(
    readonly context: RunContext,
    readonly operation: Operation,
  ) {}

  /** Valid values of the operation: those known at present, examples of the document, or generated ones. */
  get base(): OperationValues {
    const { parameters, ...rest } = (this.valid ??= this.sample());
    const known = parameters.map((given) => this.withKnown(given));
    return withSameId(this.operation, { ...rest, parameters: known });
  }

  private sample(): OperationValues {
    const parameters = this.variedParameters();
    const body = this.requestBody && sampleBody(this.context.maker, this.requestBody);
    return body === undefined ? { parameters } : withSameId(this.operation, { parameters, body });
  }

  /** @param vary any text; another text gives other values */
  variedParameters(vary?: string): ParameterValue[] {
    return sampleParameters(this.context.maker, this.operation, vary)
      .filter((given) => this.isDemanded(given) || !isOfHttp(given))
      .filter((given) => !this.isUnknownCursor(given))
      .map((given) => this.withKnown(given));
  }

  /** Unknown cursors are left out, since the service may refuse a request with one. */
  private isUnknownCursor({ parameter }: ParameterValue): boolean {
    if (parameter.value.required === true || !isCursor(this.context.loaded, parameter))
      return false;
    return this.context.known(this.operation, parameter) === undefined;
  }

  requiredParameters(vary: string): ParameterValue[] {
    return this.variedParameters(vary).filter(
      (given) => isRequired(given) || this.isDemanded(given),
    );
  }

  /** True for the condition that a 428 asks for. @see https://www.rfc-editor.org/rfc/rfc6585#section-3 */
  private isDemanded({ parameter: { value } }: ParameterValue): boolean {
    const isCondition = value.in === 'header' && /^if-match$/i.test(String(value.name));
    return isCondition && '428' in asObject(this.operation.value.responses);
  }

  /** Values of the required parts, for one media type or the default one. @param vary as for `variedParameters` */
  least(vary: string, offer?: Offer): OperationValues {
    return this.withLeastBody(this.requiredParameters(vary), vary, offer);
  }

  /** Parameters with a body of the required parts only. @param vary as for `variedParameters` */
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

  request(values: OperationValues, who: Identity = 'caller'): OperationRequest {
    return this.requestBy(values, this.context.credentials.of(this.operation, who));
  }

  requestBy(values: OperationValues, credentials: RequestCredentials): OperationRequest {
    const { operation, context } = this;
    const { headers = [], prepare } = context.options;
    const basePath = context.paths.of(operation);
    const written = this.withOwnKey(operationRequest(operation, values, credentials, basePath));
    const request = { ...written, headers: withOneCookie([...written.headers, ...headers]) };
    return prepare === undefined ? request : prepare(request);
  }

  private withOwnKey(request: OperationRequest): OperationRequest {
    const key = this.operation.parameters.find(
      ({ value }) => value.in === 'header' && isKey(value.name),
    );
    if (key === undefined) return request;
    const { maker } = this.context;
    const pointer = valueSchema(key);
    return withOwnKey(request, (text) => maker.takes(pointer, 'request', text));
  }

  /** A test case with the given values; repetitions vary the values. */
  of(phase: Phase, title: string, values: OperationValues, covers: readonly Covered[]): TestCase {
    const request = this.request(values);
    const again = (vary: string): TestCase | undefined => {
      const isOfQuery = phase === 'random' && values.body === undefined;
      const others = isOfQuery
        ? this.withOtherParameters(values, vary)
        : this.withOthers(values, vary);
      return others && this.of(phase, title, others, covers);
    };
    const inOrder = (): TestCase[] =>
      this.inOrder(values).map((each) => this.of(phase, title, each, covers));
    return { phase, operation: this.operation, title, request, values, covers, again, inOrder };
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

  private withOtherParameters({ parameters }: OperationValues, vary: string): OperationValues {
    const others = this.variedParameters(vary);
    const otherOf = (given: ParameterValue): ParameterValue =>
      others.find(({ parameter }) => parameter === given.parameter) ?? given;
    return { parameters: parameters.map(otherOf) };
  }

  /**
   * The values with numbers, dates and times that are equal, rise and fall wherever they are valid: a service may
   * demand an order among parts, which no schema says.
   *
   * @param kept the value that stays; by default the first one of each kind
   */
  inOrder(values: OperationValues, kept?: unknown): OperationValues[] {
    return [0, 1, -1].map((step) => this.stepwise(values, step, kept));
  }

  private stepwise(
    { parameters, body }: OperationValues,
    step: number,
    kept: unknown,
  ): OperationValues {
    const leaves = body === undefined ? [] : leavesIn(body.value);
    const all = [...parameters.map(({ value }) => value), ...leaves.map(([, leaf]) => leaf)];
    const seen = new Map<string, number>();
    const moved = (value: unknown, isValid: (other: unknown) => boolean): unknown => {
      const kind = orderedKind(value);
      if (kind === undefined) return value;
      const alike = all.filter((each) => orderedKind(each) === kind);
      const from = orderedKind(kept) === kind ? kept : alike[0];
      const index = seen.get(kind) ?? 0;
      seen.set(kind, index + 1);
      const other = shifted(from, step * (index - Math.max(0, alike.indexOf(from))));
      return isValid(other) ? other : value;
    };
    const given = parameters.map((each) => {
      const schema = valueSchema(each.parameter);
      const takes = (other: unknown): boolean => this.context.maker.takes(schema, 'request', other);
      return { ...each, value: moved(each.value, takes) };
    });
    const value = leaves.reduce((whole, [pointer, leaf]) => {
      const takes = (other: unknown): boolean =>
        body !== undefined && this.takes(body.media, withValueAt(whole, pointer, other));
      return withValueAt(whole, pointer, moved(leaf, takes));
    }, body?.value);
    return { parameters: given, ...(body && { body: { ...body, value } }) };
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
    const random = new Random(
      `${this.context.options.seed} ${this.operation.operationId} ${series}`,
    );
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
    return this.context.maker.takes(schema, 'request', value);
  }

  /** A body with all optional members. @param vary as for `variedParameters` */
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

/** The kind of values among which there is an order: numbers, dates, times, or both; undefined for others. */
function orderedKind(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value !== 'string') return undefined;
  const [, date, time] = /^(\d{4}-\d\d-\d\d)?[Tt]?(\d\d:\d\d)?/.exec(value) ?? [];
  if ((date ?? time) === undefined) return undefined;
  return `${date !== undefined} ${time !== undefined}`;
}

/** Number of parts of a body that are put in order. */
const MOST_ORDERED = 30;

/** The numbers, dates and times of a value, by JSON Pointer. */
function leavesIn(value: unknown, pointer = ''): (readonly [pointer: string, leaf: unknown])[] {
  if (typeof value !== 'object' || value === null)
    return orderedKind(value) === undefined ? [] : [[pointer, value]];
  const below = Object.entries(value).flatMap(([name, member]) =>
    leavesIn(member, childPointer(pointer, name)),
  );
  return below.slice(0, MOST_ORDERED);
}

const DAY_MS = 86_400_000;

/** A number that is greater by the steps, or a date or time that is as many days or hours later. */
function shifted(value: unknown, steps: number): unknown {
  if (typeof value === 'number') return value + steps;
  if (typeof value === 'bigint') return value + BigInt(steps);
  const text = String(value);
  const date = Date.parse(text.slice(0, 10));
  if (Number.isNaN(date))
    return text.replace(/^\d\d/, (hour) => String(Number(hour) + steps).padStart(2, '0'));
  return new Date(date + steps * DAY_MS).toISOString().slice(0, 10) + text.slice(10);
}

export function isRequired({ parameter: { value } }: Pick<ParameterValue, 'parameter'>): boolean {
  return value.required === true || value.in === 'path';
}

/** @param value replaces that of the header; undefined leaves the header out */
export function withHeader(
  request: OperationRequest,
  name: string,
  value: string | undefined,
): OperationRequest {
  const others = request.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: value === undefined ? others : [...others, [name, value]] };
}

/** A client sends its cookies in one field. @see https://www.rfc-editor.org/rfc/rfc6265#section-5.4 */
function withOneCookie(headers: OperationRequest['headers']): OperationRequest['headers'] {
  const isCookie = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'cookie';
  const cookies = headers.filter(isCookie);
  if (cookies.length < 2) return headers;
  const value = cookies.map(([, each]) => each).join('; ');
  return [...headers.filter((each) => !isCookie(each)), ['Cookie', value]];
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
