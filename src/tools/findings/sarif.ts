import { visibleJson } from '../cli';
import type { Place } from './finding';
import { repositoryPath } from './repository-path';

interface SarifRule {
  readonly id: string;
  /** The statement that holds where the rule is kept. */
  readonly claim: string;
  /** The reason why it matters. */
  readonly why: string;
}

interface SarifResult {
  readonly ruleId: string;
  readonly place: Place;
  /** Distinguishes results of one rule at one place. */
  readonly message: string;
  /** The message for readers, with the remedy. */
  readonly text: string;
  readonly related?: { readonly place: Place; readonly text: string };
}

/**
 * A SARIF log of one run.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifLog(
  tool: string,
  rules: readonly SarifRule[],
  results: readonly SarifResult[],
): string {
  const driver = { name: tool, rules: rules.map(ruleOf) };
  const run = {
    tool: { driver },
    columnKind: 'utf16CodeUnits',
    results: results.map(resultOf),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  };
  return `${visibleJson(log, 2)}\n`;
}

function ruleOf({ id, claim, why }: SarifRule): object {
  return {
    id,
    shortDescription: { text: claim },
    fullDescription: { text: why },
    help: { text: why },
    defaultConfiguration: { level: 'error' },
  };
}

function resultOf({ ruleId, place, message, text, related }: SarifResult): object {
  const { file, pointer = '' } = place;
  return {
    ruleId,
    level: 'error',
    message: { text },
    locations: [location(place)],
    ...(related && {
      relatedLocations: [{ ...location(related.place), message: { text: related.text } }],
    }),
    // Stable when lines move.
    partialFingerprints: { 'ruleAndPlace/v1': [ruleId, file, pointer, message].join(' ') },
  };
}

function location({ file, line, pointer }: Place): object {
  const uri = repositoryPath(file).split('/').map(encodeURIComponent).join('/');
  return {
    physicalLocation: {
      artifactLocation: { uri },
      ...(line !== undefined && { region: { startLine: line } }),
    },
    ...(pointer !== undefined && { logicalLocations: [{ fullyQualifiedName: pointer }] }),
  };
}
