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
import { CommandError, isWithin, readNamed, readRegularFile, shellWords } from '../../cli';
import { asObject, isJsonObject, type JsonObject } from '../../document';

export interface LintConfig {
  /** The file of the rules, relative to the working directory; absent for the project's own rules. */
  readonly file?: string;
  readonly rules: Config['styleguide'];
  /** The severity of a rule that the check implements instead of the linter. */
  readonly severityOf: (rule: string) => Severity;
  /** Plugins that are not run. */
  readonly leftOut: readonly string[];
}

/**
 * The rules for a document: those of `redocly.yaml` next to it or in the working directory, where Redocly's own
 * command looks for it, else the project's (below). A file next to a document may be from others, so plugins, which
 * are code, run only for the working directory's own file and for a given one.
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

/** True for a file in the working directory itself. */
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
  const text = readNamed(name, 'The lint rules');
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

/** The message about plugins that are not run. */
export function leftOutText(file: string, plugins: readonly string[]): string {
  return `plugins of ${file} are not run, since it lies beside the document and may come with it: ${plugins.join(', ')}; --lint ${shellWords([file])} runs them`;
}

/** The name of a configuration's entry for this document alone. */
function apiOf({ apis }: Config, folder: string, spec: string): string | undefined {
  const [name] =
    Object.entries(apis).find(([, { root }]) => path.resolve(folder, root) === spec) ?? [];
  return name;
}

/** The rules in the file itself, without those that it extends. */
function statedRules(raw: JsonObject, api: string | undefined): JsonObject {
  const own = api === undefined ? undefined : asObject(asObject(raw.apis)[api]).rules;
  return { ...asObject(raw.rules), ...asObject(own) };
}

function severityIn(setting: unknown): Severity {
  const severity = isJsonObject(setting) ? setting.severity : setting;
  return severity === 'warn' || severity === 'off' ? severity : 'error';
}

/** The first line; the others are a stack trace. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [first = ''] = text.trim().split('\n');
  // eslint-disable-next-line no-control-regex -- the linter colours its messages
  return first.replace(/\x1b\[\d+m/g, '').trim();
}

/**
 * The project's lint rules: Redocly's `recommended`, except for those below. They apply to each document without a
 * `redocly.yaml`.
 * @see https://redocly.com/docs/cli/rules/built-in-rules
 */

/** Severity of a rule: `error` fails the check, `warn` fails it with --strict. */
export type Severity = 'error' | 'warn' | 'off';

/** The rules whose severity differs from `recommended`, each with the reason. */
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

/** The rules that are always off, since reading the document or examples.ts finds at least the same faults. */
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

/** Reads no referenced files: all files of the document are already read. */
export class OfflineResolver extends BaseResolver {
  /** @throws ResolveError */
  override loadExternalRef(): Promise<Source> {
    return Promise.reject(new ResolveError(new Error(NOT_FETCHED)));
  }
}

const NOT_FETCHED = 'it is not on this machine, and nothing is fetched';

const ELSEWHERE = 'it is neither in the folder of the lint rules nor in the working directory';

/** Plugins that the linter runs without being asked if they lie next to a configuration. */
const THEME_PLUGINS = ['js', 'cjs', 'mjs'].map((ending) => `@theme/plugin.${ending}`);

/**
 * Reads the local files that a configuration extends. For an untrusted configuration, these must lie in its folder
 * or in the working directory, and their plugins are removed.
 */
class ConfigResolver extends BaseResolver {
  /** Removed plugins. */
  readonly leftOut: string[] = [];
  private readonly folders: readonly string[];

  constructor(
    file: string,
    private readonly isTrusted: boolean,
  ) {
    super();
    this.folders = [path.dirname(file), '.'].map((folder) => realpathSync(folder));
  }

  /** @throws ResolveError for a file that would have to be fetched, or is elsewhere */
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
   * Changes a configuration before the linter reads it.
   * @throws Error if the linter would run a plugin that no configuration names
   */
  settled(config: unknown, file: string): unknown {
    const isThere = (plugin: string): boolean => existsSync(path.join(path.dirname(file), plugin));
    const unnamed = this.isTrusted ? undefined : THEME_PLUGINS.find(isThere);
    if (unnamed !== undefined) throw new Error(`${leftOutText(file, [unnamed])}, else remove it`);
    this.settle(config, new Set());
    return config;
  }

  private settle(value: unknown, seen: Set<unknown>): void {
    // A YAML alias may be nested in its own anchor.
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isJsonObject(value)) {
      nameAnew(value);
      if (!this.isTrusted) for (const each of withoutPlugins(value)) this.leftOut.push(each);
    }
    for (const member of Object.values(value)) this.settle(member, seen);
  }
}

/** A mutable object of a configuration. */
type Settings = Record<string, unknown>;

/** Renames rules with the deprecated prefix. The linter would print their names unescaped in a warning. */
function nameAnew(config: Settings): void {
  for (const name of Object.keys(config).filter((each) => each.startsWith('assert/'))) {
    config[name.replace('assert/', 'rule/')] = config[name];
    Reflect.deleteProperty(config, name);
  }
}

/** Removes plugins, and their presets, from a configuration. @returns the plugins */
function withoutPlugins(config: Settings): string[] {
  const { plugins, extends: presets } = config;
  // A file with nothing else would not be a configuration.
  if (plugins !== undefined) config.plugins = [];
  if (Array.isArray(presets)) {
    config.extends = presets.filter((preset) => !isOfPlugin(String(preset)));
  }
  return [plugins ?? []].flat().map(String);
}

/** True for a plugin's preset such as `team/strict`; a file name has an extension. */
function isOfPlugin(preset: string): boolean {
  return preset.includes('/') && path.extname(preset) === '' && !isAbsoluteUrl(preset);
}
