import { stringifyJson } from '../../src/contract';
import { CommandError } from '../command-line';
import { asObject, type SourceDocument } from '../generate/index';
import { commandFault, readProjectDocument } from '../project';
import { staleLine } from './accepted';
import { nameOfChange, readAcceptedChanges } from './breaking/accepted-changes';
import { readBase } from './breaking/base-document';
import type { Change } from './breaking/change';
import { compareDocuments } from './breaking/compare-documents';
import {
  type Bump,
  bumpBetween,
  isEnough,
  neededBump,
  versionAfter,
} from './breaking/version-bump';
import type { Check, Finding } from './finding';

/** Finds changes since a base that the version of the document does not tell its clients of. */
export const breakingCheck: Check = {
  name: 'breaking',
  claim: 'the version of the document says what changed since the base',
  failure: 'the document changed more than its version says',
  isFor: ({ base }) => base !== undefined,
  async run({ base: given, spec, ...options }, tell) {
    if (given === undefined) {
      throw new CommandError(
        '--base FILE, or REF:PATH of git, says what the document is compared with',
      );
    }
    const base = readBase(given, options);
    const revision = readProjectDocument(spec, options);
    const changes = await changesOf(base, revision);
    if (changes.length > 0) {
      const rows = changes.map(({ level, operation, message, witness }) => {
        return [level, operation, message, witness === undefined ? '' : shown(witness.value)];
      });
      tell({ columns: ['level', 'operation', 'change', 'such as'], rows });
    }
    const [before, after] = [base, revision].map(versionOf);
    const said = bumpBetween(before ?? '', after ?? '') ?? 'none';
    const accepted = readAcceptedChanges(spec, options['accepted-changes']);
    const counted = changes.filter((change) => !accepted.has(change));
    const needed = neededBump(counted);
    const enough = versionAfter(before ?? '', needed) ?? 'one of the form 2.0.0';
    const unsaid = counted.filter(({ level }) => level === needed && !isEnough(said, level));
    return [
      ...unsaid.map((change) =>
        finding(change, base, revision, {
          needed,
          remedy: `undo it, set info.version to ${enough} or above, or accept it with a line "${nameOfChange(change)} # REASON" in ${accepted.file}`,
        }),
      ),
      ...accepted
        .stale(changes)
        .map((name) => staleLine('breaking', accepted.file, name, 'such change')),
    ];
  },
};

async function changesOf(base: SourceDocument, revision: SourceDocument): Promise<Change[]> {
  try {
    return await compareDocuments(base, revision);
  } catch (error) {
    throw commandFault(error, revision);
  }
}

function versionOf({ document }: SourceDocument): string {
  return String(asObject(document.info).version);
}

function finding(
  { version, pointer, operation, message, witness, rule }: Change,
  base: SourceDocument,
  revision: SourceDocument,
  { needed, remedy }: { readonly needed: Bump; readonly remedy: string },
): Finding {
  const { file, line } = (version === 'base' ? base : revision).placeOf(pointer);
  const example = witness === undefined ? '' : `, such as ${shown(witness.value)}`;
  return {
    check: 'breaking',
    ...{ file, line, remedy },
    message: `${operation}: ${message}${example} (${needed}: ${rule})`,
  };
}

/** Characters of a value that are shown. */
const MOST_SHOWN = 200;

function shown(value: unknown): string {
  const text = stringifyJson(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text;
}
