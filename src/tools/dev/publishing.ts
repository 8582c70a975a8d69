import type { Service } from '../../runtime/contract';
import { publication, type PublicationOptions } from '../../runtime/management/management';
import { withOwnPages } from '../../runtime/management/pages';

/** Adds the document and a docs page that follows it to the routes of a service under `/-/`. */
export function publishing(documents: PublicationOptions['documents'], service: Service): Service {
  return withOwnPages(service, publication({ documents, tryItOut: true, follows: true }));
}
