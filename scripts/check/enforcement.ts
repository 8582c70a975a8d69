import path from 'node:path';
import { loadContract } from '../generate/in-memory';
import { generateFor } from '../generate/generate-for';
import { readProjectDocument } from '../generate/project';
import { constructsOf } from './enforcement/constructs';
import { ENFORCERS, type Construct } from './enforcement/construct';
import { reasonFor } from './enforcement/unenforced';
import type { Check, Finding, Table } from './finding';

/** Says of each construct of the document what enforces it, and finds those that nothing does. */
export const enforcementCheck: Check = {
  name: 'enforcement',
  claim: 'whatever the document says is enforced, or listed with the reason why not',
  async run({ spec, generated }, tell) {
    const source = readProjectDocument(spec);
    const files = await generateFor(source, generated);
    const loaded = loadContract(source.document);
    const constructs = constructsOf(loaded, files.get('operations.ts') ?? '');
    tell(tableOf(constructs));
    const file = path.relative(process.cwd(), path.resolve(spec));
    return unenforced(constructs).map(({ kind, pointer }): Finding => ({
      check: 'enforcement',
      file,
      line: source.lineOf(pointer),
      message: `nothing enforces the ${kind} at ${pointer}`,
      remedy: 'remove it, or list it with a reason in scripts/check/enforcement/unenforced.ts',
    }));
  },
};

/** Each place once, however many operations lead to it. */
function unenforced(constructs: readonly Construct[]): Construct[] {
  const enforced = new Set(
    constructs.filter(({ enforcers }) => enforcers.length > 0).map(({ pointer }) => pointer),
  );
  const found = constructs.filter(
    ({ kind, pointer }) => !enforced.has(pointer) && reasonFor(kind) === undefined,
  );
  return [...new Map(found.map((construct) => [construct.pointer, construct])).values()];
}

/** A row for each kind of construct: how many places, and what enforces them. */
function tableOf(constructs: readonly Construct[]): Table {
  const kinds = [...new Set(constructs.map(({ kind }) => kind))].sort();
  const rows = kinds.map((kind) => {
    const all = constructs.filter((construct) => construct.kind === kind);
    const places = new Set(all.map(({ pointer }) => pointer));
    const marks = ENFORCERS.map((enforcer) =>
      all.some(({ enforcers }) => enforcers.includes(enforcer)) ? 'yes' : '-',
    );
    const none = all.every(({ enforcers }) => enforcers.length === 0);
    const reason = none ? (reasonFor(kind) ?? '') : '';
    return [kind, String(places.size), ...marks, reason];
  });
  return { columns: ['construct', 'places', ...ENFORCERS, 'why not'], rows };
}
