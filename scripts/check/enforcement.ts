import path from 'node:path';
import { loadContract } from '../generate/index';
import { readExtensions } from '../extensions';
import { readProjectDocument } from '../project';
import type { Construct } from './enforcement/construct';
import { keywordConstructs } from './enforcement/keywords';
import { reasonFor } from './enforcement/reasons';
import { requestConstructs } from './enforcement/requests';
import type { Check, Finding, Table } from './finding';

/** Tries to break each construct of the document, and finds those that refuse nothing. */
export const enforcementCheck: Check = {
  name: 'enforcement',
  claim: 'what the document demands is enforced, or listed with the reason why not',
  failure: 'something that the document demands is not enforced',
  async run({ spec, generated, ...options }, tell) {
    const source = readProjectDocument(spec, options);
    const extensions = readExtensions(options.extensions, generated)?.extensions;
    const loaded = loadContract(source.document, {
      faults: source.faults,
      lazy: true,
      extensions,
    });
    const constructs = [
      ...keywordConstructs(loaded),
      ...(await requestConstructs(source, extensions)),
    ];
    tell(tableOf(constructs));
    const file = path.relative(process.cwd(), path.resolve(spec));
    return unenforced(constructs).map(({ kind, pointer }): Finding => ({
      check: 'enforcement',
      file,
      line: source.lineOf(pointer),
      message: `nothing ${kind.startsWith('broken') ? 'refuses a' : 'enforces the'} ${kind} at ${pointer}`,
      remedy: 'remove it, or list it with a reason in scripts/check/enforcement/reasons.ts',
    }));
  },
};

/** Each place once, however many operations lead to it. */
function unenforced(constructs: readonly Construct[]): Construct[] {
  const place = ({ kind, pointer }: Construct): string => `${kind} ${pointer}`;
  const enforced = new Set(constructs.filter(({ verdict }) => verdict !== 'idle').map(place));
  const found = constructs.filter(
    (construct) => !enforced.has(place(construct)) && reasonFor(construct.kind) === undefined,
  );
  return [...new Map(found.map((construct) => [place(construct), construct])).values()];
}

/** A row for each kind of construct: at how many of its places a message that breaks it was refused. */
function tableOf(constructs: readonly Construct[]): Table {
  const kinds = [...new Set(constructs.map(({ kind }) => kind))].sort();
  const rows = kinds.map((kind) => {
    const all = constructs.filter((construct) => construct.kind === kind);
    const verdicts = new Set(all.map(({ verdict }) => verdict));
    const otherwise = verdicts.has('idle')
      ? 'nothing enforces it'
      : 'no value was found that breaks it';
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
