import { operationRequest } from '../../../../src/tools/samples/requests/operation-request';
import { requestCredentials } from '../../../../src/tools/samples/requests/request-credentials';
import type { Exchange, Judgement, TestCase } from '../../../../src/tools/judge/exchange';
import { Sender } from '../../../../src/tools/judge/http/send';
import type {
  StatefulFinding,
  StatefulRun,
} from '../../../../src/tools/conformance/stateful/steps';
import { failureKinds } from '../../../../src/runtime/contract';
import { loadContract } from '../../../../src/tools/generate';
import { parseSource } from '../../../../src/tools/document';
import { ValueGenerator } from '../../../../src/tools/samples';
import { requestSchema } from '../../../../src/tools/resources/index';

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

/** More than any correct service needs. */
const MOST_REQUESTS = 5_000;

interface DirectOptions {
  readonly seed?: number;
  /** Beginning of the paths of the operations. */
  readonly within?: string;
  /** A check whose first finding ends the run. */
  readonly until?: string | undefined;
}

/** A run that sends directly to a service and judges requests only by their bodies. */
export function directRun(
  yaml: string,
  url: string,
  { seed = 1, within = '/', until }: DirectOptions = {},
): DirectRun {
  const { source, loaded } = loadOnce(yaml);
  const operations = loaded.operations.filter(({ path }) => path.startsWith(within));
  const maker = new ValueGenerator(loaded, seed);
  const findings: StatefulFinding[] = [];
  const exchanges: Exchange[] = [];
  const sender = new Sender(url);
  const isOver = (): boolean =>
    exchanges.length >= MOST_REQUESTS || findings.some(({ check }) => check === until);
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
      operationRequest(operation, values, requestCredentials(loaded.contract, operation, who)),
    report: (finding) => findings.push(finding),
    leave: () => undefined,
    send: async (testCase) => {
      if (isOver()) return undefined;
      const sent = await sender.send(testCase.request);
      const done = { testCase, judgement: judge(testCase), ...sent };
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
