import { pointerKeys } from 'openapi-trellis/tools';
import { pointerBeforeHierarchies, type SourceDocument, type SourcePlace } from '../document';
import { IS_COMPILED } from '../cli';
import {
  WHY_STALE,
  type AcceptableFault,
  IDLE,
  isAccepted,
  listedName,
  readAcceptedFaults,
  staleLines,
} from './acceptance';
import { type Construct, keywordConstructs } from './enforcement/keywords';
import { contentConstructs } from './enforcement/contents';
import { reasonFor } from './enforcement/reasons';
import { requestConstructs } from './enforcement/requests';
import { CheckedDocument } from './checked-document';
import type { Check, Table } from './drift-check';
import type { Finding } from './finding';

const rules = {
  [IDLE]: 'The document demands what nothing refuses, and readers rely on it.',
  'stale-line': WHY_STALE,
};

type Rule = keyof typeof rules;

const REMEDY = IS_COMPILED
  ? 'remove it'
  : 'remove it, list its kind with a reason in src/tools/check/enforcement/reasons.ts';

/** Tries to break each construct of the document, and reports those that reject nothing. */
export const enforcementCheck: Check<Rule> = {
  name: 'enforcement',
  claim: 'what the document demands is enforced, or listed with the reason why not',
  failure: 'something that the document demands is not enforced',
  rules,
  async run(options, { source, loaded } = new CheckedDocument(options)) {
    const found = [
      ...keywordConstructs(loaded),
      ...(await requestConstructs(source, loaded)),
      ...contentConstructs(loaded),
    ];
    const constructs = found.filter(({ pointer }) => isWritten(source, pointer));
    const accepted = readAcceptedFaults(options.spec, options.accepted);
    const idle = unenforced(constructs).map((construct) => placed(construct, source));
    const open = idle.filter((each) => !isAccepted(accepted, each));
    const stale = options.strict === true ? staleLines(accepted, 'enforcement', idle) : [];
    const findings = [...open.map((each) => findingOf(each, accepted.file)), ...stale];
    return { findings, table: tableOf(constructs) };
  },
};

/** False for a keyword derived from a discriminator, which counts itself. */
function isWritten({ document }: SourceDocument, pointer: string): boolean {
  const [written, read] = [pointerBeforeHierarchies(document, pointer), pointer].map((each) =>
    pointerKeys(each).at(-1),
  );
  return written === read;
}

/** A construct that nothing enforces, with its place in the author's files. */
interface IdleConstruct extends AcceptableFault {
  readonly construct: Construct;
  readonly place: SourcePlace;
}

function placed(construct: Construct, source: SourceDocument): IdleConstruct {
  const place = source.placeOf(construct.pointer);
  return { rule: IDLE, pointer: place.pointer, construct, place };
}

function findingOf(idle: IdleConstruct, acceptedFile: string): Finding<Rule> {
  const { kind } = idle.construct;
  const what = `nothing ${kind.startsWith('broken') ? 'refuses a' : 'enforces the'} ${kind}`;
  const line = listedName(idle);
  return {
    rule: IDLE,
    ...idle.place,
    message: `${what} at ${idle.place.pointer}`,
    remedy: `${REMEDY}, or accept it with a line "${line} # REASON" in ${acceptedFile}`,
    acceptance: { file: acceptedFile, line, what },
  };
}

/** Each place once, whatever the number of operations that use it. */
function unenforced(constructs: readonly Construct[]): Construct[] {
  const place = ({ kind, pointer }: Construct): string => `${kind} ${pointer}`;
  const enforced = new Set(constructs.filter(({ verdict }) => verdict !== 'idle').map(place));
  const found = constructs.filter(
    (construct) => !enforced.has(place(construct)) && reasonFor(construct.kind) === undefined,
  );
  return [...new Map(found.map((construct) => [place(construct), construct])).values()];
}

/** A row for each kind of construct: the number of places at which a message that breaks it was rejected. */
function tableOf(constructs: readonly Construct[]): Table {
  const kinds = [...new Set(constructs.map(({ kind }) => kind))].sort();
  const rows = kinds.map((kind) => {
    const all = constructs.filter((construct) => construct.kind === kind);
    const verdicts = new Set(all.map(({ verdict }) => verdict));
    const otherwise = verdicts.has('unbroken')
      ? 'no value was found that breaks it'
      : 'nothing enforces it';
    const reason = verdicts.has('refused') ? '' : (reasonFor(kind) ?? otherwise);
    return [
      kind,
      refusedOf(all.filter(({ direction }) => direction === 'request')),
      refusedOf(all.filter(({ direction }) => direction === 'response')),
      reason,
    ];
  });
  return { columns: ['construct', 'requests refused', 'responses refused', 'why not'], rows };
}

function refusedOf(constructs: readonly Construct[]): string {
  const refused = constructs.filter(({ verdict }) => verdict === 'refused').length;
  return constructs.length === 0 ? '-' : `${refused} of ${constructs.length}`;
}
