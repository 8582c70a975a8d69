import { setTimeout } from 'node:timers/promises';
import { canonicalText } from 'openapi-trellis/tools';
import { childPointer, type Located, type Operation } from '../../document';
import {
  type ValueGenerator,
  type BodyValue,
  type OperationRequest,
  type OperationValues,
  type ParameterValue,
  sampleContent,
  sampleParameters,
  defaultOffer,
} from '../../samples';
import { namesOf, type ValuePart, partAt, type Resource, responseSchema } from '../../resources';
import {
  exactJson,
  type Exchange,
  headerValues,
  jsonOf,
  type ReceivedResponse,
  responseOf,
  type TestCase,
  type JudgedDocument,
  type StatefulCheckId,
} from '../../judge';
import { withHeader } from '../cases/operation-cases';
import type { Observations, Item, KnownItems } from './known-items';
import type { LoadedContract } from '../../validators';

/** The sender of a request: the run's own principal, another valid one, or nobody. */
export type StatefulIdentity = 'caller' | 'other' | 'nobody';

export interface StatefulRun {
  readonly judged: JudgedDocument;
  readonly maker: ValueGenerator;
  /** Varies the values; the same seed gives a sequence of the same name the same values. */
  readonly seed: number;
  /** True if the run has credentials of another principal. */
  readonly hasOther?: boolean;
  /** Writes a request with the credentials and the base path of the run. */
  request(operation: Operation, values: OperationValues, who?: StatefulIdentity): OperationRequest;
  /** Operations and statuses that a condition asked for, such as `changeBook 412`. */
  readonly asked?: Set<string>;
  /** True if the run may send no more requests. */
  readonly isOver: () => boolean;
  /** Sends a case and judges its response on its own; undefined if it is not sent. */
  send(testCase: TestCase): Promise<Exchange | undefined>;
  /** Called with a violation that several exchanges show. */
  report(finding: StatefulFinding): void;
  /** Called with an exchange that gets no verdict. @param reason one of those in judge/no-verdicts.ts */
  leave(exchange: Exchange, reason: string): void;
}

export interface StatefulFinding {
  readonly check: StatefulCheckId;
  readonly message: string;
  readonly pointer: string;
  readonly exchanges: readonly Exchange[];
}

class StoppedError extends Error {
  constructor(readonly isRunOver: boolean) {
    super('the sequence cannot go on');
  }
}

/** @returns true if the run may send no more requests */
export async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    return error.isRunOver;
  }
}

export interface StepOptions {
  readonly who?: StatefulIdentity;
  /** Replaces the generated body. */
  readonly body?: unknown;
  /** Values of headers that the operation declares, by name in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A header that is sent whatever the operation declares. */
  readonly field?: readonly [name: string, value: string];
  /** Values of query parameters that the operation declares, by name. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Seed of the generated values. */
  readonly vary?: string | undefined;
}

/** An exchange with a response. */
export interface Step {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly response: ReceivedResponse;
  readonly status: number;
  readonly isSuccess: boolean;
  /** The JSON of the response, with exact integers; undefined if it has none. */
  readonly json: unknown;
  /** The JSON of the request. */
  readonly sent: unknown;
}

/** Statuses of a service that does not process the request at present. */
const BUSY = new Set([408, 425, 429, 502, 503, 504]);

/** How long a change may take to become visible, in milliseconds. */
const SETTLE_MS = 400;

export class Steps {
  /** Items created by the sequence, to be removed at its end. */
  readonly created: Item[] = [];
  private count = 0;

  constructor(
    readonly run: StatefulRun,
    readonly known: KnownItems,
    readonly observations: Observations,
    /** Name of the sequence; distinguishes its values from those of others. */
    private readonly name: string,
    /** Links that connect the operations of the resource that the sequence is about. */
    private readonly links: Resource['links'] = [],
  ) {}

  get loaded(): LoadedContract {
    return this.run.judged.loaded;
  }

  get maker(): ValueGenerator {
    return this.run.maker;
  }

  /** A new seed for each set of values. */
  variation(): string {
    return `${this.run.seed} ${this.name} ${++this.count}`;
  }

  /**
   * Calls an operation on the item that the keys name.
   *
   * @param keys path parameters of the operation, in order
   * @throws StoppedError if there was no response, or one that says nothing
   */
  async call(
    title: string,
    operation: Operation,
    keys: readonly unknown[],
    options: StepOptions = {},
  ): Promise<Step> {
    const values = this.values(operation, keys, options);
    const { who = 'caller', field } = options;
    const written = this.run.request(operation, values, who);
    const request = field === undefined ? written : withHeader(written, ...field);
    return this.send(title, operation, { request, values });
  }

  /** Sends a prepared request. @throws StoppedError as `call` does */
  async send(
    title: string,
    operation: Operation,
    written: Pick<Exchange['testCase'], 'request' | 'values'>,
  ): Promise<Step> {
    const { request, values } = written;
    const covered = request.method === operation.method ? operation : undefined;
    const exchange = await this.run.send({
      phase: 'stateful',
      operation: covered,
      sequence: this.name,
      title,
      covers: [],
      request,
      ...(values && { values }),
    });
    const response = exchange && responseOf(exchange);
    if (exchange === undefined) throw new StoppedError(this.run.isOver());
    if (response === undefined || BUSY.has(response.status)) throw new StoppedError(false);
    const { status } = response;
    const { body } = request;
    return {
      exchange,
      operation,
      response,
      status,
      isSuccess: status >= 200 && status < 300,
      json: jsonOf(response),
      sent: body && exactJson(body),
    };
  }

