import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const DOCS = readdirSync(path.join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));

/** The text of the README and of each page under docs/, by its path. */
export const pages: ReadonlyMap<string, string> = new Map(
  ['README.md', ...DOCS.map((name) => `docs/${name}`)].map((name) => {
    return [name, readFileSync(path.join(ROOT, name), 'utf8')];
  }),
);

// These are about other folders; tests of the same names in workflow/ run their commands there.
const ELSEWHERE = [
  'docs/client.md',
  'docs/extensions.md',
  'docs/own-service.md',
  'docs/several-documents.md',
];
const here = [...pages].filter(([name]) => !ELSEWHERE.includes(name)).map(([, text]) => text);

/** Commands of blocks of the language `sh`, which are for a checkout of this project; each once. */
export const commands: readonly string[] = [
  ...new Set(
    [...here.join('\n').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
      block.trim().split('\n'),
    ),
  ),
];

/** Those of npm's commands that end by themselves, after seconds. */
export const endingCommands = commands.filter((command) =>
  /^npm run (?!dev|mock|bench|torture)/.test(command),
);
