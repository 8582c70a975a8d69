import { existsSync } from 'node:fs';
import { CommandError } from '../cli';
import {
  asObject,
  pointerBeforeHierarchies,
  pointerPrefixes,
  samePart,
  type SourceDocument,
  valueAt,
} from '../document';
import { commandFault } from '../generate';
import type { Place } from '../findings';
import {
  type AcceptedChanges,
  nameOfGroup,
  readAcceptedChanges,
} from './breaking/accepted-changes';
import { isSamePath, readBase } from './breaking/base-document';
import {
  ALL_OPERATIONS,
  type Change,
  changeRules,
  type ChangeRule,
  type Level,
  NOT_COMPARED,
  shownValue,
} from './breaking/change';
import {
  type ChangeGroup,
  groupChanges,
  groupText,
  operationsText,
  everyPlaceOf,
} from './breaking/change-groups';
import { compareVersions, readVersion } from './breaking/compare-documents';
import {
  isAcceptedFault,
  type NotCompared,
  notCompared,
  notComparedFinding,
} from './breaking/not-compared';
import { idlePropertyNotes } from './breaking/schemas/idle-properties';
import { readLevel, readRuleLevels } from './breaking/rule-levels';
import {
  type Bump,
  bumpBetween,
  isEnough,
  neededBump,
  versionSaying,
} from './breaking/version-bump';
import type { Versions } from './breaking/versions';
import { type AcceptedFaults, listedName, readAcceptedFaults } from './acceptance';
import { CheckedDocument } from './checked-document';
import type { Check, CheckOptions, Note, Table } from './drift-check';
import type { Finding } from './finding';

const rules = {
  ...(Object.fromEntries(
    Object.entries(changeRules).map(([rule, { why }]) => [rule, why]),
  ) as Readonly<Record<ChangeRule, string>>),
  [NOT_COMPARED]: 'What breaks clients of the operation is not seen.',
};

/** Finds changes since a base that the document's version does not announce to clients. */
export const breakingCheck: Check<keyof typeof rules> = {
  name: 'breaking',
  claim: 'the version of the document says what changed since the base',
  failure: 'the document changed more than its version says',
  rules,
  isLong: true,
  isOfChanges: true,
  isFor: ({ base }) => base !== undefined,
  async run(options, checked = new CheckedDocument(options)) {
    const { base: given, spec } = options;
    if (given === undefined) {
      throw new CommandError(
        '--base FILE, REF or REF:PATH of git, says what the document is compared with',
      );
    }
    const failing = readLevel(options['fail-on'] ?? 'patch', '--fail-on');
    const accepted = readAcceptedChanges(spec, options.accepted, given);
    const levelsOf = readRuleLevels(spec, options.levels);
    const compared = await compare(given, options, checked);
    const { base, revision, lost } = compared;
    const changes = levelsOf(compared.changes);
    const [from, to] = [versionOf(base), versionOf(revision)];
    const known = groupChanges(changes.filter((change) => !accepted.has(listedName(change))));
    const counted = known.filter((group) => !accepted.has(nameOfGroup(group)));
    const needed = neededBump(counted.map(({ shown }) => shown));
    const ofLevel = (level: Level | Bump): ChangeGroup[] =>
      counted.filter(({ shown }) => shown.level === level);
    const isSaid = base === undefined || isEnough(bumpBetween(from, to), needed);
    const groups = isSaid ? [] : ofLevel(needed);
    const isFailing = failing !== 'none' && isEnough(needed, failing);
    const told = (group: ChangeGroup): Finding<ChangeRule> =>
      finding(group, compared, accepted.file, remedies(compared, group.shown, from));
    const findings = groups.map(told);
    const open = options.strict === true ? ofLevel('undecided').map(told) : [];
    const passing = isFailing ? [] : notesOfPassing(groups, compared, failing);
    const unknown = unknownParts(compared, accepted, readAcceptedFaults(spec, options.accepted));
    const names = [...[...changes, ...lost].map(listedName), ...known.map(nameOfGroup)];
    return {
      findings: [...unknown, ...(isFailing ? findings : []), ...open],
      notes: [...accepted.notes(names), ...passing, ...compared.idle],
      comparison: { from, to, changes },
      ...(changes.length > 0 && { table: tableOf(changes) }),
    };
  },
};

/** Two versions, one of which may have no document, and the changes between them. */
interface Compared {
  readonly base: SourceDocument | undefined;
  readonly revision: SourceDocument | undefined;
  /** The document's file, for findings without a place in it. */
  readonly spec: string;
  readonly changes: readonly Change[];
  /** The parts that could not be compared. */
  readonly lost: readonly NotCompared[];
  /** Notes about changes that say nothing. */
  readonly idle: readonly Note[];
}

