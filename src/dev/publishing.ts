import type { Service } from '../contract';
import { publication, type PublicationOptions } from '../management/management';
import { withOwnPages } from '../management/pages';

/** A service in development, with its document and a docs page that follows it beside what it has under `/-/`. */
export function publishing(documents: PublicationOptions['documents'], service: Service): Service {
  return withOwnPages(service, publication({ documents, tryItOut: true, follows: true }));
}
