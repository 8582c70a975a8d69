import { setTimeout } from 'node:timers/promises';
import type { OperationRequest } from '../../samples/requests/operation-request';
import type { Sender, SendResult } from './send';

/** Between two tries to connect. */
const PAUSE_MS = 250;

/** Waits for a service that takes no connection, since something may start it again. */
export class PatientSender {
  private isGone = false;

  /** @param patienceMs how long a service is waited for */
  constructor(
    private readonly sender: Pick<Sender, 'send'>,
    private readonly patienceMs: number,
  ) {}

  /** The outcome is `away` where the service does not come back. @throws UnreachableError as Sender does */
  async send(request: OperationRequest): Promise<SendResult> {
    const first = await this.sender.send(request);
    const start = performance.now();
    let last = first;
    while (last.outcome.kind === 'away') {
      if (this.isGone || performance.now() - start >= this.patienceMs) {
        this.isGone = true;
        return first;
      }
      await setTimeout(PAUSE_MS);
      last = await this.sender.send(request);
      const { outcome } = last;
      // The service was back, and went away again with this request.
      if (outcome.kind === 'away' && outcome.mayBeSent) {
        return { ...last, outcome: { kind: 'closed', message: outcome.message } };
      }
    }
    return last;
  }
}
