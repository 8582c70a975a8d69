import { setTimeout } from 'node:timers/promises';
import { canonicalText } from '../../contract';
import {
  childPointer,
  type Located,
  type Operation,
  type ValueGenerator,
} from '../../generate/index';
import { namesOf, type Part, partAt, type Resource, responseSchema } from '../../resources/index';
import type {
  BodyValue,
  OperationRequest,
  OperationValues,
  ParameterValue,
} from '../../samples/requests/operation-request';
import {
  sampleContent,
  sampleParameters,
  defaultOffer,
} from '../../samples/requests/sample-values';
import {
  exactJson,
  type Exchange,
  headerValues,
  jsonOf,
  type ReceivedResponse,
  responseOf,
  type TestCase,
} from '../exchange';
import type { JudgedDocument } from '../judge/second-validator';
import type { Observations, Item, KnownItems } from './known-items';

/** Who calls: the run's own principal, another valid one, or nobody. */
export type Who = 'caller' | 'other' | 'nobody';

export interface StatefulRun {
  readonly judged: JudgedDocument;
  readonly maker: ValueGenerator;
  /** Other seeds give other values; the same one gives each sequence the same values, by its name. */
  readonly seed: number;
  /** True when the run has credentials of another principal. */
  readonly hasOther?: boolean;
  /** Writes a call as a request, with the credentials and the base path of the run. */
  request(operation: Operation, values: OperationValues, who?: Who): OperationRequest;
  /** True when the run may send no more. */
  readonly isOver: () => boolean;
  /** Sends a case and judges its response alone; undefined when it is not sent. */
  send(testCase: TestCase): Promise<Exchange | undefined>;
  /** Takes what several exchanges show. */
  report(finding: StatefulFinding): void;
}

export interface StatefulFinding {
  readonly check: string;
  readonly message: string;
  readonly pointer: string;
  readonly operation: Operation;
  readonly exchanges: readonly Exchange[];
}

class StoppedError extends Error {
  constructor(readonly isRunOver: boolean) {
    super('the sequence cannot go on');
  }
}

/** @returns true when the run may send no more */
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
  readonly who?: Who;
  /** In place of a body that is made. */
  readonly body?: unknown;
  /** Of those that the operation declares, by name in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The same of the query, by name. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Chooses other values. */
  readonly vary?: string | undefined;
}

/** An exchange that brought a response. */
export interface Step {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly response: ReceivedResponse;
  readonly status: number;
  readonly isSuccess: boolean;
  /** The JSON of the response, with exact integers; undefined where it is none. */
  readonly json: unknown;
  /** The JSON of the request. */
  readonly sent: unknown;
}

/** Statuses that say that the service would not look at the request now. */
const BUSY = new Set([408, 425, 429, 502, 503, 504]);

/** As long as a service may take until a change shows. */
const SETTLE_MS = 400;

export class Steps {
  /** What was created on the way, to be removed at the end. */
  readonly created: Item[] = [];
  private count = 0;

  constructor(
    readonly run: StatefulRun,
    readonly known: KnownItems,
    readonly observations: Observations,
    /** Tells its values from those of other sequences. */
    private readonly name: string,
  ) {}

  /** Another text each time, by which values vary. */
  variation(): string {
    return `${this.run.seed} ${this.name} ${++this.count}`;
  }

  /**
   * Calls an operation on what the keys name.
   *
   * @param keys values of the expressions of the operation's path, in order
   * @throws StoppedError where no response came, or one that says nothing
   */
  async call(
    title: string,
    operation: Operation,
    keys: readonly unknown[],
    options: StepOptions = {},
  ): Promise<Step> {
    const values = this.values(operation, keys, options);
    const request = this.run.request(operation, values, options.who ?? 'caller');
    return this.send(title, operation, { request, values });
  }

  /** Sends a request that is written already. @throws StoppedError as `call` does */
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

  /** Gives the service time to make known everywhere what it has stored. */
  async pause(times = 1): Promise<void> {
    await setTimeout(times * SETTLE_MS);
  }

  /** What is found, and found again after a pause. */
  async twice<Found>(find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    if ((await find()) === undefined) return undefined;
    await this.pause();
    return find();
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

  /** Those of the path, and others that must be there. */
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
      return this.known.fill(operation, sampleParameters(this.run.maker, alone, vary));
    });
  }

  private bodyOf(operation: Operation, { body, vary }: StepOptions): BodyValue | undefined {
    if (!('requestBody' in operation.value)) return undefined;
    const { resolver } = this.run.judged.loaded;
    const offer = defaultOffer(resolver.resolve(childPointer(operation.pointer, 'requestBody')));
    if (offer === undefined || body !== undefined) return offer && { ...offer, value: body };
    return sampleContent(this.run.maker, offer.mediaType, offer.media, vary);
  }
}

/** The values for the parameters of a location that an operation declares. @param values names of headers in lower case */
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

/** The entity tag of a response, as an If-Match wants it; none where there is none. */
export function ifMatch({ response }: Step): Record<string, string> {
  const [tag] = headerValues(response, 'etag');
  return tag === undefined ? {} : { 'if-match': tag };
}

/** True where an operation has a header as a parameter. @param name in lower case */
export function declaresHeader({ parameters }: Operation, name: string): boolean {
  return parameters.some(
    ({ value }) => value.in === 'header' && String(value.name).toLowerCase() === name,
  );
}

/** The Parameter Object of an expression in an operation's path. */
export function pathParameter(
  operation: Operation | undefined,
  name: string | undefined,
): Located | undefined {
  return operation?.parameters.find(({ value }) => value.in === 'path' && value.name === name);
}

/** What the document says of the JSON of a response; undefined where it describes none. */
export function responsePart({ run }: Steps, { operation, status }: Step): Part | undefined {
  const { loaded } = run.judged;
  const pointer = responseSchema(loaded, operation, status);
  return pointer === undefined ? undefined : partAt(loaded, pointer);
}

export function hasSameJson(one: Step, other: Step): boolean {
  return canonicalText(one.json ?? null) === canonicalText(other.json ?? null);
}

export function isMissing({ status }: Step): boolean {
  return status === 404 || status === 410;
}

/**
 * Reports that the steps break a rule. Where the document does not link the operations, the message says
 * what they are taken to have in common.
 *
 * @param shown in their order; the last one shows it
 */
export function tell(
  steps: Steps,
  resource: Resource,
  check: string,
  message: string,
  shown: readonly Step[],
): void {
  const last = shown.at(-1);
  if (last === undefined) return;
  const operations = [...new Set(shown.map(({ operation }) => operation))];
  steps.run.report({
    check,
    message: `${message}${inferred(resource, operations)}`,
    pointer: last.operation.pointer,
    operation: last.operation,
    exchanges: shown.map(({ exchange }) => exchange),
  });
}

function inferred({ links }: Resource, operations: readonly Operation[]): string {
  const paths = new Set(operations.map(({ path }) => path));
  if (links.length > 0 || paths.size < 2) return '';
  const names = operations.map(({ method, path }) => `${method} ${path}`);
  return ` (that ${names.join(', ')} belong together is inferred from their paths and members)`;
}
