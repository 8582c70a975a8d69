import { hint, CommandError } from '../../cli';
import { type Listed, readListed } from '../acceptance';
import { type Change, type ChangeRule, changeRules } from './change';
import { type Bump, LEVELS } from './version-bump';

/** Replaces the levels of changes by those a team chose for their rules, and drops changes of level `none`. */
export type RuleLevels = (changes: readonly Change[]) => Change[];

/**
 * Reads the levels of rules: a line `RULE LEVEL # REASON` each.
 * @param given the file; by default the one next to the document, if it exists
 * @throws CommandError when the named file does not exist, or a line has no reason, no rule or no level
 */
export function readRuleLevels(spec: string, given: string | undefined): RuleLevels {
  const listed = readListed(spec, given === undefined ? undefined : [given], '.levels.txt');
  const levels = new Map(listed.lines.map(({ name, line }) => levelOf(name, listed, line)));
  if (levels.size < listed.lines.length) {
    throw new CommandError(`${listed.file}: a rule has two levels`);
  }
  return (changes) =>
    changes.flatMap((change) => {
      const level = levels.get(change.rule) ?? change.level;
      return level === 'none' ? [] : [{ ...change, level }];
    });
}

function levelOf(name: string, { file }: Listed, line: number): [ChangeRule, Bump] {
  const [rule = '', level = '', ...others] = name.split(/\s+/);
  const place = `${file}:${line}`;
  if (!isRule(rule)) {
    const near = hint(rule, Object.keys(changeRules));
    throw new CommandError(`${place}: there is no rule "${rule}"${near} (--rules lists them all)`);
  }
  return [rule, readLevel(others.length === 0 ? level : '', `${place}: the level of ${rule}`)];
}

function isRule(name: string): name is ChangeRule {
  return Object.hasOwn(changeRules, name);
}

/** @param what name of the value, for the message @throws CommandError for an unknown level */
export function readLevel(text: string, what: string): Bump {
  const found = LEVELS.find((level) => level === text);
  if (found !== undefined) return found;
  throw new CommandError(`${what} must be major, minor, patch or none, not "${text}"`);
}