  repeat(title: string, step: Step): Promise<Step> {
    return this.send(title, step.operation, step.exchange.testCase);
  }

  /** Gives the service time to make stored changes visible. */
  async pause(times = 1): Promise<void> {
    await setTimeout(times * SETTLE_MS);
  }

  /** The result of a search, if there still is one after a pause. */
  async twice<Found>(
    find: () => Promise<Found | undefined>,
    pauses = 1,
  ): Promise<Found | undefined> {
    if ((await find()) === undefined) return undefined;
    await this.pause(pauses);
    return find();
  }

  /**
   * Reports that steps violate a rule. If no Link Object connects the operations, the message says that their
   * relation is inferred.
   *
   * @param shown in order; the last one shows the violation
   */
  report(check: StatefulCheckId, message: string, shown: readonly Step[]): void {
    const last = shown.at(-1);
    if (last === undefined) return;
    const operations = [...new Set(shown.map(({ operation }) => operation))];
    const isInferred =
      this.links.length === 0 && new Set(operations.map(({ path }) => path)).size > 1;
    const names = operations.map(({ method, path }) => `${method} ${path}`).join(', ');
    const inferred = ` (that ${names} belong together is inferred from their paths and members)`;
    this.run.report({
      check,
      message: isInferred ? message + inferred : message,
      pointer: last.operation.pointer,
      exchanges: shown.map(({ exchange }) => exchange),
    });
  }

  private values(
    operation: Operation,
    keys: readonly unknown[],
    options: StepOptions,
  ): OperationValues {
    const parameters = this.neededParameters(operation, keys, options);
    const body = this.bodyOf(operation, options);
    const others = [
      ...declaredParameters(operation, 'header', options.headers),
      ...declaredParameters(operation, 'query', options.query),
    ];
    const taken = new Set(others.map(({ parameter }) => parameter));
    return {
      parameters: [...parameters.filter(({ parameter }) => !taken.has(parameter)), ...others],
      ...(body && { body }),
    };
  }

  /** The path parameters, and other required parameters. */
  private neededParameters(
    operation: Operation,
    keys: readonly unknown[],
    { vary }: StepOptions,
  ): ParameterValue[] {
    const names = namesOf(operation.path);
    return operation.parameters.flatMap((parameter) => {
      const { name, in: location, required } = parameter.value;
      const key = location === 'path' ? keys[names.indexOf(String(name))] : undefined;
      if (key !== undefined) return [{ parameter, value: key }];
      if (location !== 'path' && required !== true) return [];
      const alone = { ...operation, parameters: [parameter] };
      return this.known.fill(operation, sampleParameters(this.maker, alone, vary));
    });
  }

  private bodyOf(operation: Operation, { body, vary }: StepOptions): BodyValue | undefined {
    if (!('requestBody' in operation.value)) return undefined;
    const { resolver } = this.loaded;
    const offer = defaultOffer(resolver.resolve(childPointer(operation.pointer, 'requestBody')));
    if (offer === undefined || body !== undefined) return offer && { ...offer, value: body };
    return sampleContent(this.maker, offer.mediaType, offer.media, vary);
  }
}

/** Values of declared parameters in a location. @param values by name, headers in lower case */
function declaredParameters(
  operation: Operation,
  location: 'header' | 'query',
  values: StepOptions['headers'] | StepOptions['query'] = {},
): ParameterValue[] {
  return operation.parameters.flatMap((parameter) => {
    const name = String(parameter.value.name);
    const isHeader = location === 'header';
    const value = values[isHeader ? name.toLowerCase() : name];
    if (parameter.value.in !== location || value === undefined) return [];
    return [{ parameter, value, ...(isHeader && { text: value as string }) }];
  });
}

/** The If-Match header with the entity tag of a response; empty if it has none. */
export function ifMatch({ response }: Step): Record<string, string> {
  const [tag] = headerValues(response, 'etag');
  return tag === undefined ? {} : { 'if-match': tag };
}

/** True if an operation declares a header as a parameter. @param name in lower case */
export function declaresHeader({ parameters }: Operation, name: string): boolean {
  return parameters.some(
    ({ value }) => value.in === 'header' && String(value.name).toLowerCase() === name,
  );
}

export function pathParameter(
  operation: Operation | undefined,
  name: string | undefined,
): Located | undefined {
  return operation?.parameters.find(({ value }) => value.in === 'path' && value.name === name);
}

/** The schema of the JSON of a response; undefined if the document describes none. */
export function responsePart(
  { loaded }: Steps,
  { operation, status }: Step,
): ValuePart | undefined {
  const pointer = responseSchema(loaded, operation, status);
  return pointer === undefined ? undefined : partAt(loaded, pointer);
}

export function hasSameJson(one: Step, other: Step): boolean {
  return canonicalText(one.json ?? null) === canonicalText(other.json ?? null);
}

export function isMissing({ status }: Step): boolean {
  return status === 404 || status === 410;
}
