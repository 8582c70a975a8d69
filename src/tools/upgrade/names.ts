import { RUNTIME } from '../cli';

/** The package of 1.1, whose names became others. */
export const FORMER = 'plant-store';
/** What makes and judges services. */
export const TOOLS = 'openapi-trellis-tools';

const OF_RUNTIME = /^(?:contract|contract\/runtime|express|service|client)$/;
const OF_TOOLS = /^(?:generate|conformance|jest|jest\/record|jest\/record-process)$/;

/** The present name of a module of 1.1. */
export function moduleName(name: string): string | undefined {
  if (!name.startsWith(`${FORMER}/`)) return undefined;
  const subpath = name.slice(FORMER.length + 1);
  if (OF_RUNTIME.test(subpath)) return `${RUNTIME}/${subpath}`;
  return OF_TOOLS.test(subpath) ? `${TOOLS}/${subpath}` : undefined;
}

/** What is between the words of a command: in a shell, or in a list of texts. */
const GAP = String.raw`(?:["'],\s*\[?["']|[\s\\]+)`;
const CALLED = `${GAP}(?:check|conformance|dev|generate|init|mock|scaffold)(?![\\w-])`;
const OPERATED = `${GAP}(?:backup|export|import|serve|token)(?![\\w-])`;

const NAME = new RegExp(
  `(?<=^|[^\\w@/-]|\\.bin/)${FORMER}(?=${CALLED})|` +
    `(?<=["'\`]|(?:--require|--import|-r)[ =])${FORMER}/[a-z/-]+(?=["'\`\\s]|$)`,
  'gm',
);

/** A piece of a text, and what takes its place. */
export interface Edit {
  readonly start: number;
  readonly before: string;
  readonly after: string;
}

/** The commands, modules and options that a script, a workflow or the like names. */
export function namesIn(text: string): Edit[] {
  const names = [...text.matchAll(NAME)].flatMap(({ index: start, 0: before }) => {
    const after = before === FORMER ? 'trellis' : moduleName(before);
    return after === undefined ? [] : [{ start, before, after }];
  });
  return [...names, ...optionsIn(text)];
}

/** Blocks and spans of code in Markdown, and calls of npx. */
const CODE = /^ *(`{3,}|~{3,})[^]*?^ *\1|`[^`\n]+`|\bnpx [^\n]*/gm;

/** Those that the code of a page names; its prose may speak of anything. */
export function namesInPage(text: string): Edit[] {
  return [...text.matchAll(CODE)].flatMap(({ index, 0: code }) =>
    namesIn(code).map((edit) => ({ ...edit, start: index + edit.start })),
  );
}

/** Something that an upgrade leaves to the user, and where it stands. */
type Remark = readonly [text: string, index: number];

const REST = new RegExp(
  `(?<![\\w@.-])${FORMER}-\\d[\\w.-]*\\.tgz|` +
    `(?<![\\w@./-])${FORMER}(?:/\\w[\\w/-]*|${CALLED}|${OPERATED}|":\\s*"(?=file:|[~^]?\\d))`,
  'g',
);

/** The names of 1.1 that are left in a text. */
export function restIn(text: string): Remark[] {
  return [...text.matchAll(REST)].map(({ index, 0: name }) => [
    `names ${name.replaceAll(/["'\s\\,:[]+/g, ' ').trim()}`,
    index,
  ]);
}

/** A program, its command, and the arguments, which go on in lines that begin with an option. */
const CALL = new RegExp(
  `(?<![\\w@.-])(${FORMER}|trellis|run)(?: -\\S+)*${GAP}([\\w-]+)` +
    '((?:[^\\n;&|]|\\\\\\n|\\n\\s*(?=--))*)',
  'g',
);

/** Commands, options of 1.1 that they no longer have, and what to do. */
const REMOVED: readonly (readonly [call: RegExp, option: RegExp, remark: string])[] = [
  [/ check$/, /--traffic\b/, 'is gone; conformance --traffic FILE judges recorded exchanges'],
  [/ conformance$/, /--update-baseline\b/, 'is gone; --accept REASON adds a line for each failure'],
  [/ conformance$/, /--replay\b(?![ =]\S*\.ndjson)/, 'takes a log; findings have a line "repeat:"'],
  [
    /^plant-store \w+port$/,
    /--(?:format[ =]csv|spreadsheet-safe|backslashes)/,
    'is gone; use NDJSON',
  ],
  [/^plant-store serve$/, /--workers\b/, 'needs PostgreSQL at DATABASE_URL'],
];

/** Options that commands have by another name. */
const RENAMED: readonly (readonly [call: RegExp, option: RegExp, name: string])[] = [
  [/ (?:generate|dev)$/, /--out(?![\w-])/g, '--generated'],
  [/ check$/, /--(?:accepted-changes|known)(?![\w-])/g, '--accepted'],
  [/ conformance$/, /--(?:known|baseline)(?![\w-])/g, '--accepted'],
];

function optionsIn(text: string): Edit[] {
  return [...text.matchAll(CALL)].flatMap(
    ({ index, 0: all, 1: program, 2: command, 3: args = '' }) =>
      RENAMED.filter(([call]) => call.test(`${program} ${command}`)).flatMap(([, option, after]) =>
        [...ownArguments(args).matchAll(option)].map(({ index: at, 0: before }) => ({
          start: index + all.length - args.length + at,
          before,
          after,
        })),
      ),
  );
}

/** Without the scripts that follow on the same line of a package.json. */
function ownArguments(args: string): string {
  const [own = ''] = args.split(/"\s*,\s*"[^"]+"\s*:/);
  return own;
}

export function removedIn(text: string): Remark[] {
  return [...text.matchAll(CALL)].flatMap(
    ({ index, 0: all, 1: program, 2: command, 3: args = '' }) =>
      REMOVED.flatMap(([call, option, remark]): Remark[] => {
        const found = call.test(`${program} ${command}`) ? option.exec(args) : null;
        if (found === null) return [];
        const at = index + all.length - args.length + found.index;
        return [[`${command} ${found[0]} ${remark}`, at]];
      }),
  );
}
