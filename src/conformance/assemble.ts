import { loadContract, ValueMaker } from '../generate/index';
import { BasePaths } from './base-paths';
import { Budget } from './budget';
import { KnownCoverage } from './cases/known-coverage';
import type { CaseContext } from './cases/operation-cases';
import { checks } from './checks/index';
import type { ConformanceOptions } from './conformance-options';
import { Credentials } from './credentials';
import { EndedCredentials } from './ended-credentials';
import { PatientSender } from './http/patient-sender';
import { Sender } from './http/send';
import { RequestJudge } from './judge/judge-request';
import { HyperjumpValidator } from './judge/second-validator';
import { Run } from './run';
import { isSafe } from './safe-methods';
import { KnownItems } from './stateful/known-items';
import { TakenCredentials } from './taken-credentials';
import { Tally } from './tally';
import { withoutSecurity } from './without-security';

/** What requests are made, sent and judged with. */
export interface Assembled {
  readonly run: Run;
  readonly context: CaseContext;
  readonly sender: Sender;
  /** What the service is known to have. */
  readonly found: { items: KnownItems };
}

/**
 * Puts a run together.
 *
 * @throws DocumentError for a document that cannot be read as OpenAPI
 */
export async function assemble(options: ConformanceOptions): Promise<Assembled> {
  const { source, url, extensions, timeoutMs, parallel } = options;
  const { document, faults } = source;
  const read = loadContract(document, { faults, lazy: true, extensions, defaults: false });
  const loaded = options.ignoresSecurity === true ? withoutSecurity(read) : read;
  const second = await HyperjumpValidator.of(loaded);
  const judged = { source, loaded, second };
  const credentials = new Credentials(
    loaded.contract,
    options.tokens,
    options.ignoresSecurity === true || 'security' in document,
  );
  const paths = new BasePaths(loaded.contract, url);
  const sender = new Sender(url, { timeoutMs, maxConnections: parallel });
  const budget = new Budget(options.limits);
  const stop = (): void => {
    budget.stop('interrupted');
  };
  options.signal?.addEventListener('abort', stop);
  if (options.signal?.aborted === true) stop();
  const run = new Run({
    document: judged,
    judge: await RequestJudge.of(judged, credentials),
    sender: new PatientSender(sender, timeoutMs),
    checks: checks.filter(({ id }) => options.makes?.(id) ?? true),
    budget,
    tally: new Tally(loaded),
    taken: new TakenCredentials(credentials),
    ended: new EndedCredentials(credentials),
    documentTarget: (request) => paths.documentTarget(request),
    onExchange: options.onExchange ?? (() => undefined),
  });
  const maker = new ValueMaker(loaded, 1);
  const found = { items: new KnownItems(maker) };
  const operations = loaded.operations.filter(
    (operation) =>
      (options.includes?.(operation, loaded.operations) ?? true) &&
      (options.readOnly !== true || isSafe(operation.method)),
  );
  const context: CaseContext = {
    loaded: { ...loaded, operations },
    maker,
    credentials,
    coverage: new KnownCoverage(loaded),
    headers: options.headers ?? [],
    prepare: options.prepare ?? ((request) => request),
    known: (operation, parameter) =>
      options.known?.(operation, parameter) ?? found.items.exampleFor(operation, parameter),
    basePathOf: (operation) => paths.of(operation),
  };
  return { run, context, sender, found };
}
