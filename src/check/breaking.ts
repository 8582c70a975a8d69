import { CommandError } from '../cli/command-line';
import { asObject, pointerPrefixes, type SourceDocument, valueAt } from '../generate/index';
import { commandFault, readProjectDocument } from '../cli/project';
import { staleLine, WHY_STALE } from './accepted';
import { nameOfChange, readAcceptedChanges } from './breaking/accepted-changes';
import { readBase } from './breaking/base-document';
import type { Change } from './breaking/change';
import { changeRules, type ChangeRule } from './breaking/change-rules';
import { compareDocuments } from './breaking/compare-documents';
import { shownValue } from './breaking/shown-value';
import { type CountedChanges, countRecorded } from './breaking/traffic/count-recorded';
import { countText } from './breaking/traffic/recorded-text';
import {
  type Bump,
  bumpBetween,
  isEnough,
  neededBump,
  versionAfter,
} from './breaking/version-bump';
import type { Check, Table } from './drift-check';
import type { Finding, Place } from './finding';

const rules = { ...changeRules, 'stale-line': WHY_STALE };

/** Finds changes since a base that the version of the document does not tell its clients of. */
export const breakingCheck: Check<keyof typeof rules> = {
  name: 'breaking',
  claim: 'the version of the document says what changed since the base',
  failure: 'the document changed more than its version says',
  rules,
  isLong: true,
  isFor: ({ base }) => base !== undefined,
  async run({ base: given, spec, ...options }, tell) {
    if (given === undefined) {
      throw new CommandError(
        '--base FILE, or REF:PATH of git, says what the document is compared with',
      );
    }
    const base = readBase(given, options);
    const revision = readProjectDocument(spec, options);
    const { changes, recording } = await changesOf(base, revision, options.traffic, tell);
    const [before, after] = [base, revision].map(versionOf);
    const said = bumpBetween(before ?? '', after ?? '') ?? 'none';
    const accepted = readAcceptedChanges(spec, options['accepted-changes']);
    const counted = changes.filter((change) => !accepted.has(change));
    const needed = neededBump(counted);
    const enough = versionAfter(before ?? '', needed) ?? 'one of the form 2.0.0';
    const unsaid = counted.filter(({ level }) => level === needed && !isEnough(said, level));
    const findings = [
      ...unsaid.map((change) =>
        finding(change, base, revision, {
          needed,
          remedy: `undo it, set info.version to ${enough} or above, or accept it with a line "${nameOfChange(change)} # REASON" in ${accepted.file}`,
        }),
      ),
      ...accepted.stale(changes).map((name) => staleLine(accepted.file, name, 'such change')),
    ];
    const comparison = {
      ...{ from: before ?? '', to: after ?? '', changes },
      ...(recording && { recorded: recording }),
    };
    return { findings, comparison, ...(changes.length > 0 && { table: tableOf(changes) }) };
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
  base: SourceDocument,
  revision: SourceDocument,
  traffic: string | undefined,
  tell: ((progress: string) => void) | undefined,
): Promise<Pick<CountedChanges, 'changes'> & Partial<CountedChanges>> {
  try {
    const changes = await compareDocuments(base, revision);
    return traffic === undefined
      ? { changes }
      : await countRecorded(traffic, base, revision, changes, tell);
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
