import type { Cluster } from '../../postgres/patroni/cluster';
import type { PatroniNode } from '../../postgres/patroni/node';
import { until } from '../waiting';

/** A way in which a primary is lost. */
export interface Strike {
  readonly name: string;
  /** Patroni may have the same node go on as the primary. */
  readonly mayStay?: true;
  strike(cluster: Cluster, primary: PatroniNode): void | Promise<void>;
  /** Has the node take part again, when another one is the primary. */
  restore(node: PatroniNode): void;
}

const RESTART_LIMIT_MS = 120_000;

const start = (node: PatroniNode): void => {
  node.start();
};

const killed: Strike = {
  name: 'killed with its Patroni',
  strike: (_cluster, primary) => primary.kill(),
  restore: start,
};

const frozen: Strike = {
  name: 'frozen with its Patroni',
  strike: (_cluster, primary) => {
    primary.freeze();
  },
  // It still takes itself for the primary, and has connections of the service.
  restore: (node) => {
    node.thaw();
  },
};

const switched: Strike = {
  name: 'switched over',
  strike: (cluster, primary) => cluster.switchOver(primary),
  restore: start,
};

const crashed: Strike = {
  name: 'killed, its Patroni not',
  mayStay: true,
  strike: (_cluster, primary) => {
    primary.killPostgres();
  },
  restore: start,
};

/**
 * After a crash that its Patroni mends, what a standby has not got is visible at once, though nobody was
 * told that it is stored. Until a standby has it, Patroni has no other node become the primary, so this
 * one is started again without waiting for another.
 */
const crashedTwice: Strike = {
  name: 'killed, started again and killed with its Patroni',
  mayStay: true,
  strike: async (cluster, primary) => {
    primary.killPostgres();
    await until(RESTART_LIMIT_MS, 'a primary after a crash', () => cluster.primary());
    await primary.kill();
    primary.start();
  },
  restore: start,
};

/** In the order in which they come, again and again. */
export const STRIKES: readonly Strike[] = [killed, frozen, switched, crashedTwice, killed, crashed];
