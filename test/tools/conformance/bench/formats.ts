import type { Format } from 'ajv';

/**
 * The formats of the document as their standards define them. ajv-formats accepts `urn:uuid:` before a UUID and a
 * space in a date-time, and has only approximate bounds of int64.
 */
export const formats: Record<string, Format> = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'date-time': isDateTime,
  email: isEmail,
  'uri-reference': true,
  double: { type: 'number', validate: () => true },
  int64: { type: 'number', validate: (value) => value >= -(2 ** 63) && value < 2 ** 63 },
};

const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)t([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/** @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return false;
  const numberAt = (index: number): number => Number(parts[index] ?? 0);
  const [month, day] = [numberAt(2), numberAt(3)];
  // The calendar repeats every 400 years, and Date.UTC maps years below 100 to others.
  const lastDay = new Date(Date.UTC(2000 + (numberAt(1) % 400), month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > lastDay) return false;
  if (numberAt(6) < 60) return true;
  // A leap second is the last second of a UTC day.
  const offset = (parts[7] === '-' ? -1 : 1) * (numberAt(8) * 60 + numberAt(9));
  return (numberAt(4) * 60 + numberAt(5) - offset + 1440) % 1440 === 1439;
}

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const LOCAL = `(?:${ATOM}(?:\\.${ATOM})*|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*")`;
const EMAIL = new RegExp(`^(${LOCAL})@(?:${LABEL}(?:\\.${LABEL})*|\\[[0-9a-f:.]+\\])$`, 'i');

/** @see https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2 */
function isEmail(text: string): boolean {
  return (EMAIL.exec(text)?.[1]?.length ?? 65) <= 64;
}
