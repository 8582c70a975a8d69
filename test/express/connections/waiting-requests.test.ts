import type { MessagePair } from '../../../src/express/connections/message-pair';
import { WaitingRequests } from '../../../src/express/connections/waiting-requests';

/** How many requests are served that were parsed before there was too little time for all. */

it.each([
  [1, 16],
  [16, 16],
  [32, 8],
  [64, 4],
  [1_000, 4],
])('of %d connections with 20 each, %d of each are served', (connections, served) => {
  const waiting = new WaitingRequests({ waiting: 0, maxWaiting: 100_000 });
  for (let count = 0; count < 20; count++) waiting.add({} as MessagePair);
  waiting.markUnsorted(connections);
  while (waiting.areTooManyUnsorted) waiting.take();
  expect(waiting.count).toBe(served);
});
