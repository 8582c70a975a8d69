import '../support/long';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FindingFile } from '../../src/conformance/repeat';
import { temporaryFolder } from '../support/temporary-folder';
import type { FaultName } from './bench/faults';
import { LIBRARY_FILE } from './bench/library';
import { startService } from './bench/service';
import { argumentsOf, runAgainst, type Start } from './repeat-lines';
import { type Fault, openShop, SHOP } from './stateful/shop';

const folder = temporaryFolder();
const shop = path.join(folder, 'shop.yaml');
writeFileSync(shop, SHOP);

type Finding = FindingFile & { readonly fault: string; readonly repeat: string };

/** The findings of a service, at most two of different checks. */
async function found(start: Start, args: readonly string[]) {
  const out = path.join(folder, 'report');
  const all = ['--seed', '1', '--runs', '25', '--out', out];
  const { url } = await runAgainst(start, (now) => ['--url', now, ...args, ...all]);
  const text = readFileSync(path.join(out, 'findings.json'), 'utf8');
  const { findings } = JSON.parse(text) as { findings: Finding[] };
  return { url, findings: findings.filter(({ fault }) => fault === 'service') };
}

/** What the line of a finding comes to, with the service as it was and with one that is corrected. */
async function repeated(
  { check, operationId, repeat }: Finding,
  url: string,
  variables: Readonly<Record<string, string>>,
  starts: readonly Start[],
): Promise<string> {
  const codes: number[] = [];
  for (const start of starts) {
    const args = (now: string): string[] => argumentsOf(repeat.replaceAll(url, now), variables);
    codes.push((await runAgainst(start, args)).code ?? -1);
  }
  return `${check} ${operationId ?? ''}: ${codes.join(', ')}`;
}

const LIBRARY: FaultName[] = [
  ...(['surrogate-500', 'malformed-json-500', 'empty-body-500', 'path-uuid-500'] as const),
  ...(['head-500', 'hangs', 'drops-connection', 'stack-leaked', 'undocumented-success'] as const),
  ...(['undocumented-refusal', 'ok-for-invalid', 'wrong-media-type', 'no-media-type'] as const),
  ...(['body-on-204', 'missing-member', 'write-only-leaked', 'null-for-absent'] as const),
  ...(['malformed-response', 'header-missing', 'error-off-schema', 'email-max-refused'] as const),
  ...([
    'pattern-unanchored',
    'query-integer-prefix',
    'charset-accepted',
    'any-media-type',
  ] as const),
  ...(['form-unsupported', 'no-authentication', 'garbage-token', 'token-tail-ignored'] as const),
  ...(['scope-ignored', 'challenge-missing', 'foreign-403', 'undeclared-method'] as const),
  ...(['allow-missing', 'deleted-readable', 'created-not-stored', 'number-rounded'] as const),
  ...(['summary-latin1', 'refused-create-stored', 'refused-change-stored', 'put-merges'] as const),
  ...(['put-appends', 'patch-null-stored', 'patch-appends', 'location-elsewhere'] as const),
  ...(['retry-repeats', 'read-only-settable', 'read-changes', 'if-match-ignored'] as const),
];

it.each(LIBRARY)('what is found of a library with the fault %s is found again', async (fault) => {
  const tokens = ['bench-token', 'bench-key', 'bench-reader', 'bench-other'] as const;
  const [caller, key, limited, other] = tokens;
  const args = [
    ...['--spec', LIBRARY_FILE, '--timeout-ms', '2000', '--token', caller],
    ...['--token', `deskKey=${key}`, '--limited-token', limited],
    ...['--limited-scopes', 'books:read', '--other-token', other],
  ];
  const variables = { TOKEN: caller, TOKEN_2: key, TOKEN_3: limited, TOKEN_4: other };
  const starts = [() => startService({ faults: [fault] }), () => startService()] as const;
  const { url, findings } = await found(starts[0], args);
  const first = findings.filter(({ check }, index) => {
    return findings.findIndex((each) => each.check === check) === index;
  });
  expect(first.length).toBeGreaterThan(0);
  for (const finding of first.slice(0, 2)) {
    expect(await repeated(finding, url, variables, starts)).toMatch(/: 1, 0$/);
  }
});

const SHOPS: [fault: Fault, check: string][] = [
  ['loses what is created', 'created-is-retrievable'],
  ['removes what is read', 'safe-request-changes-nothing'],
  ['ignores PATCH', 'patch-is-applied'],
  ['keeps the entity tag', 'entity-tag-changes'],
  ['lets others change', 'hidden-kept-from-others'],
  ['repeats the last of a page', 'pages-hold-each-once'],
  ['says 200 for what PUT creates', 'put-says-created'],
];

it.each(SHOPS)('what is found of a shop that %s is found again, by %s', async (fault, check) => {
  const args = ['--spec', shop, '--token', 'caller-token', '--other-token', 'other'];
  const variables = { TOKEN: 'caller-token', TOKEN_2: 'other' };
  const starts = [() => openShop({ fault }), () => openShop()] as const;
  const { url, findings } = await found(starts[0], args);
  const finding = findings.find((each) => each.check === check);
  expect(finding && (await repeated(finding, url, variables, starts))).toMatch(/: 1, 0$/);
});
