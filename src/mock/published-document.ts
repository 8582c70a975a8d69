import type { HttpRequest, HttpResponse, Service } from '../contract';
import { createPublication, type PublicationOptions } from '../management/management';
import { isManagement, withPages } from '../management/pages';
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

/** A service in development, with its document and a docs page that follows it. */
export function publishing(documents: PublicationOptions['documents'], service: Service): Service {
  return withPages(service, createPublication({ documents, tryItOut: true, follows: true }));
}
