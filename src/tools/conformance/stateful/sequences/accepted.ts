import { quote } from 'openapi-trellis/tools';
import { asObject, type Operation } from '../../../document';
import {
  keywordOf,
  matchTemplate,
  membersOf,
  partAt,
  type Resource,
  responseSchema,
} from '../../../resources';
import { headerValues, shown } from '../../../judge';
import { selfLinks, unwrapped } from '../identity';
import { bodyFor, parentKeys, TELLING_LENGTH } from '../items';
import { targetOf } from '../links';
import { isMissing, type Step, type Steps } from '../steps';

/** An accepted request for asynchronous work, and a reading of its status. */
interface Job {
  readonly accepted: Step;
  readonly reading: Step;
}

/** Maximum number of readings of a status that is not there yet. */
const MOST_READINGS = 4;

/**
 * Starts asynchronous work twice and follows the status of each. Only follows links to an operation that responds
 * with a state; anything else may only exist later.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.3.3
 */
export async function awaitAccepted(steps: Steps, resource: Resource): Promise<void> {
  const { start } = resource;
  if (start === undefined) return;
  const around = await parentKeys(steps, resource);
  const jobs: Job[] = [];
  for (let count = 0; count < 2; count++) {
    const body = bodyFor(steps, start, steps.variation());
    const accepted = await steps.call('starts what takes time', start, around, { body });
    const reading = await readStatus(steps, accepted);
    if (reading === undefined) return;
    if (isMissing(reading)) {
      const { target } = reading.exchange.testCase.request;
      const message = `what was taken on (202) is to be seen at ${quote(target)}, where nothing is: ${reading.status}`;
      steps.report('accepted-can-be-followed', message, [accepted, reading]);
      return;
    }
    if (reading.isSuccess) jobs.push({ accepted, reading });
  }
  const [first, second] = jobs;
  if (first === undefined || second === undefined) return;
  const later = { ...first, reading: await steps.repeat('reads how it stands', first.reading) };
  const found = otherOf(later, second) ?? otherOf(second, later);
  if (found !== undefined) steps.report('accepted-is-performed', ...found);
}

/** The fault if the status of a job contains a value that was only sent for the other job. */
function otherOf(job: Job, other: Job): [message: string, shown: Step[]] | undefined {
  const [sent, theirs] = [job, other].map(({ accepted }) => asObject(accepted.sent));
  const is = unwrapped(job.reading.json);
  const name = Object.keys(is).find((each) => {
    const value = theirs?.[each];
    const isTelling = typeof value === 'string' && value.length >= TELLING_LENGTH;
    return isTelling && is[each] === value && sent?.[each] !== value;
  });
  if (name === undefined) return undefined;
  const message = `${quote(name)} is ${shown(is[name])}, which another request asked for; this one asked for ${shown(sent?.[name] ?? null)}`;
  return [message, [other.accepted, job.accepted, job.reading]];
}

/** @returns undefined if the response has no link to a state */
async function readStatus(steps: Steps, accepted: Step): Promise<Step | undefined> {
  if (accepted.status !== 202) return undefined;
  const links = [
    ...headerValues(accepted.response, 'location'),
    ...headerValues(accepted.response, 'content-location'),
    ...selfLinks(unwrapped(accepted.json)),
  ];
  const { request } = accepted.exchange.testCase;
  for (const link of links) {
    const target = targetOf(link, request.target);
    const read = target === undefined ? undefined : stateAt(steps, accepted.operation, target);
    if (target === undefined || read === undefined) continue;
    const headers = request.headers.filter(([name]) => !/^content-/i.test(name));
    const written = { request: { method: 'GET', target, headers } };
    let reading = await steps.send('reads how it stands', read, written);
    for (let count = 1; count < MOST_READINGS && isMissing(reading); count++) {
      await steps.pause(count);
      reading = await steps.repeat('reads how it stands', reading);
    }
    return reading;
  }
  return undefined;
}

/** The operation that reads a state at a path; undefined if the path may be that of the item to be created. */
function stateAt({ loaded }: Steps, start: Operation, target: string): Operation | undefined {
  const [path = ''] = target.split('?');
  const matching = loaded.operations.filter(
    (each) => each.method === 'GET' && matchTemplate(each.path, path) !== undefined,
  );
  const [read] = matching.toSorted((a, b) => b.path.length - a.path.length);
  const pointer = read && responseSchema(loaded, read, 200);
  const mayCreate = ['200', '201', '2XX'].some(
    (status) => status in asObject(start.value.responses),
  );
  if (pointer === undefined || mayCreate) return undefined;
  const members = [...membersOf(loaded, partAt(loaded, pointer)).values()];
  const hasState = members.some((part) => keywordOf(part, 'enum').flat().length > 1);
  return hasState ? read : undefined;
}
