import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const DOCS = readdirSync(path.join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));

export const pages: ReadonlyMap<string, string> = new Map(
  ['README.md', ...DOCS.map((name) => `docs/${name}`)].map((name) => {
    return [name, readFileSync(path.join(ROOT, name), 'utf8')];
  }),
);

// Pages about other folders; tests of the same names in workflow/ run their commands there.
const ELSEWHERE = [
  'docs/client.md',
  'docs/extensions.md',
  'docs/own-service.md',
  'docs/several-documents.md',
];
const here = [...pages].filter(([name]) => !ELSEWHERE.includes(name)).map(([, text]) => text);

/** Commands in `sh` blocks for a checkout of this project, without duplicates. */
export const commands: readonly string[] = [
  ...new Set(
    [...here.join('\n').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
      block.trim().split('\n'),
    ),
  ),
];

/** The npm commands that end by themselves, within seconds. */
export const endingCommands = commands.filter((command) =>
  /^npm run (?!dev|mock|bench|torture)/.test(command),
);

/** A code block of a page and its introduction. */
export interface PageBlock {
  readonly language: string;
  readonly text: string;
  readonly lead: string;
  /** The block's first line in the page, from 1. */
  readonly line: number;
}

/** A command of a page and its output, as shown there. */
export interface PageCommand {
  readonly command: string;
  readonly output: string;
}

export function blocksOf(page: string): PageBlock[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((match) => {
    const above = page.slice(0, match.index);
    return {
      language: match[1]!,
      text: match[2]!,
      lead: above
        .replace(/<!--.*?-->\n$/, '')
        .trimEnd()
        .split('\n\n')
        .pop()!,
      line: above.split('\n').length,
    };
  });
}

/** The commands of a `console` block, each after `$ `; a backslash continues a line. */
export function commandsOf(text: string): PageCommand[] {
  const [, ...parts] = `\n${text}`.split('\n$ ');
  return parts.map((part) => {
    const [, command, output] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/.exec(part)!;
    return { command: command!, output: output!.trim() };
  });
}

export function fileIn(lead: string): string | undefined {
  const spans = [...lead.matchAll(/`([^`\s]+\.(?:ts|json|yaml|py|js))`/g)];
  return spans.at(-1)?.[1];
}

/**
 * Applies a `diff` block: the lines without `+` are replaced by those without `-`.
 *
 * @throws Error unless the text contains the lines exactly once
 */
export function changed(text: string, diff: string): string {
  const lines = diff.trimEnd().split('\n');
  const without = (sign: string): string =>
    lines.flatMap((line) => (line.startsWith(sign) ? [] : [`${line.slice(1)}\n`])).join('');
  const parts = text.split(without('+'));
  if (parts.length !== 2) throw new Error(`The lines of this change are not there once:\n${diff}`);
  return parts.join(without('-'));
}

/** A pattern for output shown on a page: `...` matches any text in a line, and any lines if alone. */
export function shown(text: string): RegExp {
  const parts = text
    .split('\n')
    .map((line) => line.split('...').map(escaped).join('.*'))
    .map((line) => (line === '.*' ? '[\\s\\S]*' : line));
  return new RegExp(parts.join('\n'));
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
