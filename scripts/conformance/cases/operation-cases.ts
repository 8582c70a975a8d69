import {
  childPointer,
  type LoadedContract,
  type Located,
  type Operation,
  type ValueMaker,
} from '../../generate/index';
import {
  operationRequest,
  type BodyValue,
  type OperationRequest,
  type OperationValues,
  type ParameterValue,
  type RequestCredentials,
} from '../../examples/operation-request';
import { bodyOffers, sampleContent, sampleValues } from '../../examples/sample-values';
import type { Credentials, Who } from '../credentials';
import type { Covered, Phase, TestCase } from '../test-case';

/** What the requests of a run are written with. */
export interface CaseContext {
  readonly loaded: LoadedContract;
  readonly maker: ValueMaker;
  readonly credentials: Credentials;
  /** A value for a parameter with which the operation is known to find something; undefined without one. */
  known(operation: Operation, parameter: Located): unknown;
  /** What requests carry beside: headers that the user asks for. */
  readonly headers: readonly (readonly [string, string])[];
  /** Writes a target with the base path of the document as one of the service under test. */
  targetOf(operation: Operation, target: string): string;
}

/** Writes requests of one operation: those that it takes, and others that are made from them. */
export class OperationCases {
  private valid: OperationValues | undefined;

  constructor(
    readonly context: CaseContext,
    readonly operation: Operation,
  ) {}

  /** Values that the operation takes: known ones, those of the document's examples, or made ones. */
  get base(): OperationValues {
    return (this.valid ??= this.varied());
  }

  /** The same with other choices. @param vary any text; other texts give other values */
  varied(vary?: string): OperationValues {
    const { loaded, maker } = this.context;
    const values = sampleValues(loaded, maker, this.operation, vary);
    return { ...values, parameters: values.parameters.map((given) => this.withKnown(given)) };
  }

  private withKnown(given: ParameterValue): ParameterValue {
    const known = this.context.known(this.operation, given.parameter);
    return known === undefined ? given : { ...given, value: known };
  }

  /** The Request Body Object; undefined without one. */
  get requestBody(): Located | undefined {
    const { operation } = this;
    if (!('requestBody' in operation.value)) return undefined;
    return this.context.loaded.resolver.resolve(childPointer(operation.pointer, 'requestBody'));
  }

  /** A body for each media type of the operation. */
  bodies(): BodyValue[] {
    const body = this.requestBody;
    if (body === undefined) return [];
    return bodyOffers(body).map(({ mediaType, media }) =>
      sampleContent(this.context.maker, mediaType, media),
    );
  }

  /** A request with these values. */
  request(values: OperationValues, who: Who = 'caller'): OperationRequest {
    return this.requestBy(values, this.context.credentials.of(this.operation, who));
  }

  /** A request with these values and credentials. */
  requestBy(values: OperationValues, credentials: RequestCredentials): OperationRequest {
    const { operation, context } = this;
    const written = operationRequest(operation, values, credentials, this.basePath);
    const target = context.targetOf(operation, written.target);
    return { ...written, target, headers: [...written.headers, ...context.headers] };
  }

  /** The first path of the servers of the operation, without a slash at the end. */
  private get basePath(): string {
    const { contract } = this.context.loaded;
    const compiled = contract.operations.find(
      ({ operationId }) => operationId === this.operation.operationId,
    );
    const [basePath = ''] = compiled?.basePaths ?? contract.basePaths;
    return basePath;
  }

  /** A test case of values. */
  of(phase: Phase, title: string, values: OperationValues, covers: readonly Covered[]): TestCase {
    const request = this.request(values);
    return { phase, operation: this.operation, title, request, values, covers };
  }

  /** A test case of a request that was changed by hand. */
  by(title: string, request: OperationRequest, covers: readonly Covered[] = []): TestCase {
    return { phase: 'coverage', operation: this.operation, title, request, covers };
  }
}
