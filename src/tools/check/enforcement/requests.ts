import {
  brokenRequests,
  httpRequest,
  operationRequest,
  type OperationRequest,
  requestCredentials,
  sampleValues,
} from '../../samples';
import {
  asObject,
  childPointer,
  entries,
  type Operation,
  type SourceDocument,
  valueAt,
  visitObjects,
} from '../../document';
import type { LoadedContract } from '../../validators';
import { createMock, type Mock } from '../../mock';
import { DEFAULT_MAX_BODY_BYTES } from 'openapi-trellis/tools';
import type { Construct } from './keywords';

const TOKEN = 'a-token';

/**
 * The constructs of operations that broken requests test, and the security schemes. Each request goes through
 * routing, authentication, decoding and validation in this process.
 */
export async function requestConstructs(
  source: SourceDocument,
  loaded: LoadedContract,
): Promise<Construct[]> {
  const accepted: string[] = [];
  const mock = await createMock(source, {
    seed: 1,
    loaded,
    tokens: new Set([TOKEN]),
    maxBodyBytes: DEFAULT_MAX_BODY_BYTES,
    report: () => undefined,
    onFault: () => undefined,
    onAccepted: (operationId) => accepted.push(operationId),
  });
  const isAccepted = async (request: OperationRequest): Promise<boolean> => {
    accepted.length = 0;
    await mock.handle(httpRequest(request));
    return accepted.length > 0;
  };
  const constructs: Construct[] = [];
  const enforcedSchemes = new Set<string>();
  for (const operation of loaded.operations) {
    const found = await operationConstructs(mock, operation, isAccepted);
    for (const each of found) constructs.push(each);
    const needsCredentials = found.some(
      ({ kind, verdict }) => kind.includes('credentials') && verdict === 'refused',
    );
    if (needsCredentials) schemesOf(operation).forEach((name) => enforcedSchemes.add(name));
  }
  const sent = sentOperations(loaded);
  return [
    ...constructs,
    ...sent.map(sentConstruct),
    ...schemeConstructs(mock, enforcedSchemes, sent),
  ];
}

/** None without an accepted request for the operation: its rejections would prove nothing. */
async function operationConstructs(
  { loaded, maker }: Mock,
  operation: Operation,
  isAccepted: (request: OperationRequest) => Promise<boolean>,
): Promise<Construct[]> {
  const values = sampleValues(loaded, maker, operation);
  const credentials = requestCredentials(loaded.contract, operation, TOKEN);
  const [basePath = ''] = loaded.contract.basePaths;
  const good = operationRequest(operation, values, credentials, basePath);
  if (!(await isAccepted(good))) return [];
  const constructs: Construct[] = [];
  const broken = brokenRequests(loaded, maker, operation, values, credentials, basePath);
  for (const { fault, request } of broken) {
    constructs.push({
      kind: `broken request: ${withoutName(fault)}`,
      pointer: operation.pointer,
      direction: 'request',
      verdict: (await isAccepted(request)) ? 'idle' : 'refused',
    });
  }
  return constructs;
}

/** One row of the report covers all parameters, another all properties. */
function withoutName(fault: string): string {
  return fault.replace(/the parameter ".*"/s, 'a parameter').replace(/".*"/s, 'a property');
}

function schemesOf({ security }: Pick<Operation, 'security'>): string[] {
  return security.flatMap((requirement) => Object.keys(requirement));
}

/** An operation of a webhook or a callback, whose requests the service sends. */
interface SentOperation extends Pick<Operation, 'pointer' | 'security'> {
  readonly of: 'webhook' | 'callback';
}

/** @see https://spec.openapis.org/oas/v3.1.1#callback-object */
function sentOperations({ document }: LoadedContract): SentOperation[] {
  const found: SentOperation[] = [];
  visitObjects('openapi', document, '', (kind, value, pointer) => {
    if (kind !== 'operation') return;
    const of = pointer.includes('/callbacks/') ? 'callback' : 'webhook';
    if (of === 'webhook' && !pointer.startsWith('/webhooks/')) return;
    const security = asObject(value).security ?? document.security;
    found.push({ of, pointer, security: Array.isArray(security) ? security.map(asObject) : [] });
  });
  return found;
}

/** The receiver of the requests validates them. */
function sentConstruct({ of, pointer }: SentOperation): Construct {
  return { kind: `operation of a ${of}`, pointer, direction: 'request', verdict: 'unbroken' };
}

/** A scheme is idle when no operation names it. */
function schemeConstructs(
  { loaded }: Mock,
  enforced: ReadonlySet<string>,
  sent: readonly SentOperation[],
): Construct[] {
  const named = new Set([...loaded.operations, ...sent].flatMap(schemesOf));
  const pointer = childPointer('', 'components', 'securitySchemes');
  return entries(valueAt(loaded.resolver.document, pointer)).map(([name]) => ({
    kind: 'security scheme',
    pointer: childPointer(pointer, name),
    direction: 'request',
    verdict: enforced.has(name) ? 'refused' : named.has(name) ? 'unbroken' : 'idle',
  }));
}
