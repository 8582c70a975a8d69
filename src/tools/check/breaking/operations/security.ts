import {
  childPointer,
  type JsonObject,
  type Operation,
  strings,
  asObject,
  entries,
  type Located,
  members,
} from '../../../document';
import type { OperationChange, Change, Level } from '../change';
import type { OperationPair, Sender, Version, Versions } from '../versions';
import { canonicalText } from 'openapi-trellis/tools';

/**
 * Changes of the credentials required. A requirement of the base still works if the revision has one that asks
 * for no more. Clients must still recognize requests that the service sends by the base's credentials.
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */
export function compareSecurity(pair: OperationPair): OperationChange[] {
  const { base, revision, versions, sender } = pair;
  const credentials = credentialsOf(versions);
  const [had, has] = [base, revision].map((each) => securityOf(each, sender));
  const before = requirementsOf(had ?? [], credentials.base, credentials.revision);
  const after = requirementsOf(has ?? [], credentials.revision, credentials.base);
  const lost = before.filter((had) => !after.some((has) => asksNoMore(has, had)));
  const gained = after.filter((has) => !before.some((had) => asksNoMore(had, has)));
  const at = placeOf(base, revision, versions.revision);
  if (sender === 'service') return gained.map((has) => sentOtherwise(has, at));
  const added = lost.map((had): OperationChange => ({
    ...{ rule: 'security-added', ...at },
    message: `requests with ${had.text} are refused now: the operation requires ${after.map(({ text }) => text).join(', or ')}`,
  }));
  if (added.length > 0) return added;
  return gained.map((has) => ({
    ...{ rule: 'security-removed', ...at },
    message: `requests with ${has.text} are accepted, which the base refuses`,
  }));
}

/** The document's top-level `security` does not apply to requests that the service sends. */
function securityOf({ security, value }: Operation, sender: Sender): readonly JsonObject[] {
  return sender === 'client' || 'security' in value ? security : [];
}

function sentOtherwise({ text }: Requirement, at: At): OperationChange {
  const message = `requests are sent with ${text}, by which clients of the base do not know them`;
  return { rule: 'security-added', ...at, message };
}

type At = Pick<OperationChange, 'version' | 'pointer'>;

/** The place of the revision's requirements, possibly of the whole document, or else of the base's. */
function placeOf(base: Operation, revision: Operation, { loaded }: Version): At {
  const own = childPointer(revision.pointer, 'security');
  if ('security' in revision.value) return { version: 'revision', pointer: own };
  if ('security' in loaded.document) return { version: 'revision', pointer: '/security' };
  return 'security' in base.value
    ? { version: 'base', pointer: childPointer(base.pointer, 'security') }
    : { version: 'revision', pointer: revision.pointer };
}

/** A Security Requirement Object. */
interface Requirement {
  /** The required scopes, by the credentials that must have them. */
  readonly scopes: ReadonlyMap<string, readonly string[]>;
  /** For messages, with the names of the document. */
  readonly text: string;
}

/** Without requirements, everybody has access, as with an empty one. */
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

/** The credentials of each scheme, by the scheme's name; equal in both versions whatever the names. */
type Credentials = ReadonlyMap<string, string>;

/**
 * The credentials of the security schemes of two versions. If a version has several schemes with the same
 * credentials, their names distinguish them.
 * @see https://spec.openapis.org/oas/v3.1.1#security-scheme-object
 */
function credentialsOf({ base, revision }: Versions): {
  readonly base: Credentials;
  readonly revision: Credentials;
} {
  const [before, after] = [described(base), described(revision)];
  const shared = new Set([...repeated([...before.values()]), ...repeated([...after.values()])]);
  const named = (schemes: Credentials): Credentials =>
    new Map(
      [...schemes].map(([name, kind]) => [name, shared.has(kind) ? `${kind} ${name}` : kind]),
    );
  return { base: named(before), revision: named(after) };
}

