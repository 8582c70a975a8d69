import type { Resource } from '../../../resources/index';
import { bodyFor, hasOwnKey, keysAround, ownKey } from '../items';
import { isMissing, type Steps } from '../steps';
import { tell } from '../verdict';

/**
 * Puts something where nothing is. Where the document states 201, the response has to be that.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.4
 */
export async function createByPut(steps: Steps, resource: Resource): Promise<void> {
  const { create: put, read, itemPath } = resource;
  if (put?.method !== 'PUT' || read === undefined || itemPath === undefined) return;
  if (!hasOwnKey(resource)) return;
  const keys = [...(await keysAround(steps, resource)), ownKey(steps, resource)];
  const before = await steps.call('reads what is not there', read, keys);
  if (!isMissing(before)) return;
  const body = bodyFor(steps, put, steps.variation());
  const creation = await steps.call('puts it there', put, keys, { body });
  if (!creation.isSuccess) return;
  const after = await steps.call('reads what was put there', read, keys);
  if (!after.isSuccess) return;
  steps.made.push({ resource, path: itemPath, keys });
  if (![200, 204].includes(creation.status)) return;
  const message = `PUT has created what was not there (${before.status}), and says ${creation.status}, not 201`;
  tell(steps, resource, 'put-says-created', message, [before, creation, after]);
}
