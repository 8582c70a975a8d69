import type { Finding as SuiteFinding, Alike, OperationResult, Results } from '../../conformance';
import { visibleLine } from '../../cli';
import { routeOf } from '../../generate';
import type { SourceDocument } from '../../document';
import { ALL_OPERATIONS, type Change } from '../breaking/change';
import type { Finding } from '../finding';
import type { DocumentedRoutes } from './seen-exchanges';
import { saysNothing } from './unknown-path-baseline';
import type { Listed, ServiceComparison, Row } from './part';
import { findingOf, groupsOf, runRows, shortcomings, whereOf } from './suite-findings';

/**
 * Checks of what a service rejects. A service that accepts more than the base breaks no client of it, and the
 * document's suite tests what it must reject now.
 */
const OF_REFUSALS = new Set([
  'invalid-refused',
  'malformed-refused',
  'undocumented-media-type-refused',
  'credentials-required',
  'invalid-credentials-refused',
  'scope-required',
  'undocumented-method-refused',
  'refusal-status-fits',
  'nothing-leaked',
  'write-only-hidden',
]);

/** True for a check that a client of the base relies on. */
export function matters(check: string): boolean {
  return !OF_REFUSALS.has(check);
}

/** Changes that explain no rejection or response of the service, unless they are major. */
const HARMLESS: readonly Change['rule'][] = [
  ...(['operation-id-changed', 'deprecated', 'deprecation-withdrawn', 'sunset-changed'] as const),
  ...(['webhook-added', 'webhook-removed', 'callback-added', 'callback-removed'] as const),
  ...(['server-added', 'parameter-optional', 'request-body-optional'] as const),
  ...(['response-header-added', 'response-header-required'] as const),
  'operation-added',
  'parameter-added',
  'property-added',
  'alternative-added',
  'request-body-added',
  'request-media-type-added',
  'security-removed',
];

/** A change that may break a client of the base, and is reported. */
function mayBreak({ level, rule }: Change): boolean {
  return level === 'major' || !HARMLESS.includes(rule);
}

/** The results of the base's suite, and the data to compare them with. */
interface BaseComparison {
  readonly base: SourceDocument;
  readonly results: Results;
  /** Results of the document's suite, whose findings are already reported. */
  readonly own: Results;
  readonly routes: DocumentedRoutes;
  readonly source: SourceDocument;
  /** Changes of the document since the base. */
  readonly changes: readonly Change[];
  readonly unknownPathStatus: number | undefined;
}

/** Separates breakage that a change declares from undeclared breakage for clients of the base. */
export function basePart(comparison: BaseComparison): ServiceComparison {
  const { results, own, changes } = comparison;
  const known = new Set(own.findings.map((finding) => findingKey(finding, own)));
  const fresh = results.findings.filter((finding) => !known.has(findingKey(finding, results)));
  const changeAt = (route: string): Change | undefined =>
    changes.find((change) => mayBreak(change) && isOf(change, route));
  const changeOf = (finding: SuiteFinding): Change | undefined =>
    changeAt(routeOfFinding(finding, results));
  const gone = results.operations.filter((each) => isGone(each, own));
  const undeclared = fresh.filter((finding) => changeOf(finding) === undefined);
  const declared = fresh.filter((finding) => changeOf(finding) !== undefined);
  return {
    findings: [
      ...groupsOf(results, undeclared, 'service').map((group) => finding(group, comparison)),
      ...gone
        .filter((each) => changeAt(routeOf(each)) === undefined)
        .map((each) => goneFinding(each, comparison)),
    ],
    listed: removedOperations(comparison),
    rows: [
      ...runRows('base', results),
      ...groupsOf(results, declared, 'service').map((group) => {
        return declaredRow(group, results, changeOf(group.shown.finding));
      }),
      ...gone.flatMap((each) => declaredGone(each, changeAt(routeOf(each)))),
    ],
    faults: results.findings.length + gone.length > 0 ? [] : shortcomings('base', results),
  };
}

/** @param route method and path, ignoring the names of path parameters */
function isOf({ operation }: Change, route: string): boolean {
  return operation === ALL_OPERATIONS || routeOfName(operation) === route;
}

