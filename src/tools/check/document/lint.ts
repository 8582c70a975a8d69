import path from 'node:path';
import { lintDocument, Source, detectSpec, getTypes } from '@redocly/openapi-core';
import { normalizeNumbers, type SourceDocument, type JsonObject } from '../../document';
import { sayLines } from '../../cli';
import type { CheckOptions } from '../drift-check';
import type { Fault } from './fault';
import {
  leftOutText,
  OfflineResolver,
  readLintConfig,
  type LintConfig,
  type Severity,
} from './lint-config';

type Problem = Awaited<ReturnType<typeof lintDocument>>[number];

/** The linter's findings about a document. */
export interface LintResult {
  readonly faults: readonly Fault[];
  /** The severity of a rule that the check implements instead of the linter. */
  readonly severityOf: (rule: string) => Severity;
}

/**
 * Lints a document with Redocly's linter: all its files as one, as they were read, without the network.
 * @throws CommandError when the rules cannot be read
 * @see https://redocly.com/docs/cli/rules/built-in-rules
 */
export async function lint(
  { document }: SourceDocument,
  { spec, lint: file }: Pick<CheckOptions, 'spec' | 'lint'>,
): Promise<LintResult> {
  const config = await readLintConfig(spec, file);
  try {
    const problems = await lintDocument({
      // Rules of plugins may modify their input.
      document: {
        source: new Source(path.resolve(spec), ''),
        parsed: structuredClone(normalizeNumbers(document)),
      },
      config: config.rules,
      customTypes: lintTypes(document),
      externalRefResolver: new OfflineResolver(),
    });
    warnOfUnknown(config);
    const faults = problems
      .filter(({ ignored }) => ignored !== true)
      .map((problem) => faultOf(problem, config));
    return { faults: [...faults, ...leftOut(config)], severityOf: config.severityOf };
  } catch (error) {
    return { faults: [stopped(error)], severityOf: config.severityOf };
  }
}

/** The linter's rules fail on some faulty documents, such as with null instead of an object. */
function stopped(error: unknown): Fault {
  const cause = error instanceof Error ? error.message : String(error);
  return {
    rule: 'lint',
    lintRule: 'linter',
    isWarning: true,
    pointer: '/openapi',
    message: `the linter stops at something in the document, so no lint rule is checked: ${cause}`,
    remedy: 'correct the other faults',
  };
}

/** Reported on each run, since the plugins' rules are not checked. */
function leftOut({ file = '', leftOut: plugins }: LintConfig): Fault[] {
  if (plugins.length === 0) return [];
  const message = leftOutText(file, plugins);
  const remedy = 'run them, or remove them';
  return [{ rule: 'lint', lintRule: 'plugins', isWarning: true, pointer: '', message, remedy }];
}

/** Otherwise a misspelt rule would go unnoticed. `leftOut` reports the rules of plugins. */
function warnOfUnknown({ file = '', rules, leftOut: plugins }: LintConfig): void {
  const unknown = rules.getUnusedRules().rules;
  for (const rule of unknown.filter((name) => plugins.length === 0 || !name.includes('/'))) {
    sayLines(`${file}: the linter has no rule "${rule}", so nothing is checked by it`);
  }
}

function faultOf({ ruleId, severity, message, location }: Problem, { file }: LintConfig): Fault {
  return {
    rule: 'lint',
    lintRule: ruleId,
    isWarning: severity === 'warn',
    pointer: (location[0]?.pointer ?? '').replace(/^#\/?$|^#(?=\/)/, ''),
    message: `${ruleId}: ${message.replace(/\.$/, '')}`,
    remedy: `correct it, or switch the rule off in ${file ?? 'redocly.yaml'}`,
  };
}

/** The linter's types of a document's objects: which fields contain which objects. */
export type LintTypes = NonNullable<Parameters<typeof lintDocument>[0]['customTypes']>;

/**
 * The types of a document's objects. For OpenAPI 3.2, which the linter reads as 3.1, the fields of that version
 * are added.
 * @see https://spec.openapis.org/oas/v3.2.0#schema-object
 */
export function lintTypes(document: JsonObject): LintTypes {
  const types = getTypes(detectSpec(document));
  return String(document.openapi).startsWith('3.2') ? withFields(types) : types;
}

/** The fields of OpenAPI 3.2 that contain objects, by the names of the linter's types. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PathItem: { query: 'Operation', additionalOperations: 'OperationsMap' },
  MediaType: {
    itemSchema: 'Schema',
    itemEncoding: 'Encoding',
    prefixEncoding: 'EncodingList',
  },
  Encoding: {
    encoding: 'EncodingMap',
    itemEncoding: 'Encoding',
    prefixEncoding: 'EncodingList',
  },
  Components: { mediaTypes: 'MediaTypesMap' },
};

/** The types of these fields alone. */
const ADDED: LintTypes = {
  OperationsMap: { properties: {}, additionalProperties: () => 'Operation' },
  EncodingList: { properties: {}, items: 'Encoding' },
};

function withFields(types: LintTypes): LintTypes {
  const extended = Object.entries(FIELDS).map(([name, fields]) => {
    const type = types[name] ?? { properties: {} };
    return [name, { ...type, properties: { ...type.properties, ...fields } }] as const;
  });
  return { ...types, ...Object.fromEntries(extended), ...ADDED };
}
