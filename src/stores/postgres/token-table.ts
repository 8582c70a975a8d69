import type { TokenRow, TokenTable } from '../token-table';
import type { Row } from './client';
import type { PostgresPool } from './pool';

const COLUMNS = 'id, hash, label, created_at, expires_at, revoked_at';

/** All tokens in their order. `place` tells those of one moment apart; two processes may meet in it. */
export const LIST_TOKENS = `SELECT ${COLUMNS} FROM tokens ORDER BY created_at, place, id`;
const INSERT = `INSERT INTO tokens (${COLUMNS}, place)
  SELECT $1::text, $2::bytea, $3::text, $4::bigint, $5::bigint, $6::bigint, coalesce(max(place), 0) + 1
  FROM tokens`;
const FIND = `SELECT ${COLUMNS} FROM tokens WHERE hash = ANY($1::bytea[])`;
const REVOKE = `UPDATE tokens SET revoked_at = coalesce(revoked_at, $1::bigint) WHERE id = $2
  RETURNING id`;

/** The access tokens in a PostgreSQL database. */
export class PostgresTokens implements TokenTable {
  constructor(private readonly pool: PostgresPool) {}

  async insert({ id, hash, label, createdAt, expiresAt, revokedAt }: TokenRow): Promise<void> {
    const values = [id, Buffer.from(hash), label, createdAt, expiresAt, revokedAt];
    await this.pool.query(INSERT, values);
  }

  async findByHash(hashes: readonly Uint8Array[]): Promise<readonly TokenRow[]> {
    const rows = await this.pool.query(FIND, [hashes.map((hash) => Buffer.from(hash))]);
    return rows.map(toTokenRow);
  }

  async list(): Promise<readonly TokenRow[]> {
    return (await this.pool.query(LIST_TOKENS)).map(toTokenRow);
  }

  async revoke(id: string, at: number): Promise<boolean> {
    return (await this.pool.query(REVOKE, [at, id])).length === 1;
  }
}

/** A row of the columns of {@link LIST_TOKENS}. */
export function toTokenRow([id, hash, label, createdAt, expiresAt, revokedAt]: Row): TokenRow {
  return {
    id: id as string,
    hash: hash as Buffer,
    label: label as string,
    createdAt: Number(createdAt),
    expiresAt: expiresAt === null ? null : Number(expiresAt),
    revokedAt: revokedAt === null ? null : Number(revokedAt),
  };
}
