import { randomUUID } from 'node:crypto';
import { CommandError } from '../../cli/command-line';
import { headerValues, type ReceivedResponse } from '../../conformance/exchange';
import { withoutUser } from '../../conformance/report/redact';
import { mediaTypeOf, type Prober, shapeOf } from './prober';

/** Statuses that say that there is nothing at a path, or nothing for a method. */
const NOT_THERE = [404, 405, 410, 501];

/** True for a status that says so. */
export function saysNothing(status: number): boolean {
  return NOT_THERE.includes(status);
}

/**
 * What a service answers to paths that it cannot know: 404, the page that it has for everything, or 401 where
 * it asks for credentials before it looks for a route. The same response to another path does not show that
 * there is a route.
 */
export class UnknownPathBaseline {
  private constructor(
    /** Absent where the service does not answer. */
    readonly status: number | undefined,
    /** The value of Allow that it sends for OPTIONS; '' where there is none. */
    readonly allow: string,
    private readonly shape: string | undefined,
    /** The same path twice gets the same. */
    private readonly isSteady: boolean,
    private readonly mediaType: string,
  ) {}

  /**
   * @param prefix where the paths begin, without a slash at the end
   * @throws CommandError when the service does not answer in time
   * @throws UnreachableError when it cannot be reached
   */
  static async measure(prober: Prober, prefix: string): Promise<UnknownPathBaseline> {
    const paths = [unknown(prefix), unknown(prefix)] as const;
    const outcome = await prober.ask('GET', paths[0]);
    if (outcome.kind === 'timeout') {
      throw new CommandError(`${withoutUser(prober.url)} does not answer: ${outcome.message}`);
    }
    const first = outcome.kind === 'response' ? outcome.response : undefined;
    const second = await prober.response('GET', paths[1]);
    const options = await prober.response('OPTIONS', unknown(prefix));
    const [shape, other] = [first && shapeOf(first, paths[0]), second && shapeOf(second, paths[1])];
    return new UnknownPathBaseline(
      first?.status,
      options === undefined ? '' : headerValues(options, 'allow').join(', '),
      shape,
      shape === other,
      first === undefined ? '' : mediaTypeOf(first),
    );
  }

  /** True where every path gets a success, such as the page of an application in the browser. */
  get isCatchAll(): boolean {
    return this.status !== undefined && this.status < 300;
  }

  /** True where the service answers without credentials only that it wants some. */
  get isClosed(): boolean {
    return this.status === 401 || this.status === 403;
  }

  /** True for a response that says no more of its path than one to a path that leads nowhere. */
  isSame(response: ReceivedResponse, target: string): boolean {
    const { status } = response;
    if (saysNothing(status)) return true;
    if (status !== this.status) return false;
    if (!this.isSteady) return mediaTypeOf(response) === this.mediaType;
    return shapeOf(response, target) === this.shape;
  }
}

/** A path that nobody has. */
function unknown(prefix: string): string {
  return `${prefix}/nowhere-${randomUUID()}`;
}
