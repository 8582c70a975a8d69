/** The findings of the conformance test for one fault. */
export interface FaultRow {
  readonly name: string;
  readonly describes: string;
  /** Ids of the checks, for each seed. */
  readonly found: readonly (readonly string[])[];
  /** CPU seconds of the longest run, for the service and its test together. */
  readonly mostSeconds: number;
}

/** The findings for one correct service. */
export interface VariantRow {
  readonly name: string;
  readonly describes: string;
  readonly seeds: number;
  readonly requests: number;
  readonly alarms: readonly string[];
}

/** The measurements as a page. */
export function matrixPage(faults: readonly FaultRow[], variants: readonly VariantRow[]): string {
  const always = faults.filter(({ found }) => found.every((checks) => checks.length > 0));
  const runs = variants.reduce((sum, { seeds }) => sum + seeds, 0);
  const alarms = variants.reduce((sum, each) => sum + each.alarms.length, 0);
  const longest = Math.max(0, ...faults.map(({ mostSeconds }) => mostSeconds));
  return `# What conformance testing finds

Which seeded faults [conformance testing](conformance.md) finds, and by which checks. A correct service of a rich document (test/tools/conformance/bench) has one fault at a time. Other correct services differ where the document and the standards leave a choice.

<!-- made by npm run conformance-matrix -->

- ${always.length} of ${faults.length} faults were found with each of ${faults[0]?.found.length ?? 0} seeds. The longest run took ${longest.toFixed(1)} s of CPU.
- ${alarms} false alarms in ${runs} runs over ${variants.length} correct services.

## Faults

| fault | what it does | found by |
| --- | --- | --- |
${faults.map(faultLine).join('\n')}

## Correct services

| variant | what it does | runs | requests | false alarms |
| --- | --- | --- | --- | --- |
${variants.map(variantLine).join('\n')}

<!-- end -->
`;
}

function faultLine({ name, describes, found }: FaultRow): string {
  const checks = [...new Set(found.flat())].map((check) => {
    const times = found.filter((each) => each.includes(check)).length;
    return times === found.length ? check : `${check} (${times} of ${found.length})`;
  });
  const by = checks.length === 0 ? '**not found**' : checks.join(', ');
  return `| ${name} | ${describes} | ${by} |`;
}

function variantLine({ name, describes, seeds, requests, alarms }: VariantRow): string {
  return `| ${name === '' ? 'plain' : name} | ${describes} | ${seeds} | ${requests} | ${alarms.length} |`;
}
