import { isJson } from '../../contract';
import { formReadings, textReadings } from './readings';
import type { NamedText, SentBody } from './sent-request';

/** What content is not, if it cannot be read as what its media type says. */
export const MALFORMED = 'malformed';

/**
 * The values that a service may read from content.
 *
 * @returns undefined where that is not known, or where there are too many
 */
export async function bodyReadings(
  body: SentBody,
): Promise<readonly unknown[] | typeof MALFORMED | undefined> {
  if (isJson(body.mediaType)) return jsonReadings(body);
  if (FORMS.includes(body.mediaType)) {
    const fields = await formFields(body);
    return fields === MALFORMED ? fields : formReadings(fields, body.typesOf);
  }
  return body.mediaType === 'text/plain' ? textReadings(body.text) : undefined;
}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

function jsonReadings({ text }: SentBody): readonly unknown[] | typeof MALFORMED {
  try {
    return [JSON.parse(text) as unknown];
  } catch {
    return MALFORMED;
  }
}

/** The fields of a form as a browser's parser has them; a file is its text. */
async function formFields({
  bytes,
  contentType,
}: SentBody): Promise<readonly NamedText[] | typeof MALFORMED> {
  const response = new Response(bytes, { headers: { 'Content-Type': contentType } });
  try {
    // Deprecated for servers, since it holds the form in memory, as is done here in any case.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const entries = [...(await response.formData())];
    return await Promise.all(
      entries.map(
        async ([name, value]) =>
          [name, typeof value === 'string' ? value : await value.text()] as const,
      ),
    );
  } catch {
    return MALFORMED;
  }
}
