import {
  type CompiledContract,
  type Extensions,
  framingOf,
  pointerKeys,
} from 'openapi-trellis/tools';
import type { DocumentNotice, Operation, SourceDocument } from '../document';
import { loadContract } from '../generate';
import { ValueGenerator } from '../samples';
import {
  type Check,
  checks,
  Credentials,
  withoutSecurity,
  BasePaths,
  isSafe,
  PatientSender,
  Sender,
  RequestJudge,
  responseMatchesRequest,
  sequencesOf,
  HyperjumpValidator,
  type JudgedDocument,
} from '../judge';
import { KnownCoverage } from './cases/known-coverage';
import { EndedCredentials, TakenCredentials } from './credential-state';
import { headerCredentials } from './header-credentials';
import type { RunContext, ConformanceOptions } from './options';
import { Tally } from './results';
import { Budget } from './scheduling';
import { KnownItems } from './stateful/known-items';

/**
 * Assembles a run.
 *
 * @throws DocumentError if the document cannot be read as OpenAPI
 */
export async function assemble(given: ConformanceOptions): Promise<RunContext> {
  const document = judgedDocument(given);
  const { loaded } = document;
  const options = withHeaderTokens(given, loaded.contract);
  const { source, url, timeoutMs, signal, ignoresSecurity, readOnly } = options;
  const statesSecurity = ignoresSecurity === true || 'security' in source.document;
  const credentials = new Credentials(loaded.contract, options.tokens, statesSecurity);
  const sequences = loaded.operations.flatMap((operation) => sequencesOf(loaded, operation));
  const sender = new Sender(url, {
    ...{ timeoutMs, maxConnections: options.parallel },
    isSequence: (essence) => framingOf(essence) !== undefined || sequences.includes(essence),
  });
  const budget = new Budget(options.limits);
  const stop = (): void => {
    budget.stop('interrupted');
  };
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  const tested = loaded.operations.filter(
    (operation, _, all) =>
      (options.includes?.(operation, all) ?? true) &&
      (readOnly !== true || isSafe(operation.method)),
  );
  const maker = new ValueGenerator(loaded, 1);
  const context: RunContext = {
    ...{ options, document, maker, credentials, budget },
    loaded: { ...loaded, operations: tested },
    coverage: new KnownCoverage(loaded),
    taken: new TakenCredentials(credentials),
    ended: new EndedCredentials(credentials),
    paths: new BasePaths(loaded.contract, url),
    sender: new PatientSender(sender, timeoutMs),
    judge: await RequestJudge.of(document, credentials),
    checks: checksFor(options),
    tally: new Tally(loaded),
    items: new KnownItems(maker, options.known),
    known: (operation, parameter) => context.items.exampleFor(operation, parameter),
  };
  return context;
}

/** Options in which credentials among the headers are the caller's tokens. */
function withHeaderTokens(
  options: ConformanceOptions,
  { securitySchemes }: CompiledContract,
): ConformanceOptions {
  const { headers = [], tokens } = options;
  const found = headerCredentials(headers, securitySchemes, tokens.caller);
  const caller = new Map([...tokens.caller, ...found.tokens]);
  return { ...options, headers: found.headers, tokens: { ...tokens, caller } };
}

interface Compiled extends JudgedDocument {
  readonly extensions: Extensions | undefined;
}

/** Compiled documents of earlier runs. Compiling the schemas once serves all runs of a document. */
const compiled = new WeakMap<SourceDocument, Compiled>();

function judgedDocument(options: ConformanceOptions): JudgedDocument {
  const { source, extensions, ignoresSecurity } = options;
  let known = compiled.get(source);
  if (known === undefined || known.extensions !== extensions) {
    const { document, faults } = source;
    const leftOut: Pick<Operation, 'method' | 'path'>[] = [];
    const report = ({ severity, pointer }: DocumentNotice): void => {
      const [, path = '', method = ''] = pointerKeys(pointer);
      if (severity === 'left out') leftOut.push({ path, method: method.toUpperCase() });
    };
    const loading = { faults, lazy: true, extensions, defaults: false, report };
    const loaded = loadContract(document, loading);
    known = { source, loaded, leftOut, second: HyperjumpValidator.of(loaded), extensions };
    compiled.set(source, known);
  }
  return ignoresSecurity === true ? { ...known, loaded: withoutSecurity(known.loaded) } : known;
}

/** What keeps nothing answers with other values than it was sent. */
function checksFor({ makes, stateless }: ConformanceOptions): readonly Check[] {
  return checks.filter(
    (check) =>
      (makes?.(check.id) ?? true) && !(stateless === true && check === responseMatchesRequest),
  );
}
