import type { Random } from '../../cli/random';
import { OperationCases, type CaseContext } from '../cases/operation-cases';
import { isSendable } from '../http/sendable';
import type { Run } from '../run';
import type { StatefulRun } from './stateful-run';

/** The run of the engine as the stateful phase sees it. @param isOver asked before each request */
export function engineRun(
  run: Run,
  context: CaseContext,
  random: Random,
  isOver: () => boolean,
): StatefulRun {
  const { document, checks } = run.parts;
  return {
    judged: { ...document, loaded: context.loaded },
    maker: context.maker,
    random,
    isOver,
    hasOther: context.credentials.has('other'),
    request: (operation, values, who) =>
      new OperationCases(context, operation).request(values, who),
    send: async (testCase) =>
      isOver() || !isSendable(testCase.request) ? undefined : run.test(testCase),
    report: ({ check, exchanges, message, pointer }) => {
      const found = checks.find(({ id }) => id === check);
      if (found) run.findings.add(exchanges, { check: found, violation: { message, pointer } });
    },
  };
}
