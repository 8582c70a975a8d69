import { quote } from 'openapi-trellis/tools';
import { asObject, type Operation } from '../../../document';
import { type Resource, shapeOf } from '../../../resources';
import { headerValues } from '../../../judge';
import { OTHER_TAG } from '../../cases/conditional';
import { changedNames, STRONG, tellOfTag } from '../entity-tags';
import { bodyFor, isDone, makeItem } from '../items';
import { declaresHeader, ifMatch, isMissing, type Step, type Steps } from '../steps';

/**
 * Changes an item with the entity tag it had before the last change, which must have changed the tag.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export async function changeOld(steps: Steps, resource: Resource): Promise<void> {
  const { read } = resource;
  for (const operation of [resource.replace, resource.change, postOn(steps, resource)]) {
    if (operation === undefined || read === undefined) continue;
    const isConditional = declaresHeader(operation, 'if-match');
    if (!isConditional && operation.method !== 'POST') continue;
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
    if (tellOfTag(steps, [made.reading, first, before])) return;
    if (!isConditional || tag === old['if-match']) continue;
    const second = await perform(old);
    const after = await steps.repeat('reads what was to stay', made.reading);
    const [changed] = changedNames(second, before, after);
    if (changed === undefined) continue;
    const had = quote(old['if-match']);
    const said = isDone(second) ? '' : ` (${second.status})`;
    const message = `If-Match named ${had} where the entity tag is ${quote(tag)}${said}, and ${quote(changed)} was changed`;
    const shown = [made.reading, first, before, second, after];
    steps.report('if-match-honoured', message, shown);
    return;
  }
}

/**
 * Changes and removes new items under a tag that is not theirs, where the document states 412. The status may have
 * another meaning there, so only an operation that declares If-Match breaks a rule.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export async function changeOther(steps: Steps, resource: Resource): Promise<void> {
  const { replace, change, remove } = resource;
  for (const operation of [replace, change, remove]) {
    if (operation === undefined || !('412' in asObject(operation.value.responses))) continue;
    const { item, creation, reading } = (await makeItem(steps, resource)) ?? {};
    if (item === undefined || creation === undefined || reading === undefined) return;
    const tag = headerValues(reading.response, 'etag').join();
    if (!STRONG.test(tag)) return;
    steps.run.asked?.add(`${operation.operationId} 412`);
    const body = operation === remove ? undefined : bodyFor(steps, operation, steps.variation());
    const options = { body, field: OTHER_TAG };
    const step = await steps.call('changes it in another state', operation, item.keys, options);
    if (!step.isSuccess || !declaresHeader(operation, 'if-match')) continue;
    const after = await steps.repeat('reads what was to stay', reading);
    const [changed] = changedNames(step, reading, after);
    const isGone = operation === remove && isMissing(after);
    if (!isGone && changed === undefined) continue;
    const what = isGone ? 'it was removed' : `${quote(changed)} was changed`;
    const message = `If-Match named ${quote(OTHER_TAG[1])} where the entity tag is ${quote(tag)}, and ${what}`;
    steps.report('if-match-honoured', message, [reading, step, after]);
  }
}

/** The operation that changes an item by POST on its own path. */
function postOn({ loaded }: Steps, { itemPath = '', create }: Resource): Operation | undefined {
  return loaded.operations.find(
    (each) => each.method === 'POST' && shapeOf(each.path) === shapeOf(itemPath) && each !== create,
  );
}
