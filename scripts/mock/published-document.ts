import { type HttpRequest, type HttpResponse, parseRequestTarget } from '../../src/contract';
import { type JsonObject, printJson, printYaml } from '../generate/index';

type Answer = (request: HttpRequest) => Promise<HttpResponse | undefined>;

/** Where a service has its document too. Everything under `/-/` is no document's. */
const REPRESENTATIONS = new Map<string, readonly [string, (document: JsonObject) => string]>([
  ['/-/openapi.json', ['application/json', printJson]],
  ['/-/openapi.yaml', ['application/yaml', printYaml]],
]);

/** Serves the document beside what answers for its operations. */
export function withDocument(document: JsonObject, answer: Answer): Answer {
  return (request) => {
    const path = parseRequestTarget(request.target)?.path ?? '';
    const [mediaType, print] = REPRESENTATIONS.get(path) ?? [];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (mediaType === undefined || print === undefined || !isRead) return answer(request);
    const headers = { 'Content-Type': mediaType, 'Cache-Control': 'no-cache' };
    return Promise.resolve({ status: 200, headers, body: print(document) });
  };
}
