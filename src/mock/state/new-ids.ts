import { createHash } from 'node:crypto';
import type { ValueMaker } from '../../generate/index';
import { type Id, type Identifier, isId, readingsOf } from './id';

/** As many are tried until one fits its schemas and is free. */
const TRIES = 1000;

/** No URL can have it. @see https://www.rfc-editor.org/rfc/rfc3629#section-3 */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Makes the ids of one resource: 1, 2, 3 and so on where these fit, else UUIDs, else what the schemas take, with
 * the number after it where that fits, as in `cus_1`.
 */
export class NewIds {
  private last = 0;

  /** @param seed the same one gives the same ids */
  constructor(
    private readonly maker: ValueMaker,
    private readonly identifier: Identifier,
    private readonly seed: string,
  ) {}

  /** @returns undefined where none was found */
  next(isTaken: (id: string) => boolean): Id | undefined {
    for (let tries = 0; tries < TRIES; tries++) {
      this.last++;
      const id = this.candidates().find((each) => this.fits(each));
      if (id !== undefined && !isTaken(String(id))) return id;
    }
    return undefined;
  }

  /** True for an id that responses can show and paths can name. */
  fits(id: Id): boolean {
    const { response, parameter } = this.identifier;
    if (LONE_SURROGATE.test(String(id))) return false;
    const isShown = response === undefined || this.takes(response, 'response', id);
    return isShown && (parameter === undefined || this.isNamed(parameter, id));
  }

  /** A path has texts, which are read as what its schema wants. */
  private isNamed(parameter: string, id: Id): boolean {
    return readingsOf(id).some((reading) => this.takes(parameter, 'request', reading));
  }

  private takes(pointer: string, direction: 'request' | 'response', id: unknown): boolean {
    return this.maker.errorOf(pointer, direction, id) === undefined;
  }

  private candidates(): Id[] {
    const { last, seed } = this;
    const pointer = this.identifier.response ?? this.identifier.parameter;
    const made =
      pointer &&
      this.maker.make(pointer, 'response', { examples: false, vary: `id ${last}` }).value;
    const counted = typeof made === 'string' ? `${made}${last}` : undefined;
    return [last, String(last), uuid(`${seed} ${last}`), counted, made].filter(isId);
  }
}

/** A UUID of version 4 in form, by a text. @see https://www.rfc-editor.org/rfc/rfc9562#section-5.4 */
function uuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = (8 + (parseInt(hex.charAt(16), 16) % 4)).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, variant + hex.slice(17, 20), hex.slice(20, 32)].join('-');
}
