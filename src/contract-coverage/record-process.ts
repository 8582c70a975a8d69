import { recordExchanges } from './record';

/** Records what all servers of a process answer: `node --require` loads it into one that tests start. */
recordExchanges();
