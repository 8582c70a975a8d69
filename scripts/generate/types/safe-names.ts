/**
 * Names of a document as openapi-typescript can take them. It decodes percent-encoding in some of its
 * places, takes `#` for the beginning of a pointer, and looks names up in plain objects.
 */

/** Marks what is encoded: a character for private use, which is never part of an identifier. */
const MARK = '\uE000';

/** @returns the name, with all encoded that openapi-typescript would change or trip over */
export function safeName(name: string): string {
  const encoded = name.replace(/[%#\uE000]/g, (character) => {
    return `${MARK}${character.charCodeAt(0).toString(16)};`;
  });
  return encoded in {} ? `${MARK};${encoded}` : encoded;
}

/** The name that safeName was given. */
export function originalName(name: string): string {
  return name.replace(/\uE000([0-9a-f]*);/g, (_, code: string) => {
    return code === '' ? '' : String.fromCharCode(parseInt(code, 16));
  });
}
