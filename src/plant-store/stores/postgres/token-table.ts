import type { TokenRow, TokenTable, TokenUse } from '../token-table';
import type { Row } from './client';
import type { PostgresPool } from './pool';

const COLUMNS = 'id, hash, label, scopes, created_at, expires_at, revoked_at, last_used_at';

/** All tokens in their order. `place` orders tokens of the same time; two processes may assign the same one. */
export const LIST_TOKENS = `SELECT ${COLUMNS} FROM tokens ORDER BY created_at, place, id`;
const INSERT = `INSERT INTO tokens (${COLUMNS}, place)
  SELECT $1::text, $2::bytea, $3::text, $4::text, $5::bigint, $6::bigint, $7::bigint, $8::bigint,
    coalesce(max(place), 0) + 1
  FROM tokens`;
const FIND = `SELECT ${COLUMNS} FROM tokens WHERE hash = ANY($1::bytea[])`;
const REVOKE = `UPDATE tokens SET revoked_at = coalesce(revoked_at, $1::bigint) WHERE id = $2
  RETURNING id`;
const MARK_USED = `UPDATE tokens SET last_used_at = greatest(last_used_at, used.at)
  FROM unnest($1::text[], $2::bigint[]) AS used(id, at) WHERE tokens.id = used.id`;

export class PostgresTokens implements TokenTable {
  constructor(private readonly pool: PostgresPool) {}

  async insert(row: TokenRow): Promise<void> {
    const { id, hash, label, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = row;
    const values = [id, Buffer.from(hash), label, scopes, createdAt, expiresAt, revokedAt];
    await this.pool.query(INSERT, [...values, lastUsedAt]);
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

  async markUsed(uses: readonly TokenUse[]): Promise<void> {
    await this.pool.query(MARK_USED, [uses.map(({ id }) => id), uses.map(({ at }) => at)]);
  }
}

/** Converts a row of the columns of {@link LIST_TOKENS}. */
export function toTokenRow(row: Row): TokenRow {
  const [id, hash, label, scopes, createdAt, expiresAt, revokedAt, lastUsedAt] = row;
  return {
    id: id as string,
    hash: hash as Buffer,
    label: label as string,
    scopes: scopes as string,
    createdAt: Number(createdAt),
    expiresAt: toMoment(expiresAt),
    revokedAt: toMoment(revokedAt),
    lastUsedAt: toMoment(lastUsedAt),
  };
}

function toMoment(value: unknown): number | null {
  return value === null ? null : Number(value);
}