async function compare(
  given: string,
  options: CheckOptions,
  checked: CheckedDocument,
): Promise<Compared> {
  const { spec } = options;
  const whole = readBase(given, options);
  const isRemoved = whole !== undefined && isSamePath(given) && !existsSync(spec);
  const revision = isRemoved ? undefined : checked.source;
  const base = whole && revision ? samePart(whole, revision) : whole;
  const documents = { base, revision, spec, lost: [], idle: [] };
  if (base === undefined) {
    const message = `the document is new, ${given} has none at this place`;
    return { ...documents, changes: [ofDocument('document-added', message)] };
  }
  if (revision === undefined) {
    const message = `the document was removed, ${base.name} has it`;
    return { ...documents, changes: [ofDocument('document-removed', message)] };
  }
  const versions = { base: readVersion(base), revision: readVersion(revision) };
  const changes = await changesOf(versions);
  const idle = idlePropertyNotes(versions);
  return { ...documents, lost: notCompared(versions), idle, changes };
}

function ofDocument(rule: 'document-added' | 'document-removed', message: string): Change {
  const version = rule === 'document-added' ? 'revision' : 'base';
  const { level } = changeRules[rule];
  return { rule, level, version, message, operation: ALL_OPERATIONS, pointer: '' };
}

function tableOf(changes: readonly Change[]): Table {
  const rows = groupChanges(changes).map((group) => {
    const { operations, message, example } = groupText(group);
    return [group.shown.level, operations, message, example];
  });
  return { columns: ['level', 'operation', 'change', 'such as'], rows };
}

async function changesOf(versions: Versions): Promise<Change[]> {
  const [base, revision] = [versions.base.source, versions.revision.source];
  try {
    const found = await compareVersions(versions);
    return found.map((change) => {
      const { document } = { base, revision }[change.version];
      return { ...change, pointer: pointerBeforeHierarchies(document, change.pointer) };
    });
  } catch (error) {
    throw commandFault(error, revision);
  }
}

/** Returns '' if there is none. */
function versionOf(source: SourceDocument | undefined): string {
  const { version = '' } = asObject(source?.document.info) as { readonly version?: unknown };
  return String(version);
}

/** Findings for the parts that were neither compared nor accepted. */
function unknownParts(
  { base, revision, lost }: Compared,
  accepted: AcceptedChanges,
  acceptedFaults: AcceptedFaults,
): Finding<typeof NOT_COMPARED>[] {
  if (base === undefined || revision === undefined) return [];
  return lost
    .filter(
      (each) => !accepted.has(listedName(each)) && !isAcceptedFault(each, revision, acceptedFaults),
    )
    .map((each) => notComparedFinding(each, { base, revision }, accepted.file));
}

/** Ways to resolve the change other than a line that accepts it. */
function remedies({ revision }: Compared, { level }: Change, from: string): string {
  if (level === 'undecided') return 'undo it';
  return revision === undefined
    ? 'restore it'
    : `undo it, set info.version to ${versionSaying(from, level)}`;
}

function finding(
  group: ChangeGroup,
  compared: Compared,
  file: string,
  remedy: string,
  line = nameOfGroup(group),
): Finding<ChangeRule> {
  const { shown, operations, others } = group;
  const { message, witness, rule, level } = shown;
  const example = witness === undefined ? '' : `, such as ${shownValue(witness.value)}`;
  const what = `${operationsText({ operations })}: ${message}${example} (${level})`;
  return {
    rule,
    ...placeOf(shown, compared),
    message: what,
    remedy: `${remedy}, or accept it with a line "${line} # REASON" in ${file}`,
    operations,
    acceptance: { file, line, what },
    ...(others.length > 0 && {
      others: others.map((each) => finding(each, compared, file, remedy, line)),
    }),
  };
}

function placeOf(
  { version, pointer }: Change,
  { base, revision, spec }: Compared,
): Place & { base?: Place } {
  if (revision === undefined) return { file: spec };
  if (version === 'revision' || base === undefined) return revision.placeOf(pointer);
  return { ...revision.placeOf(nearest(revision, pointer)), base: base.placeOf(pointer) };
}

/** The longest prefix of a pointer into the base that also exists in the revision. */
function nearest({ document }: SourceDocument, pointer: string): string {
  const leads = (prefix: string): boolean => valueAt(document, prefix) !== undefined;
  return pointerPrefixes(pointer).findLast(leads) ?? '';
}

/** Notes about changes that the version does not announce, and why these do not fail. */
function notesOfPassing(
  groups: readonly ChangeGroup[],
  { revision, spec }: Compared,
  failing: Bump,
): Note[] {
  const [first] = groups;
  if (first === undefined) return [];
  const { level } = first.shown;
  const { length } = groups.flatMap(everyPlaceOf);
  const count = length === 1 ? `a ${level} change` : `${length} ${level} changes`;
  const place = revision === undefined ? { file: spec } : revision.placeOf('/info/version');
  return [
    {
      ...place,
      message: `the version does not say ${count}, which may be with --fail-on ${failing}`,
    },
  ];
}
