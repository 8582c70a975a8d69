import { canonicalText } from 'openapi-trellis/tools';
import { childPointer, type JsonObject, type Located } from '../../document';
import type { Level, OperationChange } from './change';

/** The fields that say how long something will be supported. */
export const LIFECYCLE = ['deprecated', 'x-sunset', 'x-stability-level'];

/**
 * Changes of how long something will be supported: `deprecated`, the day after which it may be gone
 * (`x-sunset`), and `x-stability-level`.
 * @see https://semver.org/spec/v2.0.0.html#spec-item-7
 * @see https://www.rfc-editor.org/rfc/rfc8594
 */
export function compareLifecycle(was: Located, is: Located, subject: string): OperationChange[] {
  const at = (field: string): Pick<OperationChange, 'version' | 'pointer'> =>
    field in is.value
      ? { version: 'revision', pointer: childPointer(is.pointer, field) }
      : { version: 'base', pointer: childPointer(was.pointer, field) };
  const changes: OperationChange[] = [];
  const [before, after] = [was.value.deprecated === true, is.value.deprecated === true];
  if (after && !before) {
    const message = `${subject} is deprecated`;
    changes.push({ rule: 'deprecated', ...at('deprecated'), message });
  }
  if (before && !after) {
    const message = `${subject} is no longer deprecated`;
    changes.push({ rule: 'deprecation-withdrawn', ...at('deprecated'), message });
  }
  const sunset = after ? sunsetChange(before ? was.value : {}, is.value) : undefined;
  if (sunset !== undefined) {
    const [level, said] = sunset;
    const message = `${subject} ${said}`;
    changes.push({ rule: 'sunset-changed', level, ...at('x-sunset'), message });
  }
  if (isLessStable(was.value, is.value)) {
    const said = String(is.value['x-stability-level']);
    const message = `${subject} is of stability "${said}", which promises less than the base`;
    changes.push({ rule: 'stability-decreased', ...at('x-stability-level'), message });
  }
  return changes;
}

/** True if it is deprecated and its announced sunset has passed. */
export function isPastSunset(value: JsonObject): boolean {
  return value.deprecated === true && sunsetOf(value) <= Date.now();
}

/** Clients plan by the base's date. A date already past when it is announced leaves them no time. */
function sunsetChange(was: JsonObject, is: JsonObject): [Level, said: string] | undefined {
  const [before, after] = [was, is].map((each) => each['x-sunset']);
  if (before === after) return undefined;
  if (after === undefined) return ['major', 'is deprecated without the x-sunset that the base has'];
  const [old, sunset] = [sunsetOf(was), sunsetOf(is)];
  if (Number.isNaN(sunset))
    return ['major', `has the x-sunset ${canonicalText(after)}, which is no date`];
  if (sunset < old)
    return ['major', `ends earlier than the base says: x-sunset is ${canonicalText(after)}`];
  if (Number.isNaN(old) && sunset <= Date.now()) {
    return ['major', `has an x-sunset that is over when it is announced: ${canonicalText(after)}`];
  }
  return sunset === old ? undefined : ['minor', `has the x-sunset ${canonicalText(after)}`];
}

/** In milliseconds; NaN if there is none. */
function sunsetOf(value: JsonObject): number {
  return Date.parse(String(value['x-sunset']));
}

/** From the least stable; no level means stable. */
const STABILITY = ['draft', 'alpha', 'beta', 'stable'];

function isLessStable(was: JsonObject, is: JsonObject): boolean {
  const [before, after] = [was, is].map((each) => {
    const level = each['x-stability-level'];
    return level === undefined
      ? STABILITY.length - 1
      : STABILITY.findIndex((each) => each === level);
  });
  // Unknown levels are not comparable.
  return (
    before !== undefined &&
    after !== undefined &&
    before >= 0 &&
    after < before &&
    (after >= 0 || 'x-stability-level' in was)
  );
}
