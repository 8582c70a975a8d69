import path from 'node:path';
import { said, type Finding, type Place } from '../finding';
import type { CheckResult } from '../run-checks';

/**
 * For code scanning and editors.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarif(results: readonly CheckResult[]): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'plant-store check', rules: results.flatMap(rulesOf) } },
        columnKind: 'utf16CodeUnits',
        results: results.flatMap(({ check, findings }) =>
          findings.map((finding) => resultOf(check.name, finding)),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function rulesOf({ check }: CheckResult): object[] {
  return Object.entries(check.rules).map(([rule, why]) => ({
    id: `${check.name}/${rule}`,
    shortDescription: { text: check.claim },
    fullDescription: { text: why },
    help: { text: why },
    defaultConfiguration: { level: 'error' },
  }));
}

function resultOf(check: string, finding: Finding): object {
  const { rule, message, remedy, base, file, pointer = '' } = finding;
  const ruleId = `${check}/${rule}`;
  return {
    ruleId,
    level: 'error',
    message: { text: `${said(finding)}; ${remedy}` },
    locations: [location(finding)],
    ...(base && { relatedLocations: [{ ...location(base), message: { text: 'in the base' } }] }),
    // The same where lines have moved.
    partialFingerprints: { 'ruleAndPlace/v1': [ruleId, file, pointer, message].join(' ') },
  };
}

function location({ file, line, pointer }: Place): object {
  const uri = file.split(path.sep).map(encodeURIComponent).join('/');
  return {
    physicalLocation: {
      artifactLocation: { uri },
      ...(line !== undefined && { region: { startLine: line } }),
    },
    ...(pointer !== undefined && { logicalLocations: [{ fullyQualifiedName: pointer }] }),
  };
}
