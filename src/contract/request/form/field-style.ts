import type { CompiledField, FieldStyle } from '../../compiled-contract';
import type { FieldContent, FormEntry } from './form-entry';
import { groupBy } from './group';
import { decodeFormText, type RawPair } from './read-urlencoded';

/**
 * Fields that the document serialises by style, as query parameters are.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */

/** What separates the parts of a value, before they are decoded. */
const SEPARATORS: Readonly<Record<Exclude<FieldStyle['name'], 'deepObject'>, RegExp>> = {
  form: /,/,
  spaceDelimited: /\+|%20| /,
  pipeDelimited: /\||%7C/i,
};

/** Takes the fields that have a style out of a form. */
export function readStyled(
  fields: Readonly<Record<string, CompiledField>>,
  pairs: readonly RawPair[],
): { readonly styled: readonly FormEntry[]; readonly others: readonly RawPair[] } {
  const styles = Object.entries(fields).filter(([, { style }]) => style !== undefined);
  if (styles.length === 0) return { styled: [], others: pairs };
  const form = new StyledForm(pairs);
  const styled = styles.flatMap(([name, field]) => form.take(name, field));
  return { styled, others: form.others() };
}

class StyledForm {
  private readonly byName: ReadonlyMap<string, readonly RawPair[]>;
  /** Names in brackets by what stands before those, such as `filter[color]` by `filter`. */
  private readonly byBase: ReadonlyMap<string, readonly RawPair[]>;
  private readonly taken = new Set<RawPair>();

  constructor(private readonly pairs: readonly RawPair[]) {
    this.byName = groupBy(pairs, ({ name }) => name);
    this.byBase = groupBy(pairs, ({ name }) => /^([^[]*)\[/.exec(name)?.[1] ?? '');
  }

  /** The entries of a field; none when it was not sent. */
  take(name: string, { types, style }: CompiledField): FormEntry[] {
    const isObject = types.includes('object');
    if (style?.name === 'deepObject') return this.takeDeep(name, isObject);
    const isList = types.includes('array');
    if (style === undefined || (!isObject && !isList)) return [];
    if (!style.explode) return this.takeDelimited(name, SEPARATORS[style.name], isObject);
    return isObject ? this.takeMembers(name, Object.keys(style.members)) : [];
  }

  /** What no field has taken. */
  others(): RawPair[] {
    return this.pairs.filter((pair) => !this.taken.has(pair));
  }

  /** `name=a,b` for a list, `name=key,a,other,b` for an object. */
  private takeDelimited(name: string, separator: RegExp, isObject: boolean): FormEntry[] {
    return this.pairsOf(this.byName, name).map(({ value }) => {
      const pieces = value === '' ? [] : value.split(separator).map(decodeFormText);
      return { name, content: isObject ? alternating(pieces) : pieces };
    });
  }

  /** `key=a&other=b`: the members stand beside the other fields. */
  private takeMembers(name: string, members: readonly string[]): FormEntry[] {
    const content = new Map<string, string[]>();
    for (const member of members) {
      const pairs = this.pairsOf(this.byName, member);
      const texts = pairs.map(({ value }) => decodeFormText(value));
      if (texts.length > 0) content.set(member, texts);
    }
    return content.size === 0 ? [] : [{ name, content }];
  }

  /** `name[key]=a&name[other]=b`; for a list, whatever its brackets hold. */
  private takeDeep(name: string, isObject: boolean): FormEntry[] {
    const pattern = /^\[([^[\]]*)\](?:\[\d*\])?$/;
    const members = this.pairsOf(this.byBase, name).flatMap((pair) => {
      const key = pattern.exec(pair.name.slice(name.length))?.[1];
      return key === undefined ? [] : [{ key, text: decodeFormText(pair.value) }];
    });
    if (members.length === 0) return [];
    const content: FieldContent = isObject
      ? new Map(
          [...groupBy(members, ({ key }) => key)].map(([key, group]) => [
            key,
            group.map(({ text }) => text),
          ]),
        )
      : members.map(({ text }) => text);
    return [{ name, content }];
  }

  private pairsOf(map: ReadonlyMap<string, readonly RawPair[]>, key: string): readonly RawPair[] {
    const pairs = map.get(key) ?? [];
    for (const pair of pairs) this.taken.add(pair);
    return pairs;
  }
}

function alternating(pieces: readonly string[]): Map<string, string[]> {
  const members = new Map<string, string[]>();
  for (let at = 0; at < pieces.length; at += 2) {
    members.set(pieces[at] ?? '', [pieces[at + 1] ?? '']);
  }
  return members;
}
