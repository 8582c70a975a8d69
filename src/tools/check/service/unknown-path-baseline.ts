import { randomUUID } from 'node:crypto';
import { CommandError } from '../../cli';
import { headerValues, type ReceivedResponse, withoutUser } from '../../judge';
import { mediaTypeOf, type Prober, shapeOf } from './prober';

/** Statuses for a path or a method that does not exist. */
const NOT_THERE = [404, 405, 410, 501];

export function saysNothing(status: number): boolean {
  return NOT_THERE.includes(status);
}

/**
 * A service's response to random paths: 404, a page for every path, or 401 if it requires credentials before
 * routing. The same response to another path does not prove that a route exists.
 */
export class UnknownPathBaseline {
  private constructor(
    /** Absent if the service does not answer. */
    readonly status: number | undefined,
    /** The value of Allow in its response to OPTIONS; '' if there is none. */
    readonly allow: string,
    private readonly shape: string | undefined,
    /** True if the same path gets the same response twice. */
    private readonly isSteady: boolean,
    private readonly mediaType: string,
  ) {}

  /**
   * @param prefix base path, without a trailing slash
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

  /** True if every path gets a success, such as the page of a browser application. */
  get isCatchAll(): boolean {
    return this.status !== undefined && this.status < 300;
  }

  /** True if the service requires credentials for every path. */
  get isClosed(): boolean {
    return this.status === 401 || this.status === 403;
  }

  /** True for a response that is equivalent to that for an unknown path. */
  isSame(response: ReceivedResponse, target: string): boolean {
    const { status } = response;
    if (saysNothing(status)) return true;
    if (status !== this.status) return false;
    if (!this.isSteady) return mediaTypeOf(response) === this.mediaType;
    return shapeOf(response, target) === this.shape;
  }
}

/** A path that certainly does not exist. */
function unknown(prefix: string): string {
  return `${prefix}/nowhere-${randomUUID()}`;
}
