import type { Service } from '../contract';
import { publication, type PublicationOptions } from '../management/management';
import { withOwnPages } from '../management/pages';

/** Adds the document and a docs page that follows it to the routes of a service under `/-/`. */
export function publishing(documents: PublicationOptions['documents'], service: Service): Service {
  return withOwnPages(service, publication({ documents, tryItOut: true, follows: true }));
}
