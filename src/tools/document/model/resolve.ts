import { getOrMake } from '../get-or-make';
import { DocumentError } from './document-error';
import { isJsonObject, type JsonObject } from './json-object';
import { fragmentPointer, valueAt } from './json-pointer';
import type { SchemaAt } from './schema-at';
import { Steps } from './steps';

/** An object and its pointer. */
export interface Located {
  readonly pointer: string;
  readonly value: JsonObject;
}

/** Finds objects of one document, by pointer and through references. */
export class Resolver {
  /** Counts the steps of one document, so it must not be shared by requests. */
  readonly steps = new Steps();
  private readonly targets = new Map<string, SchemaAt>();
  private readonly found = new Map<string, Located>();

  constructor(readonly document: JsonObject) {}

  /** The schema at a pointer; `schema` is undefined where there is none. */
  at(pointer: string): SchemaAt {
    return { schema: valueAt(this.document, pointer), pointer };
  }

  /**
   * The object at a pointer, or the target if it is a Reference Object.
   *
   * @throws DocumentError when a reference leads nowhere, out of the document or in a circle
   * @see https://spec.openapis.org/oas/v3.1.1#reference-object
   */
  resolve(pointer: string): Located {
    return getOrMake(this.found, pointer, () => this.follow(pointer));
  }

  private follow(pointer: string): Located {
    const seen = new Set<string>();
    let at = pointer;
    for (;;) {
      const value = valueAt(this.document, at);
      if (!isJsonObject(value)) throw fault(at, 'must be an object');
      const reference = value.$ref;
      if (typeof reference !== 'string') return { pointer: at, value };
      if (seen.has(at)) throw fault(at, `"${reference}" refers to itself in a circle`);
      seen.add(at);
      at = this.target(reference, at);
    }
  }

  /** Like resolve and target, but return undefined instead of throwing. */
  tryResolve(pointer: string): Located | undefined {
    return orUndefined(() => this.resolve(pointer));
  }

  tryTarget(reference: string, from: string): string | undefined {
    return orUndefined(() => this.target(reference, from));
  }

  /** The pointer that a reference at `from` names. @throws DocumentError when nothing is there */
  target(reference: string, from: string): string {
    return this.referenced(reference, from).pointer;
  }

  /** The schema that a reference at `from` names. @throws DocumentError when nothing is there */
  referenced(reference: string, from: string): SchemaAt {
    return getOrMake(this.targets, reference, () => {
      const pointer = fragmentPointer(reference);
      if (pointer === undefined) {
        throw fault(from, `"${reference}" refers out of the document, which is not supported yet`);
      }
      const schema = valueAt(this.document, pointer);
      if (schema === undefined) {
        throw fault(from, `"${reference}" refers to nothing; add it or correct the reference`);
      }
      return { schema, pointer };
    });
  }
}

function orUndefined<Found>(find: () => Found): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

function fault(pointer: string, message: string): DocumentError {
  return new DocumentError([{ pointer, message }]);
}
