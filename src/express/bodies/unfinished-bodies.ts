import { type Failure, unavailable } from '../../contract';

/** What a request whose body has not arrived costs beside the body: its connection, parser and message. */
const REQUEST_BYTES = 16_384;

/** A body of which more is to come. */
export interface UnfinishedBody {
  /** Says that so many bytes more are kept, or less. It may have to give way. */
  grow(bytes: number): void;
  /** Ends it, whether it is whole or not. */
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
 * The bodies that have begun to arrive, of all connections. Together they have a bound; when it is
 * reached, the client that has most gives up its oldest, so that one that begins much and ends nothing
 * takes room from itself, and never from all.
 */
export class UnfinishedBodies {
  private readonly parties = new Map<string, Party>();
  private bytes = 0;

  /** @param maxBytes bytes that all of them may take, with 16 KiB for each request */
  constructor(public maxBytes: number) {}

  /**
   * Adds one.
   *
   * @param client whose it is: the caller, or where nobody is known, the address (clientNetwork)
   * @param giveWay called once, when it must make room for another; it is ended then
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
