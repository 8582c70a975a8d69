import type { TokenRow, TokenUse } from '../token-table';
import type { Connection } from './connection';

const COLUMNS = `id, hash, label, scopes, created_at AS createdAt, expires_at AS expiresAt,
  revoked_at AS revokedAt, last_used_at AS lastUsedAt`;

/** The access tokens in a SQLite database, for the thread that has the connection. */
export class SqliteTokens {
  private readonly insertRow;
  private readonly byHash;
  private readonly all;
  private readonly markRevoked;
  private readonly setLastUse;

  /** @param connection an open connection; the caller closes it */
  constructor(private readonly connection: Connection) {
    this.insertRow = connection.prepare(
      `INSERT INTO tokens (id, hash, label, scopes, created_at, expires_at, revoked_at, last_used_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.byHash = connection.prepare(`SELECT ${COLUMNS} FROM tokens WHERE hash = ?`);
    this.all = connection.prepare(`SELECT ${COLUMNS} FROM tokens ORDER BY created_at, rowid`);
    this.markRevoked = connection.prepare(
      'UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?',
    );
    // All in one statement, which is one commit.
    this.setLastUse = connection.prepare(
      `UPDATE tokens SET last_used_at = max(coalesce(last_used_at, 0), used.value ->> 'at')
       FROM json_each(?) AS used WHERE tokens.id = used.value ->> 'id'`,
    );
  }

  insert(row: TokenRow): void {
    const { id, hash, label, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = row;
    const values = [id, Buffer.from(hash), label, scopes, createdAt, expiresAt, revokedAt];
    this.connection.run(() => this.insertRow.run(...values, lastUsedAt));
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

  markUsed(uses: readonly TokenUse[]): void {
    this.connection.run(() => this.setLastUse.run(JSON.stringify(uses)));
  }
}

/** The driver returns a Buffer for one row and an ArrayBuffer for each of several. */
type DriverRow = Omit<TokenRow, 'hash'> & { readonly hash: Uint8Array | ArrayBuffer };

function toRow(row: DriverRow): TokenRow {
  return { ...row, hash: new Uint8Array(row.hash) };
}
