import {
  type CompiledOperation,
  matchMediaRange,
  parseMediaType,
  parseRequestTarget,
  responseKeyFor,
  routeOperations,
} from 'openapi-trellis/tools';
import type { LoadedContract } from '../validators';
import { type OperationExchange, type CoveragePart, partsOf } from './parts';
import type { RecordedExchange } from './record';

/** The parts of an operation that exchanges exercised. */
export interface OperationCoverage {
  readonly operationId: string;
  readonly parts: readonly CoveragePart[];
  readonly exercised: ReadonlySet<CoveragePart>;
}

/**
 * Finds the parts of a document that exchanges exercised. Exchanges of no operation, such as HEAD where the document
 * has only GET, exercise nothing.
 *
 * @returns the operations that can be served, in document order
 */
export function measure(
  loaded: Pick<LoadedContract, 'contract' | 'operations' | 'resolver'>,
  exchanges: readonly RecordedExchange[],
): OperationCoverage[] {
  const { contract, operations } = loaded;
  const compiled = new Map(contract.operations.map((each) => [each.operationId, each]));
  const router = routeOperations(contract);
  const coverage = new Map(
    operations.flatMap((located) => {
      const { operationId } = located;
      const operation = compiled.get(operationId);
      if (operation === undefined) return [];
      const parts = partsOf(loaded, operation, located);
      return [[operation, { operationId, parts, exercised: new Set<CoveragePart>() }] as const];
    }),
  );
  for (const recorded of exchanges) {
    const operation = operationOf(router, recorded);
    const covered = operation && coverage.get(operation);
    if (operation === undefined || covered === undefined) continue;
    const exchange = operationExchange(operation, recorded);
    for (const part of covered.parts) {
      if (part.isExercisedBy(exchange)) covered.exercised.add(part);
    }
  }
  return [...coverage.values()];
}

function operationOf(
  router: ReturnType<typeof routeOperations>,
  { method, target }: RecordedExchange,
): CompiledOperation | undefined {
  const parsed = parseRequestTarget(target);
  const found = parsed && router.find(method, parsed);
  return found?.outcome === 'found' ? found.route : undefined;
}

function operationExchange(
  { requestBody, responses }: CompiledOperation,
  { target, requestHeaders, requestType, status, responseHeaders, responseType }: RecordedExchange,
): OperationExchange {
  const key = responseKeyFor(responses, status);
  const content = key === undefined ? undefined : responses[key]?.content;
  return {
    isAccepted: status < 400,
    sent: { query: queryNames(target), header: requestHeaders },
    requestType: mediaRange(requestBody?.content, requestType),
    response: key,
    responseType: mediaRange(content, responseType),
    headers: responseHeaders,
  };
}

function queryNames(target: string): string[] {
  return [...new URLSearchParams(parseRequestTarget(target)?.query).keys()];
}

/** The key of a content map that covers a Content-Type. */
function mediaRange(content: object | undefined, contentType = ''): string | undefined {
  const mediaType = parseMediaType(contentType);
  return mediaType && matchMediaRange(Object.keys(content ?? {}), mediaType);
}
