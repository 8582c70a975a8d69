import { canonicalText } from '../../../contract';
import { asObject, childPointer, encodingOf, type Located } from '../../../generate/index';
import type { OperationChange } from '../change';

/** The fields of an Encoding Object that say how a property is written. */
const FIELDS = ['contentType', 'style', 'explode', 'allowReserved'];

/**
 * How the properties of a form, or the parts of a multipart body, are written.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
export function compareEncodings(
  base: Located,
  revision: Located,
  subject: string,
): OperationChange[] {
  const [before, after] = [base, revision].map(({ value }) => asObject(value.encoding));
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name): OperationChange[] => {
    const [was, is] = [base, revision].map(({ value }) => {
      const encoding = encodingOf(value, name);
      return canonicalText(FIELDS.map((field) => encoding[field] ?? null));
    });
    if (was === is) return [];
    const hasOwn = Object.hasOwn(after ?? {}, name);
    const message = `${subject} is encoded differently at "/${name}"`;
    return [
      {
        ...{ rule: 'encoding-changed', level: 'major', message },
        version: hasOwn ? 'revision' : 'base',
        pointer: childPointer((hasOwn ? revision : base).pointer, 'encoding', name),
        instance: childPointer('', name),
      },
    ];
  });
}
