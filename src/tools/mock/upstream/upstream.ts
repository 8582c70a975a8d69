import {
  cancelStream,
  type Failure,
  forbidsContent,
  type HttpResponse,
  isJson,
  parseRequestTarget,
} from 'openapi-trellis/tools';
import { BasePaths, headerValues, mediaTypeOf } from '../../judge';
import type { LoadedContract } from '../../validators';
import type { Operation, SourceDocument } from '../../document';
import { badGateway, dotSegment, gatewayTimeout } from '../failures';
import { fieldValue } from '../mocked-exchange';
import type { RecordedRequest } from '../recorded-request';
import { contentOf, decoded } from './content';
import {
  endToEnd,
  fieldsByName,
  withoutFields,
  send,
  sentOn,
  UpstreamError,
  type UpstreamResponse,
} from './sent-on';
import { ResponseJudge, type Violation } from './response-judge';
import type { HeaderField } from '../../samples';

/** A service that implements some of the document's operations. */
export interface UpstreamOptions {
  readonly url: URL;
  /** The operations to forward; all by default. */
  readonly operationIds: ReadonlySet<string> | undefined;
  /** Statuses, as texts, of responses that the mock replaces by its own. */
  readonly mockedStatuses: ReadonlySet<string>;
  /** Send 502 instead of an undocumented response. */
  readonly isStrict: boolean;
  /** Maximum time until the head of a response. */
  readonly timeoutMs: number;
}

/** The result of forwarding a request: the client's response, or why the mock responds. */
type Relayed = HttpResponse | Failure | { readonly mockedFor: string };

/** Called with faults of the upstream. @param pointer into the document; '' if no part of it applies */
type ReportUpstream = (pointer: string, message: string) => void;

/** Forwards requests that the document accepts to a service, and validates its responses. */
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

  /** True for an operation that is forwarded. */
  has(operationId: string): boolean {
    return this.operations.has(operationId);
  }

  /** @param request that the document accepts, with its body read */
  async relay(operationId: string, request: RecordedRequest): Promise<Relayed> {
    const operation = this.operations.get(operationId);
    if (operation === undefined) throw new Error(`"${operationId}" is not sent on`);
    const { url, timeoutMs, mockedStatuses } = this.options;
    const {
      rawSegments = [],
      segments = [],
      query = '',
    } = parseRequestTarget(request.target) ?? {};
    const dots = segments
      .flatMap((segment) => segment.split(/[/\\]/))
      .find((each) => each === '.' || each === '..');
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

  /** The operation's raw path, below the path of the upstream. */
  private targetOf(operation: Operation, rawSegments: readonly string[], query: string): string {
    const [template = ''] = operation.path.split(/[?#]/);
    const own = rawSegments.slice(1 - template.split('/').length);
    const path = `${this.basePaths.of(operation)}/${own.join('/')}`;
    return escaped(query === '' ? path : `${path}?${query}`);
  }

  /** A validated response. */
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
    const plain = whole && decoded(whole, headerValues({ headers: fields }, 'content-encoding'));
    const body = whole ?? (hasContent ? NOT_LOOKED_AT : Buffer.alloc(0));
    const received = { status, headers: fields, body };
    const violations = await this.judge.violations(operation, received, plain);
    for (const { pointer, message } of violations) this.report(pointer, message);
    if (this.options.isStrict && violations.length > 0) {
      await cancelStream(response.body);
      const message = `The response of the upstream does not fit the document: ${violationsText(violations)}`;
      return badGateway(message);
    }
    return relayed(method, response, content, violations);
  }
}

/** A placeholder for content that is passed through unread. */
const NOT_LOOKED_AT = Buffer.from(' ');

function violationsText(violations: readonly Violation[]): string {
  return violations.map(({ message }) => message).join('; ');
}

/** @param content undefined if it is passed through, or if there is none */
function relayed(
  method: string,
  { status, fields, body }: UpstreamResponse,
  content: Buffer | AsyncIterable<Uint8Array> | undefined,
  violations: readonly Violation[],
): HttpResponse {
  const isWhole = Buffer.isBuffer(content) || forbidsContent(status);
  const kept = endToEnd(fields);
  const headers = fieldsByName(isWhole ? withoutFields(kept, 'content-length') : kept);
  if (violations.length > 0)
    headers['X-Contract-Violation'] = fieldValue(violationsText(violations));
  if (forbidsContent(status)) {
    body.resume();
    return { status, headers };
  }
  // For HEAD, the upstream decides the length of the omitted content.
  return { status, headers, body: content ?? body };
}

/** A target may contain invalid bytes, which Node would not send, and some servers read a backslash as a slash. */
function escaped(target: string): string {
  return target.replace(
    /[^!-[\]-~]/g,
    (character) =>
      `%${(character.charCodeAt(0) & 0xff).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}

/** True for content that has a schema: JSON, and plain text. */
function isReadable(fields: readonly HeaderField[]): boolean {
  const essence = mediaTypeOf({ headers: fields })?.essence ?? '';
  return essence === '' || isJson(essence) || essence === 'text/plain';
}
