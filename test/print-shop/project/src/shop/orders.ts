import type { Principal } from 'openapi-trellis/contract';
import type { Job } from '../../generated/types.js';
import { Order } from './order.js';

/** The first id: those before it are of the system that the shop had before, and beyond 2^53. */
const FIRST_ID = 9_007_199_254_740_993n;

/** All orders, in memory. */
export class Orders {
  // By texts: whoever chooses numbers as keys can make a Map slow.
  private readonly byId = new Map<string, Order>();
  private nextId = FIRST_ID;

  add(job: Omit<Job, 'id'>): Order {
    const order = new Order({ ...job, id: this.nextId++ });
    this.byId.set(String(order.job.id), order);
    return order;
  }

  /** @param customer who asks; undefined for the staff, who see what all customers have ordered */
  find(id: bigint, customer: Principal | undefined): Order | undefined {
    const order = this.byId.get(String(id));
    return order !== undefined && isOf(order, customer) ? order : undefined;
  }

  /** The oldest first. */
  all(customer: Principal | undefined): readonly Order[] {
    return [...this.byId.values()].filter((order) => isOf(order, customer));
  }

  remove(order: Order): void {
    this.byId.delete(String(order.job.id));
    order.remove();
  }
}

function isOf({ job }: Order, customer: Principal | undefined): boolean {
  return customer === undefined || job.customer === customer.name;
}
