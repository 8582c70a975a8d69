import { type Failure, unavailable } from '../contract';

/** The memory of a request whose body has not arrived, in addition to the body: connection, parser and message. */
export const REQUEST_BYTES = 16_384;

/** The body of a request without a response. */
export interface UnfinishedBody {
  /** Counts so many more bytes, or fewer if negative. A body may have to give way, this one included. */
  grow(bytes: number): void;
  /** Its reader waits for the client, so it may give way to others. Bodies begin so. */
  wait(): void;
  /** Its reader works on what has arrived, so it keeps its memory, unless its client uses too much. */
  use(): void;
  /** All of it has arrived: it is in use from now on. */
  arrive(): void;
  /** Ends it, whether it is complete or not. */
  end(): void;
}

/** Counts a body from now on. @param giveWay called when it must make room for another; it has been ended then */
export type CountBody = (giveWay: (failure: Failure) => void) => UnfinishedBody;

interface Entry {
  readonly client: Client;
  readonly giveWay: (failure: Failure) => void;
  bytes: number;
}

interface Client {
  readonly name: string;
  readonly entries: Set<Entry>;
  /** Those that wait for the client, the longest first. */
  readonly waiting: Set<Entry>;
  bytes: number;
  bytesInUse: number;
}

/**
 * The bodies of all requests without a response. Together they have a limit. When it is exceeded, the client with most
 * of them loses the body that has waited longest for it: a client that begins many bodies and finishes none displaces
 * only its own. Where none waits, the body that grows gives way. Bodies in use of one client may take half of the
 * limit, so that others have room.
 */
export class UnfinishedBodies {
  private readonly clients = new Map<string, Client>();
  private bytes = 0;

  /** @param maxBytes bytes that all of them may use, with 16 KiB for each that has not arrived */
  constructor(public maxBytes: number) {}

  /**
   * Adds a body.
   *
   * @param name its sender: the caller, or where it is unknown, the address (clientNetwork)
   * @param giveWay called once, when the body must make room for another; it has been ended then
   */
  add(name: string, giveWay: (failure: Failure) => void): UnfinishedBody {
    const entry: Entry = { client: this.clientOf(name), giveWay, bytes: 0 };
    const { entries, waiting } = entry.client;
    entries.add(entry);
    waiting.add(entry);
    this.grow(entry, REQUEST_BYTES);
    return {
      grow: (bytes) => {
        this.grow(entry, bytes);
      },
      wait: () => {
        if (!entries.has(entry) || waiting.has(entry)) return;
        waiting.add(entry);
        entry.client.bytesInUse -= entry.bytes;
      },
      use: () => {
        this.use(entry);
      },
      arrive: () => {
        this.count(entry, -REQUEST_BYTES);
        this.use(entry);
      },
      end: () => {
        this.remove(entry);
      },
    };
  }

  private clientOf(name: string): Client {
    const known = this.clients.get(name);
    if (known !== undefined) return known;
    const counts = { bytes: 0, bytesInUse: 0 };
    const client: Client = { name, entries: new Set(), waiting: new Set(), ...counts };
    this.clients.set(name, client);
    return client;
  }

  private use(entry: Entry): void {
    const { client } = entry;
    if (!client.waiting.delete(entry)) return;
    client.bytesInUse += entry.bytes;
    this.boundUse(entry);
  }

  private grow(entry: Entry, bytes: number): void {
    this.count(entry, bytes);
    this.boundUse(entry);
    while (this.bytes > this.maxBytes && entry.client.entries.has(entry)) {
      this.displace(this.longestWaiting() ?? entry);
    }
  }

  private count(entry: Entry, bytes: number): void {
    const { client } = entry;
    if (!client.entries.has(entry)) return;
    entry.bytes += bytes;
    client.bytes += bytes;
    if (!client.waiting.has(entry)) client.bytesInUse += bytes;
    this.bytes += bytes;
  }

  /** A client may have one body of any size in use, and several of half of the limit. */
  private boundUse(entry: Entry): void {
    const { bytesInUse, waiting } = entry.client;
    const isInUse = !waiting.has(entry);
    if (isInUse && bytesInUse > entry.bytes && bytesInUse > this.maxBytes / 2) this.displace(entry);
  }

  private longestWaiting(): Entry | undefined {
    let largest: Client | undefined;
    for (const client of this.clients.values()) {
      if (client.waiting.size > 0 && client.bytes > (largest?.bytes ?? 0)) largest = client;
    }
    return largest?.waiting.values().next().value;
  }

  private displace(entry: Entry): void {
    if (!this.remove(entry)) return;
    entry.giveWay(crowdedOut());
  }

  private remove(entry: Entry): boolean {
    const { client } = entry;
    const { name, entries, waiting } = client;
    if (!entries.has(entry)) return false;
    this.count(entry, -entry.bytes);
    waiting.delete(entry);
    entries.delete(entry);
    if (entries.size === 0) this.clients.delete(name);
    return true;
  }
}

function crowdedOut(): Failure {
  return unavailable('Too many request bodies are in memory; send the request again');
}
