import {
  cancelStream,
  type Failure,
  forbidsContent,
  type HttpResponse,
  isJson,
  parseMediaType,
  parseRequestTarget,
} from '../../contract';
import { BasePaths } from '../../conformance/http/request';
import type { LoadedContract, Operation, SourceDocument } from '../../generate/index';
import { badGateway, dotSegment, gatewayTimeout } from '../failures';
import { fieldValue } from '../mocked-exchange';
import type { RecordedRequest } from '../recorded-request';
import { contentOf, decoded } from './content';
import {
  endToEnd,
  type Field,
  fieldsByName,
  withoutFields,
  send,
  sentOn,
  UpstreamError,
  type UpstreamResponse,
} from './sent-on';
import { ResponseJudge, type Violation } from './response-judge';

/** A service that has some of the document's operations already. */
export interface UpstreamOptions {
  readonly url: URL;
  /** The operations that are sent on; by default all are. */
  readonly operationIds: ReadonlySet<string> | undefined;
  /** Statuses of responses in whose place the mock responds, as texts. */
  readonly mockedStatuses: ReadonlySet<string>;
  /** Send 502 in the place of a response that the document does not state. */
  readonly isStrict: boolean;
  /** Until the head of a response has come. */
  readonly timeoutMs: number;
}

/** What became of a request that might be sent on: what the client gets, or why the mock responds. */
type Relayed = HttpResponse | Failure | MockedFor;

/** Why the mock responds in the place of the upstream. */
interface MockedFor {
  readonly mockedFor: string;
}

/** Told of what the upstream does wrong. @param pointer into the document; '' where none speaks of it */
type ReportUpstream = (pointer: string, message: string) => void;

/** Sends requests that the document takes on to a service, and holds its responses against the document. */
export class Upstream {
  private readonly operations: ReadonlyMap<string, Operation>;
  private readonly basePaths: BasePaths;
  private readonly judge: ResponseJudge;

  constructor(
    source: SourceDocument,
    loaded: LoadedContract,
    private readonly options: UpstreamOptions,
    private readonly report: ReportUpstream,
  ) {
    const { operationIds, url } = options;
    const sentOnes = loaded.operations.filter(
      (each) => operationIds?.has(each.operationId) ?? true,
    );
    this.operations = new Map(sentOnes.map((each) => [each.operationId, each]));
    this.basePaths = new BasePaths(loaded.contract, url.href);
    this.judge = new ResponseJudge(source, loaded);
  }

  /** True for an operation that is sent on. */
  has(operationId: string): boolean {
    return this.operations.has(operationId);
  }

  /** @param request one that the document takes, with its body read */
  async relay(operationId: string, request: RecordedRequest): Promise<Relayed> {
    const operation = this.operations.get(operationId);
    if (operation === undefined) throw new Error(`"${operationId}" is not sent on`);
    const { url, timeoutMs, mockedStatuses } = this.options;
    const {
      rawSegments = [],
      segments = [],
      query = '',
    } = parseRequestTarget(request.target) ?? {};
    const dots = segments.find((segment) => segment === '.' || segment === '..');
    if (dots !== undefined) return dotSegment(dots);
    try {
      const sent = sentOn(request, this.targetOf(operation, rawSegments, query));
      const response = await send(url, sent, timeoutMs);
      const { status, body } = response;
      if (!mockedStatuses.has(String(status))) return await this.held(operation, request, response);
      await cancelStream(body);
      return { mockedFor: `the upstream responded ${status}` };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      this.report(operation.pointer, error.message);
      return (error.isLate ? gatewayTimeout : badGateway)(error.message);
    }
  }

  /** The path of the operation as the client wrote it, below the path of the upstream. */
  private targetOf(operation: Operation, rawSegments: readonly string[], query: string): string {
    const [template = ''] = operation.path.split(/[?#]/);
    const own = rawSegments.slice(1 - template.split('/').length);
    const path = `${this.basePaths.of(operation)}/${own.join('/')}`;
    return escaped(query === '' ? path : `${path}?${query}`);
  }

  /** A response that was held against the document. */
  private async held(
    operation: Operation,
    { method }: RecordedRequest,
    response: UpstreamResponse,
  ): Promise<HttpResponse | Failure> {
    const { status, fields } = response;
    const hasContent = method !== 'HEAD' && !forbidsContent(status);
    const content =
      hasContent && isReadable(fields)
        ? await contentOf(response.body, this.options.timeoutMs)
        : undefined;
    const whole = Buffer.isBuffer(content) ? content : undefined;
    const plain = whole && decoded(whole, valuesOf(fields, 'content-encoding'));
    const body = whole ?? (hasContent ? NOT_LOOKED_AT : Buffer.alloc(0));
    const received = { status, headers: fields, body };
    const violations = await this.judge.violations(operation, received, plain);
    for (const { pointer, message } of violations) this.report(pointer, message);
    if (this.options.isStrict && violations.length > 0) {
      await cancelStream(response.body);
      const message = `The response of the upstream does not fit the document: ${textOf(violations)}`;
      return badGateway(message);
    }
    return relayed(method, response, content, violations);
  }
}

/** Stands for content that is passed through as it comes. */
const NOT_LOOKED_AT = Buffer.from(' ');

function textOf(violations: readonly Violation[]): string {
  return violations.map(({ message }) => message).join('; ');
}

/** @param content what is known of it; undefined where it is passed through, or there is none */
function relayed(
  method: string,
  { status, fields, body }: UpstreamResponse,
  content: Buffer | AsyncIterable<Uint8Array> | undefined,
  violations: readonly Violation[],
): HttpResponse {
  const isWhole = Buffer.isBuffer(content) || forbidsContent(status);
  const kept = endToEnd(fields);
  const headers = fieldsByName(isWhole ? withoutFields(kept, 'content-length') : kept);
  if (violations.length > 0) headers['X-Contract-Violation'] = fieldValue(textOf(violations));
  if (forbidsContent(status)) {
    body.resume();
    return { status, headers };
  }
  // The length of what HEAD leaves out is the upstream's to say.
  return { status, headers, body: content ?? body };
}

/** A target may hold bytes that none should: Node would not send them, and a backslash is a slash to some. */
function escaped(target: string): string {
  return target.replace(
    /[^!-[\]-~]/g,
    (character) =>
      `%${(character.charCodeAt(0) & 0xff).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}

function valuesOf(fields: readonly Field[], name: string): string[] {
  return fields.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);
}

/** True for content that has a schema: JSON, and plain text. */
function isReadable(fields: readonly Field[]): boolean {
  const [type = ''] = valuesOf(fields, 'content-type');
  const essence = parseMediaType(type)?.essence ?? '';
  return essence === '' || isJson(essence) || essence === 'text/plain';
}
