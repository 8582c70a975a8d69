import { CommandError, type ReasonLine, readExtensions } from '../../cli';
import { betweenHooks, loadHooks, ALLOW_WRITING, mayWrite, type Results } from '../../conformance';
import { loadContract } from '../../generate';
import type { LoadedContract } from '../../validators';
import { type SourceDocument, without } from '../../document';
import { readAccepted } from '../acceptance';
import { readBase } from '../breaking/base-document';
import { compareDocuments } from '../breaking/compare-documents';
import type { CheckedDocument } from '../checked-document';
import type { CheckOptions } from '../drift-check';
import { basePart, matters } from './base-suite';
import { compareServed, jsonDifferences } from './compare-served';
import { undocumentedRoutes } from './undocumented-routes';
import { DocumentedRoutes, SeenExchanges } from './seen-exchanges';
import { UnknownPathBaseline } from './unknown-path-baseline';
import { joined, type ServiceComparison } from './part';
import type { Prober } from './prober';
import type { ServiceOptions } from './service-options';
import { suitePart } from './suite-findings';
import { ServiceUnderTest } from './under-test';

/**
 * Compares a running service with the document, and with the base if there is one.
 * @throws CommandError if the service cannot be queried
 */
export async function compareService(
  service: ServiceOptions,
  { base, ...options }: CheckOptions,
  { source: part }: CheckedDocument,
  tell: (progress: string) => void,
): Promise<Required<ServiceComparison>> {
  const { url } = service;
  if (!mayWrite(url, service)) throw new CommandError(`${url}: ${ALLOW_WRITING}`);
  const before = base === undefined ? undefined : readBase(base, options);
  const hooks = loadHooks(service.hooks);
  const extensions = readExtensions(options.extensions)?.extensions;
  // Operations that are not selected are documented, if the service has them.
  const source = { ...part, ...part.part?.whole };
  const { document, faults } = source;
  const selection = part.part ?? { include: [], exclude: [] };
  return betweenHooks(hooks, { ...service, source }, async (setUp) => {
    const loaded = loadContract(document, { faults, lazy: true, extensions });
    const tested = new ServiceUnderTest(service, hooks, setUp, extensions, selection, tell);
    const { lines } = readAccepted(options.spec, options.accepted);
    return compared({ tested, source, loaded, base: before, accepted: lines });
  });
}

interface Comparison {
  readonly tested: ServiceUnderTest;
  readonly source: SourceDocument;
  readonly loaded: LoadedContract;
  readonly base: SourceDocument | undefined;
  readonly accepted: readonly ReasonLine[];
}

async function compared(comparison: Comparison): Promise<Required<ServiceComparison>> {
  const { tested, source, loaded, base, accepted } = comparison;
  const { servedDocument } = tested.options;
  const routes = new DocumentedRoutes(loaded, tested.url);
  const prober = await proberOf(comparison);
  try {
    const root = await UnknownPathBaseline.measure(prober, '');
    const baselines = new Map([['', root]]);
    for (const prefix of routes.prefixes) {
      if (!baselines.has(prefix))
        baselines.set(prefix, await UnknownPathBaseline.measure(prober, prefix));
    }
    const served = await compareServed({
      ...{ source, prober, baseline: root, published: loaded.document, place: servedDocument },
    });
    const seen = new SeenExchanges(routes, root);
    const own = await tested.run(source, { name: 'document', onExchange: seen.note });
    const ofBase =
      base === undefined ? {} : await comparedWithBase(comparison, base, own, { routes, root });
    const search = { source, routes, prober, baselines, seen, results: own, servedDocument };
    return joined([served, suitePart(own, accepted), ofBase, await undocumentedRoutes(search)]);
  } finally {
    prober.close();
  }
}

/** Probes without credentials, unless the service requires them even for unknown paths. */
async function proberOf({ tested, source, loaded }: Comparison): Promise<Prober> {
  const open = tested.prober();
  try {
    const { isClosed } = await UnknownPathBaseline.measure(open, '');
    return tested.prober(isClosed ? tested.credentials(source, loaded) : []);
  } finally {
    open.close();
  }
}

/** Sends nothing if the base is equivalent. */
async function comparedWithBase(
  { tested, source }: Comparison,
  base: SourceDocument,
  own: Results,
  { routes, root }: { readonly routes: DocumentedRoutes; readonly root: UnknownPathBaseline },
): Promise<ServiceComparison> {
  const [one, other] = [base, source].map(({ document }) => without(document, 'info'));
  if (jsonDifferences(one, other).next().done === true) {
    return { rows: [['suite of the base', base.name, 'not run, since the base says the same']] };
  }
  const changes = await compareDocuments(base, source);
  const results = await tested.run(base, {
    ...{ name: 'base', makes: matters, onExchange: () => undefined },
  });
  return basePart({ base, results, own, routes, source, changes, unknownPathStatus: root.status });
}
