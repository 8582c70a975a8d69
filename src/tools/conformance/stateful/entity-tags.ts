import { canonicalText, quote } from 'openapi-trellis/tools';
import { asObject } from '../../document';
import { headerValues, isEmpty } from '../../judge';
import { unwrapped } from './identity';
import type { Step, Steps } from './steps';

/** Names of members that now have the value that was sent, and had another one before. */
export function changedNames({ sent }: Step, before: Step, after: Step): string[] {
  const [was, is] = [before, after].map(({ json }) => unwrapped(json));
  const changed = Object.entries(asObject(sent)).filter(([name, value]) => {
    if (was?.[name] === undefined && isEmpty(value)) return false;
    const [old, now] = [was?.[name], is?.[name]].map((each) => canonicalText(each ?? null));
    return old !== now && now === canonicalText(value ?? null);
  });
  return changed.map(([name]) => name);
}

/** A strong entity tag. A weak one may stay the same when the representation changes. */
export const STRONG = /^"[^"]*"$/;

/**
 * Reports a strong entity tag shared by two different representations.
 *
 * @param shown the reading before the change, the change, and the reading after it
 * @returns true if a finding was reported
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.1
 */
export function tellOfTag(
  steps: Steps,
  shown: readonly [before: Step, change: Step, after: Step],
): boolean {
  const [before, change, after] = shown;
  const [[old], [tag]] = [before, after].map(({ response }) => headerValues(response, 'etag')) as [
    string[],
    string[],
  ];
  if (tag === undefined || tag !== old || !STRONG.test(tag)) return false;
  const [changed] = changedNames(change, before, after);
  if (changed === undefined) return false;
  const message = `${quote(changed)} was changed, and the entity tag is ${quote(tag)} as before`;
  steps.report('entity-tag-changes', message, shown);
  return true;
}
