import type { SchemaAt } from '../../document/model/schema-at';

/** Texts that say nothing of a value. */
const ANNOTATIONS: readonly string[] = ['description', 'title', 'example', 'summary'];

/** Finds schemas that say the same, so that these are compiled and derived from once. */
export class TwinSchemas {
  private readonly pointers = new Map<string, string>();

  /** The pointer of the first schema that says the same as this one; '' where there is none. */
  pointerOf({ schema, pointer }: SchemaAt): string {
    if (schema === undefined) return '';
    const text = JSON.stringify(schema, (key, value: unknown) => {
      if (typeof value === 'bigint') return String(value);
      return typeof value === 'string' && ANNOTATIONS.includes(key) ? undefined : value;
    });
    const known = this.pointers.get(text);
    if (known !== undefined) return known;
    this.pointers.set(text, pointer);
    return pointer;
  }
}
