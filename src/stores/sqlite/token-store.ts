import type { TokenRecord, TokenStore } from '../../access/token-store';
import { escapeText, unescapeText } from '../escape';
import type { Connection } from './connection';

interface TokenRow {
  readonly id: string;
  /** The driver gives a Buffer for one row and an ArrayBuffer for each of several. */
  readonly hash: Buffer | ArrayBuffer;
  readonly label: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

/**
 * The access tokens in a SQLite database. Each call reads the database, so what another process adds
 * or revokes holds from the next call on.
 */
export class SqliteTokenStore implements TokenStore {
  private readonly insert;
  private readonly byHash;
  private readonly all;
  private readonly markRevoked;

  /** @param connection an open connection; the caller closes it */
  constructor(private readonly connection: Connection) {
    this.insert = connection.prepare(
      `INSERT INTO tokens (id, hash, label, created_at, expires_at, revoked_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    this.byHash = connection.prepare('SELECT * FROM tokens WHERE hash = ?');
    this.all = connection.prepare('SELECT * FROM tokens ORDER BY created_at, rowid');
    this.markRevoked = connection.prepare(
      'UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?',
    );
  }

  add(record: TokenRecord): Promise<void> {
    return this.connection.run(() => {
      this.insert.run(
        escapeText(record.id),
        record.hash,
        escapeText(record.label),
        record.createdAt.getTime(),
        record.expiresAt?.getTime() ?? null,
        record.revokedAt?.getTime() ?? null,
      );
    });
  }

  findByHash(hash: Buffer): Promise<TokenRecord | undefined> {
    return this.connection.run(() => {
      // In an array, because the driver takes a lone Buffer for named parameters and aborts.
      const row = this.byHash.get([hash]) as TokenRow | undefined;
      return row === undefined ? undefined : toRecord(row);
    });
  }

  list(): Promise<TokenRecord[]> {
    return this.connection.run(() => (this.all.all() as TokenRow[]).map(toRecord));
  }

  revoke(id: string, at: Date): Promise<boolean> {
    return this.connection.run(
      () => this.markRevoked.run(at.getTime(), escapeText(id)).changes === 1,
    );
  }
}

function toRecord(row: TokenRow): TokenRecord {
  return {
    id: unescapeText(row.id),
    hash: Buffer.isBuffer(row.hash) ? row.hash : Buffer.from(row.hash),
    label: unescapeText(row.label),
    createdAt: new Date(row.created_at),
    ...(row.expires_at === null ? {} : { expiresAt: new Date(row.expires_at) }),
    ...(row.revoked_at === null ? {} : { revokedAt: new Date(row.revoked_at) }),
  };
}
