import { type Failure, unavailable } from '../../contract';

/** The memory of a request whose body has not arrived, in addition to the body: connection, parser and message. */
const REQUEST_BYTES = 16_384;

/** A body that has not arrived completely. */
export interface UnfinishedBody {
  /** Reports that so many more bytes are kept, or fewer if negative. The body may have to give way. */
  grow(bytes: number): void;
  /** Ends it, whether it is complete or not. */
  end(): void;
}

interface Entry {
  readonly client: string;
  readonly party: Party;
  readonly giveWay: (failure: Failure) => void;
  bytes: number;
}

/** The unfinished bodies of one client. */
interface Party {
  /** The oldest first. */
  readonly entries: Set<Entry>;
  bytes: number;
}

/**
 * The bodies being received on all connections. Together they have a limit. When it is exceeded, the client that uses
 * most loses its oldest body: a client that begins many bodies and finishes none displaces only its own.
 */
export class UnfinishedBodies {
  private readonly parties = new Map<string, Party>();
  private bytes = 0;

  /** @param maxBytes bytes that all of them may use, with 16 KiB for each request */
  constructor(public maxBytes: number) {}

  /**
   * Adds a body.
   *
   * @param client its sender: the caller, or where it is unknown, the address (clientNetwork)
   * @param giveWay called once, when the body must make room for another; it has been ended then
   */
  add(client: string, giveWay: (failure: Failure) => void): UnfinishedBody {
    const party = this.parties.get(client) ?? { entries: new Set<Entry>(), bytes: 0 };
    this.parties.set(client, party);
    const entry: Entry = { client, party, giveWay, bytes: 0 };
    party.entries.add(entry);
    const grow = (bytes: number): void => {
      if (!party.entries.has(entry)) return;
      this.count(entry, bytes);
      while (this.bytes > this.maxBytes) this.displace();
    };
    grow(REQUEST_BYTES);
    return {
      grow,
      end: () => {
        this.remove(entry);
      },
    };
  }

  private count(entry: Entry, bytes: number): void {
    entry.bytes += bytes;
    entry.party.bytes += bytes;
    this.bytes += bytes;
  }

  private remove(entry: Entry): void {
    const { client, party } = entry;
    if (!party.entries.delete(entry)) return;
    this.count(entry, -entry.bytes);
    if (party.entries.size === 0) this.parties.delete(client);
  }

  private displace(): void {
    let largest: Party | undefined;
    for (const party of this.parties.values()) {
      if (largest === undefined || party.bytes > largest.bytes) largest = party;
    }
    for (const oldest of largest?.entries ?? []) {
      this.remove(oldest);
      oldest.giveWay(crowdedOut());
      return;
    }
  }
}

function crowdedOut(): Failure {
  const message = 'Too many request bodies are unfinished; send the request again, without a pause';
  return unavailable(message);
}
