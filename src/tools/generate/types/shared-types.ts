import type { SchemaUse } from './skeleton';
import type { TypeText } from './type-text';
import type { TypeNames } from './type-names';

type Reference = TypeNames['reference'];

interface SharedType {
  readonly type: TypeText;
  /** The types that it refers to. */
  readonly references: readonly (SchemaUse & TypeText)[];
}

/**
 * Shares types that are the same for handlers and clients: those without features for handlers only that refer to the
 * same types. Most are, and are written once.
 */
export class SharedTypes {
  private readonly known = new Map<string, SharedType>();
  private references: (SchemaUse & TypeText)[] = [];
  private differences = 0;

  /** Called where the current type depends on the kind of values. */
  readonly differ = (): void => {
    this.differences++;
  };

  /** Records the types that are referred to. */
  noting(reference: Reference): Reference {
    return (pointer, use) => {
      const type = reference(pointer, use);
      this.references.push({ pointer, use, text: type.text });
      return type;
    };
  }

  /** The type of a schema, reused if it was written before and is the same. */
  typeOf({ pointer, use }: SchemaUse, reference: Reference, write: () => TypeText): TypeText {
    const key = `${use ?? ''} ${pointer}`;
    const known = this.known.get(key);
    if (known?.references.every((each) => reference(each.pointer, each.use).text === each.text)) {
      return known.type;
    }
    this.references = [];
    const { differences } = this;
    const type = write();
    if (this.differences === differences)
      this.known.set(key, { type, references: this.references });
    return type;
  }
}
