import type { HttpRequest, HttpResponse, Service } from '../contract';
import { createPublication, type PublicationOptions } from '../management/management';
import { isManagement } from '../management/pages';
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

/** The same beside a service in development, which then covers these paths too; an open page follows the document. */
export function publishing(documents: PublicationOptions['documents'], service: Service): Service {
  const publish = createPublication({ documents, tryItOut: true, follows: true });
  return {
    ...service,
    covers: (request) => isManagement(request) || service.covers(request),
    handle: (request) => (isManagement(request) ? publish(request) : service.handle(request)),
  };
}