/**
 * True for an operation of the service that clients of the base cannot reach, such as under another path of its
 * server. If the path has parameters, there may just be no resource with this id.
 */
function isGone(operation: OperationResult, own: Results): boolean {
  const statuses = Object.keys(operation.statuses);
  const route = routeOf(operation);
  return (
    !operation.path.includes('{') &&
    statuses.length > 0 &&
    statuses.every((status) => saysNothing(Number(status))) &&
    own.operations.some((each) => each.exercised && routeOf(each) === route)
  );
}

function goneFinding(
  operation: OperationResult,
  { base, source, routes }: BaseComparison,
): Finding {
  const { pointer } = operation;
  const own = routes.loaded.operations.find((each) => routeOf(each) === routeOf(operation));
  return {
    rule: 'undeclared-break',
    ...source.placeOf(own?.pointer ?? ''),
    base: base.placeOf(pointer),
    message: `a client of the base is broken, and no change of the operation is listed by the check breaking: ${goneText(operation)}`,
    remedy:
      'serve the operation there too, or have the servers of the document be those of the base',
  };
}

function goneText({ method, path, statuses }: OperationResult): string {
  return `${method} ${path} gets ${Object.keys(statuses).join(', ')} where the base has it`;
}

function declaredGone(operation: OperationResult, change: Change | undefined): Row[] {
  if (change === undefined) return [];
  const { method, path } = operation;
  return [
    ['declared break', `${method} ${path}`, `${goneText(operation)}; ${declaration(change)}`],
  ];
}

function declaration(change: Change | undefined): string {
  return `declared: ${change?.message ?? ''} (${change?.level ?? ''})`;
}

function finding(group: Alike, { base, source, routes, results }: BaseComparison): Finding {
  const { shown } = group;
  const route = routeOfFinding(shown.finding, results);
  const operation = routes.loaded.operations.find((each) => routeOf(each) === route);
  const { message, remedy } = findingOf(group);
  return {
    rule: 'undeclared-break',
    ...source.placeOf(operation?.pointer ?? ''),
    base: base.placeOf(shown.finding.pointer),
    message: `a client of the base is broken, and no change of the operation is listed by the check breaking: ${message}`,
    remedy: remedy.replace('the document;', 'say in the document what changed;'),
  };
}

function declaredRow({ shown, others }: Alike, results: Results, change: Change | undefined): Row {
  const also = others.length === 0 ? '' : ` (and ${others.length} like it)`;
  const what = `${shown.finding.message}${also}; ${declaration(change)}`;
  return ['declared break', whereOf(shown, results), visibleLine(what)];
}

/** Operations that only the base has, and that are answered. */
function removedOperations({
  base,
  source,
  results,
  routes,
  unknownPathStatus,
}: BaseComparison): Listed[] {
  return results.operations.flatMap((operation): Listed[] => {
    if (routes.covers(operation)) return [];
    const statuses = answered(operation, unknownPathStatus);
    if (statuses.length === 0) return [];
    const where = `${operation.method} ${operation.path}`;
    const finding: Listed['finding'] = {
      rule: 'removed-operation',
      ...source.placeOf('/paths'),
      base: base.placeOf(operation.pointer),
      message: `${where} is in the base alone, and the service answers it: ${statuses.join(', ')}`,
      remedy: 'remove it from the service, or describe it in the document',
    };
    return [{ where, finding }];
  });
}

/** Statuses that show that a route exists. */
function answered({ statuses }: OperationResult, unknownPathStatus: number | undefined): string[] {
  return Object.keys(statuses).filter(
    (status) =>
      !saysNothing(Number(status)) && status !== String(unknownPathStatus) && status !== 'none',
  );
}

function findingKey(finding: SuiteFinding, results: Results): string {
  return `${finding.check} ${routeOfFinding(finding, results)} ${finding.pointer}`;
}

/** Method and path, ignoring the names of path parameters; '' if no operation is to blame. */
function routeOfFinding({ operationId }: SuiteFinding, { operations }: Results): string {
  const operation = operations.find((each) => each.operationId === operationId);
  return operation === undefined ? '' : routeOf(operation);
}

/** @param name as `POST /plants` */
function routeOfName(name: string): string {
  const [method = '', path = ''] = name.split(/ (.*)/s);
  return routeOf({ method, path });
}
