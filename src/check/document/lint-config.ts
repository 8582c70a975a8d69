import path from 'node:path';
import {
  type Source,
  BaseResolver,
  isAbsoluteUrl,
  ResolveError,
  type Config,
  createConfig,
  findConfig,
  getMergedConfig,
  parseYaml,
} from '@redocly/openapi-core';
import { CommandError } from '../../cli/command-line';
import { readRegularFile } from '../../cli/regular-file';
import { asObject, isJsonObject, type JsonObject } from '../../generate/index';

/** The rules that a document is linted by. */
export interface LintConfig {
  /** Where the rules come from, relative to the working directory; absent for the project's own choice. */
  readonly file?: string;
  readonly rules: Config['styleguide'];
  /** How bad it is when a rule is broken that the check itself has in place of the linter. */
  readonly severityOf: (rule: string) => Severity;
}

/**
 * The rules for a document: those of `redocly.yaml` beside it or in the working directory, where Redocly's
 * own command looks for it, else the project's choice (lint-rules.ts).
 *
 * @param given the file of rules, if the command line names one
 * @throws CommandError when the file cannot be read, or names rules that cannot be loaded
 */
export async function readLintConfig(spec: string, given: string | undefined): Promise<LintConfig> {
  const file = given ?? findFile(path.dirname(path.resolve(spec))) ?? findFile('.');
  const found = file === undefined ? await ownChoice() : await choiceOf(file, spec);
  found.rules.skipRules(Object.keys(REPLACED_RULES));
  return found;
}

async function ownChoice(): Promise<LintConfig> {
  const rules = Object.fromEntries(
    Object.entries(LINT_RULES).map(([name, [severity]]) => [name, severity]),
  );
  const { styleguide } = await createConfig({ extends: ['recommended'], rules });
  return { rules: styleguide, severityOf: () => 'error' };
}

function findFile(folder: string): string | undefined {
  try {
    return findConfig(folder);
  } catch (error) {
    throw new CommandError(messageOf(error));
  }
}

async function choiceOf(file: string, spec: string): Promise<LintConfig> {
  const name = path.relative(process.cwd(), path.resolve(file));
  const text = read(name);
  try {
    const externalRefResolver = new OfflineResolver(true);
    const all = await createConfig(text, { configPath: path.resolve(file), externalRefResolver });
    const api = apiOf(all, path.dirname(path.resolve(file)), path.resolve(spec));
    const stated = statedRules(asObject(parseYaml(text)), api);
    return {
      file: name,
      rules: getMergedConfig(all, api).styleguide,
      severityOf: (rule) => severityIn(stated[rule]),
    };
  } catch (error) {
    throw new CommandError(`The lint rules ${name} cannot be read: ${messageOf(error)}`);
  }
}

function read(file: string): string {
  try {
    return readRegularFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`The lint rules ${file} cannot be read (${code ?? String(error)})`);
  }
}

/** The name under which a configuration has rules for one document alone. */
function apiOf({ apis }: Config, folder: string, spec: string): string | undefined {
  const [name] =
    Object.entries(apis).find(([, { root }]) => path.resolve(folder, root) === spec) ?? [];
  return name;
}

/** The rules that the file itself names; those of what it extends are not among them. */
function statedRules(raw: JsonObject, api: string | undefined): JsonObject {
  const own = api === undefined ? undefined : asObject(asObject(raw.apis)[api]).rules;
  return { ...asObject(raw.rules), ...asObject(own) };
}

function severityIn(setting: unknown): Severity {
  const severity = isJsonObject(setting) ? setting.severity : setting;
  return severity === 'warn' || severity === 'off' ? severity : 'error';
}

/** The first line; others are of the program's stack. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [first = ''] = text.trim().split('\n');
  // eslint-disable-next-line no-control-regex -- the linter colours its messages
  return first.replace(/\x1b\[\d+m/g, '').trim();
}

/**
 * The project's choice of lint rules: Redocly's `recommended`, but for those below. It holds for each
 * document that has no `redocly.yaml` (lint-config.ts).
 *
 * @see https://redocly.com/docs/cli/rules/built-in-rules
 */

/** How bad it is when a rule is broken: `error` fails the check, `warn` does with --strict. */
export type Severity = 'error' | 'warn' | 'off';

/** The rules whose severity is another than that of `recommended`, each with the reason. */
const LINT_RULES: Readonly<Record<string, readonly [severity: Severity, reason: string]>> = {
  'no-empty-servers': ['warn', 'without servers the document is served at the root'],
  'no-path-trailing-slash': ['warn', 'such a path is served as it is written'],
  'no-server-trailing-slash': ['warn', 'the server is served without the slash'],
  'no-unused-components': [
    'off',
    'it takes $defs for components, and does not see what $dynamicRef and mappings of discriminators use',
  ],
  'operation-operationId-url-safe': ['warn', 'the standard allows any text'],
  'operation-summary': ['warn', 'the standard does not ask for one'],
  'security-defined': ['warn', 'an operation may be meant for everybody'],
};

/** The rules that are always off, since reading the document or examples.ts finds the same and more. */
const REPLACED_RULES: Readonly<Record<string, string>> = {
  struct: 'the document is validated by the official schema of its version',
  'no-example-value-and-externalValue': 'the official schema says so',
  'no-invalid-media-type-examples': 'examples are validated as messages are',
  'no-invalid-parameter-examples': 'examples are validated as messages are',
  'no-invalid-schema-examples': 'examples are validated as messages are',
  'no-server-variables-empty-enum': 'the official schema says so',
  'no-unresolved-refs': 'each reference is followed when the document is read',
  'operation-operationId-unique': 'reading warns of the second one, and names it otherwise',
  'path-declaration-must-exist': 'the operation is left out',
  'path-not-include-query': 'reading warns of the path',
  'path-parameters-defined': 'reading warns of the parameter, or leaves the operation out',
  'spec-components-invalid-map-name': 'such a name means itself',
};

/**
 * Reads what a document or a configuration refers to: files of this machine for a configuration, and
 * nothing for a document, of which all files are read before.
 */
export class OfflineResolver extends BaseResolver {
  /** @param files whether files may be read */
  constructor(private readonly files: boolean) {
    super();
  }

  /** @throws ResolveError for anything that would have to be fetched */
  override async loadExternalRef(reference: string): Promise<Source> {
    if (this.files && !isAbsoluteUrl(reference)) return super.loadExternalRef(reference);
    throw new ResolveError(new Error('it is not on this machine, and nothing is fetched'));
  }
}
