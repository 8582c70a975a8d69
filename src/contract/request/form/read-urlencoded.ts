import { isUtf8 } from 'node:buffer';
import type { CompiledForm } from '../../compiled-contract';
import type { FormEntry } from './form-entry';
import { readStyled } from './field-style';

/**
 * Forms as browsers send them, with percent-encoding read strictly: broken encoding is refused, not
 * guessed at.
 *
 * @see https://url.spec.whatwg.org/#application/x-www-form-urlencoded
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-the-x-www-form-urlencoded-media-type
 */

/** A name and a value between `&` and `&`; the value is not decoded, since styles look at that. */
export interface RawPair {
  readonly name: string;
  readonly value: string;
}

/** @returns the fields in order, or why the body is no form, as the end of a sentence */
export function readUrlencoded(form: CompiledForm, bytes: Buffer): FormEntry[] | string {
  if (!isUtf8(bytes)) return 'is not UTF-8';
  try {
    const pairs = splitPairs(bytes.toString('utf8'));
    const { styled, others } = readStyled(form.fields, pairs);
    const plain = others.map(({ name, value }) => ({ name, content: decodeFormText(value) }));
    return [...styled, ...plain];
  } catch (error) {
    if (error instanceof URIError) return 'has percent-encoding that is not UTF-8';
    throw error;
  }
}

function splitPairs(text: string): RawPair[] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const separator = pair.indexOf('=');
      if (separator < 0) return { name: decodeFormText(pair), value: '' };
      return { name: decodeFormText(pair.slice(0, separator)), value: pair.slice(separator + 1) };
    });
}

/** @throws URIError for broken percent-encoding */
export function decodeFormText(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}
