import { recordExchanges } from './record';

/** Records the exchanges of all servers of a process: `node --require` loads it into processes that tests start. */
recordExchanges();
