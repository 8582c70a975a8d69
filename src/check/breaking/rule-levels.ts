import { hint } from '../../cli/command-arguments';
import { CommandError } from '../../cli/command-line';
import { type Listed, readListed } from '../acceptance';
import { type Change, type ChangeRule, changeRules } from './change';
import { type Bump, LEVELS } from './version-bump';

/** Gives changes the levels that a team has chosen for their rules, and leaves out those of none. */
export type RuleLevels = (changes: readonly Change[]) => Change[];

/**
 * Reads the levels of rules: a line `RULE LEVEL # REASON` each.
 *
 * @param given the file; by default that beside the document, if there is one
 * @throws CommandError when the file that was named is not there, or a line has no reason, no rule or no level
 */
export function readRuleLevels(spec: string, given: string | undefined): RuleLevels {
  const listed = readListed(spec, given, '.levels.txt');
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

/** @param what has the level @throws CommandError for a text that is none */
export function readLevel(text: string, what: string): Bump {
  const found = LEVELS.find((level) => level === text);
  if (found !== undefined) return found;
  throw new CommandError(`${what} must be major, minor, patch or none, not "${text}"`);
}
