import { parseMediaType } from '../../../contract';
import { type Resource, textSchema } from '../../../resources/index';
import { headerValues } from '../../exchange';
import { isDamage, shown } from '../compare';
import { isDone, keysAround } from '../items';
import type { Step, Steps } from '../steps';
import { tell } from '../verdict';

/** Texts that are easily damaged where they are stored. */
const HARD_TEXTS = [
  'plain text',
  'one\r\ntwo\nthree\rfour',
  'Cafe\u0301 \u1E9B\u0323 \u212B \u00FC\u20AC',
  '\u{1F331} \u{1D4B3}',
  'a\0b',
];

/** Stores plain text by PUT, and compares what is read. */
export async function storeText(steps: Steps, resource: Resource): Promise<void> {
  const { replace: put, read } = resource;
  if (put === undefined || read === undefined) return;
  const { judged, maker } = steps.run;
  const [sent, came] = [
    textSchema(judged.loaded, put, 'request'),
    textSchema(judged.loaded, read, 'response'),
  ];
  if (sent === undefined || came === undefined) return;
  const isTaken = (text: string): boolean => maker.errorOf(sent, 'request', text) === undefined;
  const keys = await keysAround(steps, resource);
  let kept: Step | undefined;
  for (const text of HARD_TEXTS.filter(isTaken)) {
    const writing = await steps.call('stores a text', put, keys, { body: text });
    if (!isDone(writing)) continue;
    const reading = await steps.call('reads the text', read, keys);
    if (!reading.isSuccess) continue;
    const stored = textOf(reading);
    if (stored === text) kept = writing;
    const difference = { place: '', sent: text, came: stored };
    if (stored.trim() === text.trim() || !(kept !== undefined || isDamage(difference))) continue;
    const message = `the text ${shown(text)} came back as ${shown(stored)}`;
    tell(steps, resource, 'round-trip-exact', message, [writing, reading]);
    return;
  }
  if (kept !== undefined && isTaken(LATIN1_TEXT)) await storeLatin1(steps, resource, kept);
}

const LATIN1_TEXT = 'Caf\u00E9 \u00FC';

/**
 * Stores a text in another charset than UTF-8. A service need not take it, but must not take it for
 * something else.
 *
 * @param plain the request by which a text was stored that came back
 */
async function storeLatin1(steps: Steps, resource: Resource, plain: Step): Promise<void> {
  const { replace: put, read } = resource;
  if (put === undefined || read === undefined) return;
  const { request } = plain.exchange.testCase;
  const headers = request.headers.map(([name, value]): readonly [string, string] =>
    name.toLowerCase() === 'content-type'
      ? [name, 'text/plain; charset=iso-8859-1']
      : [name, value],
  );
  const body = Buffer.from(LATIN1_TEXT, 'latin1');
  const writing = await steps.send('stores a text in ISO-8859-1', put, {
    request: { ...request, headers, body },
  });
  if (!isDone(writing)) return;
  const reading = await steps.call('reads the text', read, await keysAround(steps, resource));
  const stored = textOf(reading);
  if (!reading.isSuccess || stored.trim() === LATIN1_TEXT) return;
  const message = `the text ${shown(LATIN1_TEXT)}, sent in ISO-8859-1 and taken, came back as ${shown(stored)}`;
  tell(steps, resource, 'round-trip-exact', message, [writing, reading]);
}

/** By the charset that the response names. */
function textOf({ response }: Step): string {
  const [type = ''] = headerValues(response, 'content-type');
  const charset = parseMediaType(type)?.parameters.charset ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(response.body);
  } catch {
    return response.body.toString('utf8');
  }
}
