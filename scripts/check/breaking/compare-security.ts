import { childPointer, type JsonObject, type Operation, strings } from '../../generate/index';
import type { OperationChange } from './change';

/**
 * What a client must have that was not asked for. A requirement of the base still lets clients in where the
 * revision has one that asks for no more.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */
export function compareSecurity(base: Operation, revision: Operation): OperationChange[] {
  const [before, after] = [alternatives(base), alternatives(revision)];
  const lost = before.filter((had) => !after.some((has) => asksNoMore(has, had)));
  const gained = after.filter((has) => !before.some((had) => asksNoMore(had, has)));
  const at = { version: 'revision', pointer: childPointer(revision.pointer, 'security') } as const;
  return [
    ...lost.map((had): OperationChange => ({
      ...at,
      rule: 'security-added',
      level: 'major',
      message: `requests with ${described(had)} are refused now: the operation requires ${after.map(described).join(', or ')}`,
    })),
    ...(lost.length > 0 ? [] : gained).map((has): OperationChange => ({
      ...at,
      rule: 'security-removed',
      level: 'minor',
      message: `requests with ${described(has)} are accepted, which the base refuses`,
    })),
  ];
}

/** No requirement lets everybody in, as an empty one does. */
function alternatives({ security }: Operation): readonly JsonObject[] {
  return security.length === 0 ? [{}] : security;
}

function asksNoMore(has: JsonObject, had: JsonObject): boolean {
  return Object.entries(has).every(
    ([scheme, scopes]) =>
      Object.hasOwn(had, scheme) &&
      strings(scopes).every((scope) => strings(had[scheme]).includes(scope)),
  );
}

function described(requirement: JsonObject): string {
  const schemes = Object.entries(requirement).map(([name, scopes]) => {
    const list = strings(scopes);
    return list.length === 0 ? name : `${name} (${list.join(', ')})`;
  });
  return schemes.length === 0 ? 'no credentials' : schemes.join(' and ');
}
