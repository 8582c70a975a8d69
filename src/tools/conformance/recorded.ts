import { parseRequestTarget, routeOperations } from 'openapi-trellis/tools';
import { assemble } from './assemble';
import { type ExchangeOutcome, type RecordedExchange, type TestCase, isSendable } from '../judge';
import type { ConformanceOptions } from './options';
import type { Results } from './results';
import { Run } from './run';
import { recordedResults } from './run-results';

/**
 * Judges recorded exchanges and sends nothing. Credentials are not judged, since most recordings lack them;
 * exchanges whose recording lacks a body are counted in a notice.
 *
 * @throws DocumentError if the document cannot be read as OpenAPI
 * @example
 * ```ts
 * import { type ConformanceOptions, judgeTraffic } from 'openapi-trellis-tools/conformance';
 *
 * async function* recorded() {
 *   yield {
 *     place: 'proxy.log:1',
 *     request: { method: 'GET', target: '/books', headers: [] },
 *     response: { status: 200, headers: [], body: Buffer.from('[]') },
 *     withoutBody: [],
 *   };
 * }
 *
 * export async function faultsOf(options: ConformanceOptions): Promise<string[]> {
 *   const { findings } = await judgeTraffic(options, recorded());
 *   return findings.map(({ check, message }) => `${check}: ${message}`);
 * }
 * ```
 */
export async function judgeTraffic(
  options: ConformanceOptions,
  recorded: AsyncIterable<RecordedExchange>,
): Promise<Results> {
  const run = new Run(await assemble({ ...options, ignoresSecurity: true }));
  const caseOf = recordedCases(run);
  let without = 0;
  for await (const each of recorded) {
    if (each.withoutBody.length > 0) without++;
    else await run.judge(caseOf(each), outcomeOf(each));
  }
  const results = recordedResults(run);
  const notice = `${without} exchanges were passed over, since the recording lacks a body of theirs`;
  return without === 0 ? results : { ...results, notices: [...results.notices, notice] };
}

/**
 * Sends recorded requests again, in order and one at a time, and judges the responses. Requests that HTTP does
 * not allow are counted in a notice.
 *
 * @throws DocumentError if the document cannot be read as OpenAPI
 * @throws UnreachableError if nothing answers at the URL
 * @example
 * ```ts
 * import { type ConformanceOptions, replay } from 'openapi-trellis-tools/conformance';
 *
 * async function* recorded() {
 *   const request = { method: 'GET', target: '/books', headers: [] };
 *   yield { place: 'proxy.log:1', request, withoutBody: [] };
 * }
 *
 * export async function isStillRight(options: ConformanceOptions): Promise<boolean> {
 *   const { findings } = await replay(options, recorded());
 *   return findings.length === 0;
 * }
 * ```
 */
export async function replay(
  options: ConformanceOptions,
  recorded: AsyncIterable<RecordedExchange>,
): Promise<Results> {
  const run = new Run(await assemble(options));
  const caseOf = recordedCases(run);
  let without = 0;
  try {
    for await (const each of recorded) {
      if (run.context.budget.end() !== undefined) break;
      if (isSendable(each.request)) await run.test(caseOf(each));
      else without++;
    }
    const results = recordedResults(run);
    const notice = `${without} requests were passed over, since HTTP does not allow them`;
    return without === 0 ? results : { ...results, notices: [...results.notices, notice] };
  } finally {
    run.context.sender.close();
  }
}

/** Assigns recorded requests to operations by routing them. */
function recordedCases(run: Run): (recorded: RecordedExchange) => TestCase {
  const { document, paths } = run.context;
  const { contract, operations } = document.loaded;
  const router = routeOperations(contract);
  return ({ request, place }) => {
    const parsed = parseRequestTarget(paths.documentTarget(request));
    const found = parsed && router.find(request.method, parsed);
    const id = found?.outcome === 'found' ? found.route.operationId : undefined;
    const operation = operations.find(({ operationId }) => operationId === id);
    return { phase: 'recorded', operation, title: place, request, covers: [] };
  };
}

function outcomeOf({ response }: RecordedExchange): ExchangeOutcome {
  return response === undefined
    ? { kind: 'closed', message: 'no response was recorded' }
    : { kind: 'response', response };
}
