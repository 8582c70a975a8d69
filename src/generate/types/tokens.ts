import type { Use } from '../../document/schemas/direction';
import { commentOf } from './comments';

/** A schema of the document, and what its values are for; undefined: anything. */
export interface SchemaUse {
  readonly pointer: string;
  readonly use: Use | undefined;
}

/** What a token of the skeleton stands for. */
export type Filling =
  | { readonly name: string }
  | { readonly comment: string }
  | { readonly schema: SchemaUse }
  | ItemsFilling;

/** Items of a sequential media type, by their schema; for parts, whether those are bytes. */
export interface ItemsFilling {
  readonly items: SchemaUse;
  readonly bytes: readonly boolean[];
}

/** The tokens of a skeleton: identifiers that openapi-typescript never writes itself. */
export class Tokens {
  /** What they stand for; a token is the number of its filling behind a dollar. */
  readonly fillings: Filling[] = [];
  private readonly names = new Map<string, string>();

  of(filling: Filling): string {
    return `$${this.fillings.push(filling) - 1}`;
  }

  /** The token of a name, the same wherever it stands. */
  name(name: string): string {
    const known = this.names.get(name) ?? this.of({ name });
    this.names.set(name, known);
    return known;
  }

  /** The description that says what a value says of itself; none where it says nothing. */
  comment(value: unknown): { description?: string } {
    const comment = commentOf(value);
    return comment === '' ? {} : { description: this.of({ comment }) };
  }
}
