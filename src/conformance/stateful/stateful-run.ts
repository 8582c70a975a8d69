import type { Operation, ValueMaker } from '../../generate/index';
import type { OperationRequest, OperationValues } from '../../samples/requests/operation-request';
import type { Random } from '../../cli/random';
import type { Exchange } from '../exchange';
import type { JudgedDocument } from '../judge/judged-document';
import type { TestCase } from '../test-case';

/** Who calls: the run's own principal, another valid one, or nobody. */
export type Who = 'caller' | 'other' | 'nobody';

/** What the stateful phase needs of a run. */
export interface StatefulRun {
  readonly judged: JudgedDocument;
  readonly maker: ValueMaker;
  readonly random: Random;
  /** True when the run has credentials of another principal. */
  readonly hasOther?: boolean;
  /** Writes a call as a request, with the credentials and the base path of the run. */
  request(operation: Operation, values: OperationValues, who?: Who): OperationRequest;
  /** True when the run may send no more. */
  readonly isOver: () => boolean;
  /** Sends a case and judges what comes of it alone; undefined when it is not sent. */
  send(testCase: TestCase): Promise<Exchange | undefined>;
  /** Takes what several exchanges show. */
  report(finding: StatefulFinding): void;
}

/** A rule that several exchanges show to be broken. */
export interface StatefulFinding {
  /** The id of the check. */
  readonly check: string;
  readonly message: string;
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly operation: Operation;
  /** In their order; the last one shows it. */
  readonly exchanges: readonly Exchange[];
}
