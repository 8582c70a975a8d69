import type { Reading } from '../generated/types.js';
import { Sessions } from './sessions.js';
import { Orders } from './shop/orders.js';
import { PriceList } from './shop/price-list.js';

/** What handlers and authenticators get beside their input. All of it is gone with the process; a store would keep it. */
export interface Dependencies {
  readonly orders: Orders;
  readonly prices: PriceList;
  /** In the order in which they came. */
  readonly readings: Reading[];
  readonly sessions: Sessions;
}

/** Makes them, once for each start. */
export function createDependencies(): Dependencies {
  return {
    orders: new Orders(),
    prices: new PriceList(),
    readings: [],
    sessions: new Sessions(),
  };
}
