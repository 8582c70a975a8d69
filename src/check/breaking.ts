import { CommandError } from '../cli/command-line';
import {
  asObject,
  pointerBeforeHierarchies,
  pointerPrefixes,
  type SourceDocument,
  valueAt,
} from '../generate/index';
import { commandFault } from '../generate/project';
import type { Place } from '../findings/index';
import {
  nameOfChange,
  readAcceptedChanges,
  readAcceptedFaults,
  staleLine,
  WHY_STALE,
} from './acceptance';
import { readBase } from './breaking/base-document';
import {
  type Change,
  changeRules,
  type ChangeRule,
  shownValue,
  type Level,
} from './breaking/change';
import { compareVersions, readVersion } from './breaking/compare-documents';
import { isAcceptedFault, notCompared, notComparedFinding } from './breaking/not-compared';
import { type CountedChanges, countRecorded } from './breaking/traffic/count-recorded';
import { countText } from './breaking/traffic/recorded';
import type { Versions } from './breaking/versions';
import { CheckedDocument } from './checked-document';
import type { Check, Table } from './drift-check';
import type { Finding } from './finding';

const rules = {
  ...changeRules,
  'operation-not-compared': 'What breaks clients of the operation is not seen.',
  'stale-line': WHY_STALE,
};

/** Finds changes since a base that the version of the document does not tell its clients of. */
export const breakingCheck: Check<keyof typeof rules> = {
  name: 'breaking',
  claim: 'the version of the document says what changed since the base',
  failure: 'the document changed more than its version says',
  rules,
  isLong: true,
  isFor: ({ base }) => base !== undefined,
  async run(options, checked = new CheckedDocument(options), tell) {
    const { base: given, spec } = options;
    if (given === undefined) {
      throw new CommandError(
        '--base FILE, or REF:PATH of git, says what the document is compared with',
      );
    }
    const base = readBase(given, options);
    const revision = checked.source;
    const versions = { base: await readVersion(base), revision: await readVersion(revision) };
    const { changes, recording } = await changesOf(versions, options.traffic, tell);
    const [before, after] = [base, revision].map(versionOf);
    const said = bumpBetween(before ?? '', after ?? '') ?? 'none';
    const accepted = readAcceptedChanges(spec, options['accepted-changes']);
    const lost = notCompared(versions);
    const faults = readAcceptedFaults(spec, options.accepted);
    const open = lost.filter(
      (each) => !accepted.has(each) && !isAcceptedFault(each, revision, faults),
    );
    const counted = changes.filter((change) => !accepted.has(change));
    const needed = neededBump(counted);
    const enough = versionAfter(before ?? '', needed) ?? 'one of the form 2.0.0';
    const unsaid = counted.filter(({ level }) => level === needed && !isEnough(said, level));
    const findings = [
      ...open.map((each) => notComparedFinding(each, { base, revision }, accepted.file)),
      ...unsaid.map((change) =>
        finding(change, base, revision, {
          needed,
          remedy: `undo it, set info.version to ${enough} or above, or accept it with a line "${nameOfChange(change)} # REASON" in ${accepted.file}`,
        }),
      ),
      ...accepted
        .stale([...changes, ...lost])
        .map((name) => staleLine(accepted.file, name, 'such change')),
    ];
    const comparison = {
      ...{ from: before ?? '', to: after ?? '', changes },
      ...(recording && { recorded: recording }),
    };
    const isUntrue = open.some(({ version }) => version === 'base');
    return {
      ...{ findings, comparison, ...(changes.length > 0 && { table: tableOf(changes) }) },
      ...(isUntrue && {
        faults: [`not all of ${base.name} could be compared, for faults that it has`],
      }),
    };
  },
};

function tableOf(changes: readonly Change[]): Table {
  const isCounted = changes.some(({ recorded }) => recorded !== undefined);
  const rows = changes.map(({ level, operation, message, witness, recorded }) => [
    ...[level, operation, message, witness === undefined ? '' : shownValue(witness.value)],
    ...(isCounted ? [recorded === undefined ? '' : countText(recorded)] : []),
  ]);
  const columns = ['level', 'operation', 'change', 'such as'];
  return { columns: isCounted ? [...columns, 'recorded traffic'] : columns, rows };
}

