import type { HttpRequest, HttpResponse } from '../../src/contract';
import { createPublication } from '../../src/management/management';
import { isManagement } from '../../src/management/pages';
import { type JsonObject, printJson, printYaml } from '../generate/index';

type Answer = (request: HttpRequest) => Promise<HttpResponse | undefined>;

/** Serves the document and its docs page where a service has them too, beside what answers for its operations. */
export function withDocument(document: JsonObject, answer: Answer): Answer {
  const publish = createPublication({
    documents: {
      json: () => Promise.resolve(Buffer.from(printJson(document))),
      yaml: () => Promise.resolve(Buffer.from(printYaml(document))),
    },
    tryItOut: true,
  });
  return (request) => (isManagement(request) ? publish(request) : answer(request));
}
