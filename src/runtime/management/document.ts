import {
  chooseContentCoding,
  entityTagOf,
  Failure,
  failureKinds,
  type HttpRequest,
  type HttpResponse,
  ifNoneMatchNames,
  requestHeaders,
  responseHeaders,
  sentCodings,
  type SentCoding,
  defaultErrorResponse,
} from '../contract';

/** The document in one media type and one content coding. */
interface Representation {
  readonly content: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly entityTag: string;
}

/** A cache may keep it, and revalidates it before each use. */
const CACHE_CONTROL = 'no-cache';

/**
 * Serves content that does not change while the process runs. All responses share its bytes. Each coding is computed
 * once, off the event loop, on first use: most services never need it, and none starts slower for it.
 *
 * @param content the content, or a function that reads it on first use
 * @returns a function that rejects when the content cannot be read, and reads it again the next time
 */
export function createDocument(
  mediaType: string,
  content: Uint8Array | (() => Promise<Uint8Array>),
): (request: HttpRequest) => Promise<HttpResponse> {
  const representations = new Map<SentCoding, Promise<Representation>>();
  const make = async (coding: SentCoding): Promise<Representation> => {
    const bytes = typeof content === 'function' ? await content() : content;
    return makeRepresentation(mediaType, bytes, coding);
  };
  const represent = (coding: SentCoding): Promise<Representation> => {
    const known = representations.get(coding);
    if (known !== undefined) return known;
    const representation = make(coding);
    representations.set(coding, representation);
    representation.catch(() => representations.delete(coding));
    return representation;
  };
  return async (request) => {
    const accepted = request.headerValues(requestHeaders.acceptEncoding);
    const coding = chooseContentCoding(accepted);
    if (coding === undefined) return notAcceptable();
    return respond(request, await represent(coding));
  };
}

async function makeRepresentation(
  mediaType: string,
  content: Uint8Array,
  { name, encode }: SentCoding,
): Promise<Representation> {
  const coded = await encode(content);
  const headers = {
    [responseHeaders.contentType]: mediaType,
    ...(name !== 'identity' && { [responseHeaders.contentEncoding]: name }),
  };
  return { content: coded, headers, entityTag: entityTagOf(coded) };
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5 */
function respond(request: HttpRequest, representation: Representation): HttpResponse {
  const { content, headers, entityTag } = representation;
  const common = {
    [responseHeaders.cacheControl]: CACHE_CONTROL,
    [responseHeaders.etag]: entityTag,
    [responseHeaders.vary]: responseHeaders.acceptEncoding,
  };
  if (ifNoneMatchNames(request.headerValues(requestHeaders.ifNoneMatch), entityTag)) {
    return { status: 304, headers: common };
  }
  return { status: 200, headers: { ...headers, ...common }, body: content };
}

function notAcceptable(): HttpResponse {
  const offered = sentCodings.map(({ name }) => name).join(', ');
  const message = `The document is available as ${offered}, which the Accept-Encoding header does not allow`;
  const headers = { [responseHeaders.vary]: responseHeaders.acceptEncoding };
  return defaultErrorResponse(new Failure(failureKinds.notAcceptable, message, { headers }));
}
