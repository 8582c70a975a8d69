import '../cli/short-run';
import path from 'node:path';
import { EXIT_OK, parseOptions, callWith } from '../cli/command-line';
import { requireGenerators } from '../cli/optional-packages';
import { printLines, sayText } from '../cli/terminal';
import { LastGeneration } from './last-generation';
import {
  GENERATION_OPTIONS,
  GENERATION_USAGE,
  nameOtherFiles,
  posixRelative,
  USUAL_OUT,
  usualDocument,
  type WriteCall,
} from './project-options';
import type * as WriteProject from './write-project';

const USAGE = `Usage: ${callWith('generate')} [--spec FILE] [--documents URI=FILE ...] [--allow-outside] [--out DIR] [--handlers DIR] [--runtime MODULE] [--extensions FILE] [--strict] [--all] [--strict-query] [--exact-client] [--no-defaults] [--yaml] [--module FORMAT]${GENERATION_USAGE}`;

/** Writes the generated files, and prints the changed ones. */
export async function generate(args: readonly string[]): Promise<number> {
  const { spec = usualDocument(), ...options } = parseOptions(
    { ...GENERATION_OPTIONS, out: { type: 'string', default: USUAL_OUT } },
    USAGE,
    args,
  );
  requireGenerators();
  const call: WriteCall = { spec, ...options };
  const folder = path.relative(process.cwd(), path.resolve(call.out)) || '.';
  const name = posixRelative(process.cwd(), path.resolve(spec));
  const last = LastGeneration.of(call);
  const kept = last?.unchanged();
  if (kept !== undefined) {
    nameOtherFiles({ name, files: kept.sources });
    if (kept.notices !== '') sayText(kept.notices);
  }
  const { files, changes } =
    kept === undefined ? await writer().writeProject(call, last) : { ...kept, changes: [] };
  for (const { file, kind } of changes) {
    printLines(`${kind === 'stray' ? 'removed' : 'wrote'} ${folder}/${file}`);
  }
  const verdict = changes.length === 0 ? 'is up to date with' : 'was generated from';
  printLines(`${folder} ${verdict} ${name} (${files.length} files)`);
  return EXIT_OK;
}

/** Loads the generator only when something may have changed, since that takes a second. */
function writer(): typeof WriteProject {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('./write-project') as typeof WriteProject;
}
