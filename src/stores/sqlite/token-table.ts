import type { TokenRow } from '../token-table';
import type { Connection } from './connection';

const COLUMNS = `id, hash, label, created_at AS createdAt, expires_at AS expiresAt,
  revoked_at AS revokedAt`;

/** The access tokens in a SQLite database, for the thread that has the connection. */
export class SqliteTokens {
  private readonly insertRow;
  private readonly byHash;
  private readonly all;
  private readonly markRevoked;

  /** @param connection an open connection; the caller closes it */
  constructor(private readonly connection: Connection) {
    this.insertRow = connection.prepare(
      `INSERT INTO tokens (id, hash, label, created_at, expires_at, revoked_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    this.byHash = connection.prepare(`SELECT ${COLUMNS} FROM tokens WHERE hash = ?`);
    this.all = connection.prepare(`SELECT ${COLUMNS} FROM tokens ORDER BY created_at, rowid`);
    this.markRevoked = connection.prepare(
      'UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?',
    );
  }

  insert({ id, hash, label, createdAt, expiresAt, revokedAt }: TokenRow): void {
    this.connection.run(() =>
      this.insertRow.run(id, Buffer.from(hash), label, createdAt, expiresAt, revokedAt),
    );
  }

  findByHash(hashes: readonly Uint8Array[]): TokenRow[] {
    return this.connection.run(() =>
      hashes.flatMap((hash) => {
        // In an array, because the driver takes a lone Buffer for named parameters and aborts.
        const row = this.byHash.get([Buffer.from(hash)]) as DriverRow | undefined;
        return row === undefined ? [] : [toRow(row)];
      }),
    );
  }

  list(): TokenRow[] {
    return this.connection.run(() => (this.all.all() as DriverRow[]).map(toRow));
  }

  revoke(id: string, at: number): boolean {
    return this.connection.run(() => this.markRevoked.run(at, id).changes === 1);
  }
}

/** The driver gives a Buffer for one row and an ArrayBuffer for each of several. */
type DriverRow = Omit<TokenRow, 'hash'> & { readonly hash: Uint8Array | ArrayBuffer };

function toRow(row: DriverRow): TokenRow {
  return { ...row, hash: new Uint8Array(row.hash) };
}
