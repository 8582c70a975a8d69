import { canonicalText, quote } from '../../../contract';
import { asObject } from '../../../generate/index';
import type { Resource } from '../../../resources/index';
import { headerValues } from '../../exchange';
import { unwrapped } from '../identity';
import { bodyFor, isDone, makeItem } from '../items';
import { declaresHeader, ifMatch, type Step, type Steps, tell } from '../steps';

/**
 * Changes something by the entity tag that it had before the last change, which has to be another one since.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export async function changeOld(steps: Steps, resource: Resource): Promise<void> {
  const { read } = resource;
  for (const operation of [resource.replace, resource.change]) {
    if (operation === undefined || read === undefined) continue;
    if (!declaresHeader(operation, 'if-match')) continue;
    const made = await makeItem(steps, resource);
    if (made?.reading === undefined) return;
    const perform = async (headers: Record<string, string>): Promise<Step> => {
      const body = bodyFor(steps, operation, steps.variation());
      return steps.call('changes it', operation, made.item.keys, { body, headers });
    };
    const old = ifMatch(made.reading);
    const first = await perform(old);
    const before = await steps.repeat('reads what was changed', made.reading);
    const [tag] = headerValues(before.response, 'etag');
    if (!isDone(first) || tag === undefined) continue;
    if (tag === old['if-match']) {
      if (tellOfTag(steps, resource, tag, [made.reading, first, before])) return;
      continue;
    }
    const second = await perform(old);
    const after = await steps.repeat('reads what was to stay', made.reading);
    const changed = isDone(second) ? changedBy(second, before, after) : undefined;
    if (changed === undefined) continue;
    const had = quote(old['if-match']);
    const message = `If-Match named ${had} where the entity tag is ${quote(tag)}, and ${quote(changed)} was changed`;
    tell(steps, resource, 'if-match-honoured', message, [
      made.reading,
      first,
      before,
      second,
      after,
    ]);
    return;
  }
}

/**
 * Reports a strong entity tag that two representations have.
 *
 * @returns true when a finding was reported
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.1
 */
function tellOfTag(
  steps: Steps,
  resource: Resource,
  tag: string,
  shown: readonly [before: Step, change: Step, after: Step],
): boolean {
  const [before, change, after] = shown;
  const changed = tag.startsWith('W/') ? undefined : changedBy(change, before, after);
  if (changed === undefined) return false;
  const message = `${quote(changed)} was changed, and the entity tag is ${quote(tag)} as before`;
  tell(steps, resource, 'entity-tag-changes', message, shown);
  return true;
}

/** The name of a member that has the value that was sent, and had another before. */
function changedBy({ sent }: Step, before: Step, after: Step): string | undefined {
  const [was, is] = [before, after].map(({ json }) => unwrapped(json));
  return Object.entries(asObject(sent)).find(([name, value]) => {
    const [old, now] = [was?.[name], is?.[name]].map((each) => canonicalText(each ?? null));
    return old !== now && now === canonicalText(value ?? null);
  })?.[0];
}