function schemesOf({ loaded: { resolver } }: Version): Map<string, Located> {
  const section = childPointer('', 'components', 'securitySchemes');
  const schemes = asObject(resolver.document.components).securitySchemes;
  return new Map(
    entries(schemes).map(([name]) => [name, resolver.resolve(childPointer(section, name))]),
  );
}

function described(version: Version): Credentials {
  return new Map([...schemesOf(version)].map(([name, { value }]) => [name, kindOf(value)]));
}

/** Names of headers and of HTTP's schemes are case-insensitive. */
function kindOf({ type, in: location, name, scheme, openIdConnectUrl }: JsonObject): string {
  if (type === 'http') return `http ${String(scheme).toLowerCase()}`;
  if (type === 'openIdConnect') return `openIdConnect ${String(openIdConnectUrl)}`;
  if (type !== 'apiKey') return String(type);
  const key = location === 'header' ? String(name).toLowerCase() : String(name);
  return `apiKey in ${String(location)} ${key}`;
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** The URLs at which OAuth 2.0 clients get tokens. */
const URLS = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'];

/**
 * Changes of how clients get tokens, for the schemes that the base's operations use.
 * @param used names of security schemes of the base
 * @see https://spec.openapis.org/oas/v3.1.1#oauth-flow-object
 */
export function compareFlows(versions: Versions, used: ReadonlySet<string>): Change[] {
  const { base, revision } = credentialsOf(versions);
  const after = schemesOf(versions.revision);
  return [...schemesOf(versions.base)].flatMap(([name, was]) => {
    if (!used.has(name)) return [];
    const others = [...after].filter(([other]) => revision.get(other) === base.get(name));
    const [, is] = others.find(([other]) => other === name) ?? others[0] ?? [];
    return is === undefined ? [] : flowChanges(name, was, is);
  });
}

function flowChanges(name: string, was: Located, is: Located): Change[] {
  const [before, after] = [was, is].map(({ value }) => asObject(value.flows));
  const changes: Change[] = [];
  const tell = (level: Level, version: 'base' | 'revision', keys: string[], said: string): void => {
    const pointer = childPointer((version === 'base' ? was : is).pointer, 'flows', ...keys);
    const operation = `the security scheme "${name}"`;
    const message = `the flow ${keys[0] ?? ''} ${said}`;
    changes.push({ rule: 'security-scheme-changed', level, operation, message, version, pointer });
  };
  for (const [flow, old] of members(before)) {
    const given = after?.[flow];
    if (given === undefined) tell('major', 'base', [flow], 'was removed');
    else
      compareFlow(asObject(old), asObject(given), (level, version, keys, said) => {
        tell(level, version, [flow, ...keys], said);
      });
  }
  for (const [flow] of members(after)) {
    if (before?.[flow] === undefined) tell('minor', 'revision', [flow], 'is new');
  }
  return changes;
}

function compareFlow(
  was: JsonObject,
  is: JsonObject,
  tell: (level: Level, version: 'base' | 'revision', keys: string[], said: string) => void,
): void {
  for (const field of URLS) {
    if (was[field] === is[field]) continue;
    if (is[field] === undefined) tell('major', 'base', [field], `no longer has a ${field}`);
    else if (was[field] === undefined) tell('minor', 'revision', [field], `has a ${field}`);
    else tell('major', 'revision', [field], `has another ${field}: ${canonicalText(is[field])}`);
  }
  const [before, after] = [was, is].map(({ scopes }) => asObject(scopes));
  for (const [scope] of entries(before)) {
    if (after?.[scope] === undefined)
      tell('major', 'base', ['scopes', scope], `no longer has the scope "${scope}"`);
  }
  for (const [scope] of entries(after)) {
    if (before?.[scope] === undefined)
      tell('minor', 'revision', ['scopes', scope], `has the scope "${scope}"`);
  }
}
