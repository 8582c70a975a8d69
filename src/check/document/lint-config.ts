import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import {
  Source,
  type Document,
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
import { isWithin, readRegularFile } from '../../cli/regular-file';
import { shellWords } from '../../cli/shell';
import { asObject, isJsonObject, type JsonObject } from '../../generate/index';

/** The rules that a document is linted by. */
export interface LintConfig {
  /** Where the rules come from, relative to the working directory; absent for the project's own choice. */
  readonly file?: string;
  readonly rules: Config['styleguide'];
  /** How bad it is when a rule is broken that the check itself has in place of the linter. */
  readonly severityOf: (rule: string) => Severity;
  /** Plugins whose code is not run. */
  readonly leftOut: readonly string[];
}

/**
 * The rules for a document: those of `redocly.yaml` beside it or in the working directory, where Redocly's
 * own command looks for it, else the project's choice (lint-rules.ts). What lies beside a document may be of others:
 * plugins, which are code, are run for the working directory's own file and for one that is given.
 *
 * @param given the file of rules, if the command line names one
 * @throws CommandError when the file cannot be read, or names rules that cannot be loaded
 */
export async function readLintConfig(spec: string, given: string | undefined): Promise<LintConfig> {
  const file = given ?? findFile(path.dirname(path.resolve(spec))) ?? findFile('.');
  const isTrusted = given !== undefined || isHere(file);
  const found = file === undefined ? await ownChoice() : await choiceOf(file, spec, isTrusted);
  found.rules.skipRules(Object.keys(REPLACED_RULES));
  return found;
}

async function ownChoice(): Promise<LintConfig> {
  const rules = Object.fromEntries(
    Object.entries(LINT_RULES).map(([name, [severity]]) => [name, severity]),
  );
  const { styleguide } = await createConfig({ extends: ['recommended'], rules });
  return { rules: styleguide, severityOf: () => 'error', leftOut: [] };
}

/** True for a file of the working directory itself. */
function isHere(file: string | undefined): boolean {
  return file !== undefined && realpathSync(path.dirname(file)) === realpathSync('.');
}

function findFile(folder: string): string | undefined {
  try {
    return findConfig(folder);
  } catch (error) {
    throw new CommandError(messageOf(error));
  }
}

async function choiceOf(file: string, spec: string, isTrusted: boolean): Promise<LintConfig> {
  const name = path.relative(process.cwd(), path.resolve(file));
  const text = read(name);
  const externalRefResolver = new ConfigResolver(path.resolve(file), isTrusted);
  const { leftOut } = externalRefResolver;
  try {
    const raw = asObject(externalRefResolver.settled(parseYaml(text), path.resolve(file)));
    const all = await createConfig(raw, { configPath: path.resolve(file), externalRefResolver });
    const api = apiOf(all, path.dirname(path.resolve(file)), path.resolve(spec));
    const stated = statedRules(raw, api);
    return {
      file: name,
      rules: getMergedConfig(all, api).styleguide,
      severityOf: (rule) => severityIn(stated[rule]),
      leftOut,
    };
  } catch (error) {
    const reason = messageOf(error);
    const without = leftOut.length === 0 ? '' : `; ${leftOutText(name, leftOut)}`;
    throw new CommandError(`The lint rules ${name} cannot be read: ${reason}${without}`);
  }
}

/** What is said of plugins that are not run. */
export function leftOutText(file: string, plugins: readonly string[]): string {
  return `plugins of ${file} are not run, since it lies beside the document and may come with it: ${plugins.join(', ')}; --lint ${shellWords([file])} runs them`;
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

/** Reads nothing of what a document refers to: all of its files are read before. */
export class OfflineResolver extends BaseResolver {
  /** @throws ResolveError */
  override loadExternalRef(): Promise<Source> {
    return Promise.reject(new ResolveError(new Error(NOT_FETCHED)));
  }
}

const NOT_FETCHED = 'it is not on this machine, and nothing is fetched';

const ELSEWHERE = 'it is neither in the folder of the lint rules nor in the working directory';

/** What the linter runs without being told to, where it is beside a configuration. */
const THEME_PLUGINS = ['js', 'cjs', 'mjs'].map((ending) => `@theme/plugin.${ending}`);

/**
 * Reads what a configuration extends: files of this machine. Of one that is not trusted, these are files of its
 * folder and of the working directory, and no plugin is left in them.
 */
class ConfigResolver extends BaseResolver {
  /** Plugins that were taken out. */
  readonly leftOut: string[] = [];
  private readonly folders: readonly string[];

  constructor(
    file: string,
    private readonly isTrusted: boolean,
  ) {
    super();
    this.folders = [path.dirname(file), '.'].map((folder) => realpathSync(folder));
  }

  /** @throws ResolveError for what would have to be fetched, or is elsewhere */
  override async loadExternalRef(reference: string): Promise<Source> {
    if (isAbsoluteUrl(reference)) throw new ResolveError(new Error(NOT_FETCHED));
    try {
      const file = realpathSync(reference);
      const isNear = this.isTrusted || this.folders.some((folder) => isWithin(folder, file));
      if (!isNear) throw new Error(ELSEWHERE);
      return await Promise.resolve(new Source(reference, readRegularFile(file)));
    } catch (error) {
      throw new ResolveError(error as Error);
    }
  }

  override parseDocument(source: Source, isRoot?: boolean): Document {
    const document = super.parseDocument(source, isRoot);
    this.settled(document.parsed, source.absoluteRef);
    return document;
  }

  /**
   * Changes a configuration, before the linter reads it.
   *
   * @throws Error where the linter would run a plugin that no configuration names
   */
  settled(config: unknown, file: string): unknown {
    const isThere = (plugin: string): boolean => existsSync(path.join(path.dirname(file), plugin));
    const unnamed = this.isTrusted ? undefined : THEME_PLUGINS.find(isThere);
    if (unnamed !== undefined) throw new Error(`${leftOutText(file, [unnamed])}, else remove it`);
    this.settle(config, new Set());
    return config;
  }

  private settle(value: unknown, seen: Set<unknown>): void {
    // An alias of YAML may stand in what it is an alias of.
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isJsonObject(value)) {
      nameAnew(value);
      if (!this.isTrusted) for (const each of withoutPlugins(value)) this.leftOut.push(each);
    }
    for (const member of Object.values(value)) this.settle(member, seen);
  }
}

/** An object of a configuration, which is changed. */
type Settings = Record<string, unknown>;

/** Of rules whose names begin as they did formerly, the linter would print the names as they are. */
function nameAnew(config: Settings): void {
  for (const name of Object.keys(config).filter((each) => each.startsWith('assert/'))) {
    config[name.replace('assert/', 'rule/')] = config[name];
    Reflect.deleteProperty(config, name);
  }
}

/** Takes plugins, and what is of them, out of a configuration. @returns the plugins */
function withoutPlugins(config: Settings): string[] {
  const { plugins, extends: presets } = config;
  // A file with nothing else would be none of rules.
  if (plugins !== undefined) config.plugins = [];
  if (Array.isArray(presets)) {
    config.extends = presets.filter((preset) => !isOfPlugin(String(preset)));
  }
  return [plugins ?? []].flat().map(String);
}

/** True for a choice of rules such as `team/strict`; the name of a file has an ending. */
function isOfPlugin(preset: string): boolean {
  return preset.includes('/') && path.extname(preset) === '' && !isAbsoluteUrl(preset);
}
