import { isJson } from '../../contract';
import { asObject } from '../../generate/index';
import { idMember } from '../cases/same-id';
import { exactJson } from '../exact-json';
import { decoded, type SentRequest } from './sent-request';

/** True for a body that names something else than the path does. */
export function namesOther({ operation, body, parameters }: SentRequest): boolean {
  if (body === undefined || !isJson(body.mediaType)) return false;
  const members = asObject(exactJson(body.bytes));
  const id = idMember(operation, Object.keys(members));
  const known = parameters.find(({ compiled: { in: location, name } }) => {
    return location === 'path' && name === id?.parameter;
  });
  if (id === undefined || known === undefined) return false;
  return String(members[id.member]) !== decoded(known.texts[0] ?? '');
}
