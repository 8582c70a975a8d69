/** Names that come from the client are cut to this length in messages, in UTF-16 code units. */
const MAX_QUOTED = 100;

/** A name, or a value as JSON, in quotes, cut where it is long. */
export function quote(value: unknown): string {
  const name = typeof value === 'string' ? value : JSON.stringify(value);
  return JSON.stringify(name.length > MAX_QUOTED ? `${name.slice(0, MAX_QUOTED)}…` : name);
}
