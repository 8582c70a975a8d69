import { isJson, parseMediaType } from '../../contract';
import { asObject, childPointer } from '../../generate/index';
import { concreteMediaType } from '../../samples/requests/serialize-body';
import { MAX_TEXT } from '../judge/open-questions';
import type { TestCase } from '../test-case';
import type { OperationCases } from './operation-cases';

/**
 * A request with a text that columns and buffers often do not hold: in a member that takes it, or in one
 * whose maxLength it breaks.
 */
export function* longTextCases(cases: OperationCases): Generator<TestCase> {
  const { context, base } = cases;
  for (const body of cases.bodies()) {
    if (!isJson(parseMediaType(concreteMediaType(body.mediaType))?.essence ?? '')) continue;
    const pointer = childPointer(body.media.pointer, 'schema');
    const value = asObject(body.value);
    const texts = Object.keys(value).filter((name) => typeof value[name] === 'string');
    const changes = texts.map((name) => ({ name, changed: { ...value, [name]: LONG } }));
    const isRight = ({ changed }: { readonly changed: object }): boolean =>
      context.maker.errorOf(pointer, 'request', changed) === undefined;
    const change = changes.find(isRight) ?? changes[0];
    if (change === undefined) continue;
    const title = `body /${change.name}: a text of ${LONG.length} characters`;
    yield cases.of('coverage', title, { ...base, body: { ...body, value: change.changed } }, []);
  }
}

const LONG = 'm'.repeat(2 * MAX_TEXT);
