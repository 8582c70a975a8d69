import { childPointer, type JsonObject, type Operation, strings } from '../../../generate/index';
import type { OperationChange } from '../change';
import type { OperationPair, Sender } from './operation-pairs';
import { type Credentials, credentialsOf } from './security-schemes';
import type { Version } from '../version';

/**
 * What a client must have that was not asked for. A requirement of the base still lets clients in where the
 * revision has one that asks for no more. Of the requests that the service sends, a client must be able to
 * tell by what the base names that they are its.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */
export function compareSecurity(pair: OperationPair): OperationChange[] {
  const { base, revision, versions, sender } = pair;
  const { before, after, lost } = comparedRequirements(pair);
  const gained = after.filter((has) => !before.some((had) => asksNoMore(had, has)));
  const at = placeOf(base, revision, versions.revision);
  if (sender === 'service') return gained.map((has) => sentOtherwise(has, at));
  const added = lost.map((had): OperationChange => ({
    ...{ rule: 'security-added', level: 'major', ...at },
    message: `requests with ${had.text} are refused now: the operation requires ${after.map(({ text }) => text).join(', or ')}`,
  }));
  if (added.length > 0) return added;
  return gained.map((has) => ({
    ...{ rule: 'security-removed', level: 'minor', ...at },
    message: `requests with ${has.text} are accepted, which the base refuses`,
  }));
}

/** The requirements of an operation of two versions. */
export interface ComparedRequirements {
  readonly before: readonly Requirement[];
  readonly after: readonly Requirement[];
  /** Those of the base that let nobody in any more, in the order of their changes. */
  readonly lost: readonly Requirement[];
}

export function comparedRequirements({
  base,
  revision,
  versions,
  sender,
}: OperationPair): ComparedRequirements {
  const credentials = credentialsOf(versions);
  const [had, has] = [base, revision].map((each) => securityOf(each, sender));
  const before = requirementsOf(had ?? [], credentials.base, credentials.revision);
  const after = requirementsOf(has ?? [], credentials.revision, credentials.base);
  const lost = before.filter((had) => !after.some((has) => asksNoMore(has, had)));
  return { before, after, lost };
}

/** What the document asks of its clients says nothing of what the service sends. */
function securityOf({ security, value }: Operation, sender: Sender): readonly JsonObject[] {
  return sender === 'client' || 'security' in value ? security : [];
}

function sentOtherwise({ text }: Requirement, at: At): OperationChange {
  const message = `requests are sent with ${text}, by which clients of the base do not know them`;
  return { rule: 'security-added', level: 'major', ...at, message };
}

type At = Pick<OperationChange, 'version' | 'pointer'>;

/** The requirements of the revision, which may be those of the whole document, or else of the base. */
function placeOf(base: Operation, revision: Operation, { loaded }: Version): At {
  const own = childPointer(revision.pointer, 'security');
  if ('security' in revision.value) return { version: 'revision', pointer: own };
  if ('security' in loaded.document) return { version: 'revision', pointer: '/security' };
  return 'security' in base.value
    ? { version: 'base', pointer: childPointer(base.pointer, 'security') }
    : { version: 'revision', pointer: revision.pointer };
}

/** A Security Requirement Object. */
export interface Requirement {
  /** Names of the security schemes, as its document has them. */
  readonly names: readonly string[];
  /** The scopes that are asked for, by the credentials that must have them. */
  readonly scopes: ReadonlyMap<string, readonly string[]>;
  /** For a reader, with the names of the document. */
  readonly text: string;
}

/** No requirement lets everybody in, as an empty one does. */
function requirementsOf(
  security: readonly JsonObject[],
  own: Credentials,
  others: Credentials,
): readonly Requirement[] {
  const list: readonly JsonObject[] = security.length === 0 ? [{}] : security;
  return list.map((requirement) => {
    const schemes = Object.entries(requirement).map(([name, value]) => {
      const credentials = own.get(name) ?? name;
      const isAnother = others.has(name) && others.get(name) !== credentials;
      const scopes = strings(value);
      const said = isAnother ? [credentials, ...scopes] : scopes;
      const text = said.length === 0 ? name : `${name} (${said.join(', ')})`;
      return { credentials, scopes, text };
    });
    const texts = schemes.map(({ text }) => text);
    return {
      names: Object.keys(requirement),
      scopes: new Map(schemes.map(({ credentials, scopes }) => [credentials, scopes])),
      text: texts.length === 0 ? 'no credentials' : texts.join(' and '),
    };
  });
}

function asksNoMore(has: Requirement, had: Requirement): boolean {
  return [...has.scopes].every(([credentials, scopes]) => {
    const known = had.scopes.get(credentials);
    return known !== undefined && scopes.every((scope) => known.includes(scope));
  });
}
