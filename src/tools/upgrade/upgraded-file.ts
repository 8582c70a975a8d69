import { importsIn } from './imports';
import { type Edit, namesIn, namesInPage, removedIn, restIn } from './names';

export interface UpgradedFile {
  readonly file: string;
  readonly text: string;
  /** What became of each name; empty where the file stays. */
  readonly changes: readonly string[];
}

const SOURCE = /\.[cm]?[jt]sx?$/;
const PAGE = /(?:^|\/)README[^/]*\.md$/;
/** What npm, CI, containers and shells run commands by. */
const COMMANDS =
  /^package\.json$|^\..*\.ya?ml$|(?:compose|pipelines)[^/]*\.ya?ml$|Dockerfile[^/]*$|Makefile$|\.sh$/;

export function upgradedFile(file: string, before: string): UpgradedFile {
  const edits = editsOf(file, before).sort((one, other) => one.start - other.start);
  const changes = new Set(edits.map((edit) => `${edit.before} -> ${edit.after}`));
  let text = '';
  let end = 0;
  for (const edit of edits) {
    text += before.slice(end, edit.start) + edit.after;
    end = edit.start + edit.before.length;
  }
  return { file, text: text + before.slice(end), changes: [...changes] };
}

function editsOf(file: string, text: string): Edit[] {
  if (SOURCE.test(file)) return importsIn(file, text);
  if (PAGE.test(file)) return namesInPage(text);
  return COMMANDS.test(file) ? namesIn(text) : [];
}

/** True for what npm or generation writes anew. */
export function isDerived({ file, text }: UpgradedFile): boolean {
  const isLock = /(?:^|[/.-])(?:npm-shrinkwrap|lock)(?:\.|$)/.test(file);
  return isLock || text.slice(0, 200).includes('@generated from ');
}

/** What the user has to look at, by line. */
export function remarksOn(upgraded: UpgradedFile): string[] {
  const { file, text } = upgraded;
  const remarks = isDerived(upgraded) ? [] : [...restIn(text), ...removedIn(text)];
  return remarks
    .sort(([, one], [, other]) => one - other)
    .map(([remark, at]) => `${file}:${text.slice(0, at).split('\n').length}: ${remark}`);
}
