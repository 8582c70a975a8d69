import type { Failure } from './failure';
import type { HttpRequest, HttpResponse, TextResponse } from './http-message';
import type { PathInterface } from './routing/path-interface';

/** A service that answers requests as its contract says. */
export interface Service {
  /** Never rejects. @returns undefined when the client went away and nobody waits for a response */
  handle(request: HttpRequest): Promise<HttpResponse | undefined>;
  /** True when the document has an operation for the path and the method of a request. */
  covers(request: HttpRequest): boolean;
  /** What the document says may be asked at the path of a request; undefined where it has no such path. */
  interfaceAt(request: HttpRequest): PathInterface | undefined;
  /** The response for a failure of what reaches no operation, such as HTTP that cannot be parsed. */
  readonly respond: (failure: Failure) => TextResponse;
}
