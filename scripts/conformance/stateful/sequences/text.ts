import { isDamage, shown } from '../compare';
import { isDone, keysAround } from '../items';
import { textSchema } from '../members';
import type { Resource } from '../resources';
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
  const keys = await keysAround(steps, resource);
  let isKept = false;
  for (const text of HARD_TEXTS) {
    if (maker.errorOf(sent, 'request', text) !== undefined) continue;
    const writing = await steps.call('stores a text', put, keys, { body: text });
    if (!isDone(writing)) continue;
    const reading = await steps.call('reads the text', read, keys);
    if (!reading.isSuccess) continue;
    const stored = textOf(reading);
    isKept ||= stored === text;
    const difference = { place: '', sent: text, came: stored };
    if (stored.trim() === text.trim() || !(isKept || isDamage(difference))) continue;
    const message = `the text ${shown(text)} came back as ${shown(stored)}`;
    tell(steps, resource, 'round-trip-exact', message, [writing, reading]);
    return;
  }
}

function textOf({ response }: Step): string {
  return response.body.toString('utf8');
}
