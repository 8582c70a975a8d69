import type { CompiledField, CompiledForm } from '../../compiled-contract';
import { Failure } from '../../failure';
import { rememberedFor } from '../../remembered';
import { NameValues, type NameValue } from '../serialization/name-values';
import { encodeForm } from '../serialization/percent-encoding';
import { SentNames } from '../serialization/sent-names';
import type { ValueTypesTable } from '../serialization/value-types';
import { partText } from './field-content';
import type { FormEntry } from './form-entry';

export type NamedField = CompiledField & { readonly name: string };

const fieldsOf = rememberedFor((form: CompiledForm): readonly NamedField[] =>
  Object.entries(form.fields).map(([name, field]) => ({ ...field, name })),
);

/** The fields of a form that have a style. */
export const styledFields = rememberedFor((form: CompiledForm): readonly NamedField[] =>
  fieldsOf(form).filter(({ serialization }) => 'style' in serialization),
);

/**
 * Names and texts of a form, as a query would hold them. Those of parts are not percent-encoded, so they
 * become it here.
 *
 * @returns a failure when a part that has a style is not text
 * @see https://spec.openapis.org/oas/v3.1.1#appendix-c-using-rfc6570-based-serialization
 */
export function sentFields(
  table: ValueTypesTable,
  form: CompiledForm,
  entries: readonly FormEntry[],
): SentNames | Failure {
  const pairs: NameValue[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (entry.headers === undefined) {
      pairs.push([name, entry.content]);
      continue;
    }
    const field = Object.hasOwn(form.fields, name) ? form.fields[name] : undefined;
    const hasStyle = field !== undefined && 'style' in field.serialization;
    // What is no text for sure: content that the document describes, and files.
    if (!hasStyle && (field !== undefined || entry.filename !== undefined)) continue;
    const text = partText(entry);
    if (typeof text === 'string') pairs.push([name, encodeForm(text)]);
    else if (hasStyle) return text;
  }
  return new SentNames(table, new NameValues(pairs), fieldsOf(form));
}