async function changesOf(
  versions: Versions,
  traffic: string | undefined,
  tell: ((progress: string) => void) | undefined,
): Promise<Pick<CountedChanges, 'changes'> & Partial<CountedChanges>> {
  const [base, revision] = [versions.base.source, versions.revision.source];
  try {
    const found = await compareVersions(versions);
    const counted: Pick<CountedChanges, 'changes'> & Partial<CountedChanges> =
      traffic === undefined
        ? { changes: found }
        : await countRecorded(traffic, base, revision, found, tell);
    const written = (change: Change): Change => {
      const { document } = { base, revision }[change.version];
      return { ...change, pointer: pointerBeforeHierarchies(document, change.pointer) };
    };
    return { ...counted, changes: counted.changes.map(written) };
  } catch (error) {
    throw commandFault(error, revision);
  }
}

function versionOf({ document }: SourceDocument): string {
  return String(asObject(document.info).version);
}

function finding(
  { version, pointer, operation, message, witness, rule, recorded }: Change,
  base: SourceDocument,
  revision: SourceDocument,
  { needed, remedy }: { readonly needed: Bump; readonly remedy: string },
): Finding<ChangeRule> {
  const example = witness === undefined ? '' : `, such as ${shownValue(witness.value)}`;
  const place: Place & { base?: Place } =
    version === 'revision'
      ? revision.placeOf(pointer)
      : { ...revision.placeOf(nearest(revision, pointer)), base: base.placeOf(pointer) };
  return {
    rule,
    ...place,
    message: `${operation}: ${message}${example} (${needed})`,
    remedy,
    ...(recorded && { recorded }),
  };
}

/** The longest beginning of a pointer into the base that leads somewhere in the revision too. */
function nearest({ document }: SourceDocument, pointer: string): string {
  const leads = (prefix: string): boolean => valueAt(document, prefix) !== undefined;
  return pointerPrefixes(pointer).findLast(leads) ?? '';
}

/** From what changes nothing to what breaks. */
const LEVELS = ['none', 'patch', 'minor', 'major'] as const;

/** The part of a version that went up, or that must. */
export type Bump = Level | 'none';

/** The largest change. */
export function neededBump(changes: readonly Change[]): Bump {
  return LEVELS.findLast((level) => changes.some((change) => change.level === level)) ?? 'none';
}

export function isEnough(said: Bump, needed: Bump): boolean {
  return LEVELS.indexOf(said) >= LEVELS.indexOf(needed);
}

/**
 * The part in which a version is above another.
 *
 * @returns undefined where one of them is no version of three numbers
 * @see https://semver.org/spec/v2.0.0.html
 */
export function bumpBetween(base: string, revision: string): Bump | undefined {
  const [before, after] = [numbersOf(base), numbersOf(revision)];
  if (before === undefined || after === undefined) return undefined;
  const at = before.findIndex((number, index) => number !== after[index]);
  if (at < 0 || Number(after[at]) < Number(before[at])) return 'none';
  // Of a version 0.y.z, y says what the major version says of others.
  const shift = before[0] === 0 && at > 0 ? 1 : 0;
  return (['major', 'minor', 'patch'] as const)[at - shift] ?? 'none';
}

/** The smallest version that says a bump. */
export function versionAfter(base: string, bump: Bump): string | undefined {
  const numbers = numbersOf(base);
  if (numbers === undefined || bump === 'none') return undefined;
  const shift = numbers[0] === 0 ? 1 : 0;
  const at = Math.min(2, { major: 0, minor: 1, patch: 2 }[bump] + shift);
  return numbers.map((each, index) => (index < at ? each : index === at ? each + 1 : 0)).join('.');
}

function numbersOf(version: string): number[] | undefined {
  const [, ...numbers] = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(version) ?? [];
  return numbers.length === 0 ? undefined : numbers.map(Number);
}
