import { canonicalText } from '../../../contract';
import {
  asObject,
  childPointer,
  entries,
  type JsonObject,
  type Located,
  members,
} from '../../../generate/index';
import type { Versions } from '../version';
import type { Change, Level } from '../change';
import { credentialsOf, schemesOf } from './security-schemes';

/** Where clients of OAuth 2.0 go for tokens. */
const URLS = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'];

/**
 * How clients get the tokens of a scheme that operations of the base ask for.
 *
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
