import type { Service } from 'openapi-trellis/tools';
import { publication, type PublicationOptions, withOwnPages } from 'openapi-trellis/tools/serving';

/** Adds the document and a docs page that follows it to the routes of a service under `/-/`. */
export function publishing(documents: PublicationOptions['documents'], service: Service): Service {
  return withOwnPages(service, publication({ documents, tryItOut: true, follows: true }));
}
