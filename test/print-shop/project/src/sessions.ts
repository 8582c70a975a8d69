import { createHash, randomBytes } from 'node:crypto';
import { isSecret, listed } from './secrets.js';

/** Who has signed in. */
export interface Session {
  /** Names the session in logs; it is not the token. */
  readonly id: string;
  readonly customer: string;
}

/** All sessions, in memory. */
export class Sessions {
  private readonly byId = new Map<string, Session>();

  /** @returns the token of a new session; undefined where the customer or the password is wrong */
  begin(customer: string, password: string): string | undefined {
    const known = listed('CUSTOMERS').find(({ name }) => name === customer);
    if (known === undefined || !isSecret(password, known.secret)) return undefined;
    const token = randomBytes(32).toString('base64url');
    const id = idOf(token);
    this.byId.set(id, { id, customer });
    return token;
  }

  find(token: string): Session | undefined {
    return this.byId.get(idOf(token));
  }

  end(id: string): void {
    this.byId.delete(id);
  }
}

function idOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
