import http from 'node:http';
import {
  operationRequest,
  type OperationRequest,
} from '../../../src/samples/requests/operation-request';
import { requestCredentials } from '../../../src/samples/requests/request-credentials';
import type { Exchange, Judgement, Outcome, TestCase } from '../../../src/conformance/exchange';
import type { StatefulFinding, StatefulRun, Who } from '../../../src/conformance/stateful/steps';
import { failureKinds } from '../../../src/contract';
import { loadContract, parseSource, ValueGenerator } from '../../../src/generate/index';
import { requestSchema } from '../../../src/resources/index';

/** Caches documents: compiling one takes longer than testing a service. */
const known = new Map<string, ReturnType<typeof load>>();

function load(yaml: string) {
  const source = parseSource(yaml, 'document.yaml');
  return { source, loaded: loadContract(source.document, { faults: source.faults }) };
}

function loadOnce(yaml: string): ReturnType<typeof load> {
  const loaded = known.get(yaml) ?? load(yaml);
  known.set(yaml, loaded);
  return loaded;
}

export interface DirectRun extends StatefulRun {
  readonly findings: StatefulFinding[];
  readonly exchanges: Exchange[];
}

/**
 * A run that sends directly to a service and judges requests only by their bodies.
 *
 * @param until a check whose first finding ends the run
 */
export function directRun(
  yaml: string,
  url: string,
  seed = 1,
  tokens: Partial<Record<Who, string>> = {},
  within = '/',
  budget = 5000,
  until?: string,
): DirectRun {
  const { source, loaded } = loadOnce(yaml);
  const operations = loaded.operations.filter(({ path }) => path.startsWith(within));
  const maker = new ValueGenerator(loaded, seed);
  const findings: StatefulFinding[] = [];
  const exchanges: Exchange[] = [];
  const isOver = (): boolean =>
    exchanges.length >= budget || findings.some(({ check }) => check === until);
  return {
    judged: {
      source,
      loaded: { ...loaded, operations },
      second: { accepts: () => Promise.resolve(undefined) },
    },
    maker,
    seed,
    hasOther: true,
    isOver,
    findings,
    exchanges,
    request: (operation, values, who = 'caller') =>
      operationRequest(
        operation,
        values,
        requestCredentials(loaded.contract, operation, tokens[who] ?? who),
      ),
    report: (finding) => findings.push(finding),
    send: async (testCase) => {
      if (isOver()) return undefined;
      const sentAt = Date.now();
      const outcome = await exchange(url, testCase.request);
      const judgement = judge(testCase);
      const done = { testCase, judgement, outcome, sentAt, durationMs: Date.now() - sentAt };
      exchanges.push(done);
      return done;
    },
  };

  function judge({ operation, values }: TestCase): Judgement {
    const pointer = operation && requestSchema(loaded, operation);
    const error = pointer && maker.errorOf(pointer, 'request', values?.body?.value);
    return typeof error !== 'object'
      ? { expected: 'acceptance', input: {} }
      : { expected: 'refusal', kind: failureKinds.invalidBody, message: error.keyword, faults: [] };
  }
}

/** Reuses connections: making one takes as long as the shop's response. */
const agent = new http.Agent({ keepAlive: true });

function exchange(
  url: string,
  { method, target, headers, body }: OperationRequest,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = http.request(url + target, { method, agent });
    for (const [name, value] of headers) request.setHeader(name, value);
    request.on('error', ({ message }) => {
      resolve({ kind: 'closed', message });
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const pairs = Object.entries(response.headersDistinct);
        const received = pairs.flatMap(([name, all = []]) =>
          all.map((one) => [name, one] as const),
        );
        const { statusCode: status = 0 } = response;
        const bytes = Buffer.concat(chunks);
        resolve({ kind: 'response', response: { status, headers: received, body: bytes } });
      });
    });
    request.end(body);
  });
}
