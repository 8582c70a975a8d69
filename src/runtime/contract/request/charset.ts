/**
 * Text and its encodings.
 *
 * @see https://www.iana.org/assignments/character-sets
 */

/** Decodes bytes to text; undefined when they are not valid in the encoding. */
type TextDecode = (bytes: Uint8Array) => string | undefined;

const decoders: Readonly<Record<string, TextDecode>> = {
  'utf-8': decodeWith('utf-8'),
  utf8: decodeWith('utf-8'),
  'us-ascii': decodeAscii,
  ascii: decodeAscii,
  'iso-8859-1': decodeLatin1,
  latin1: decodeLatin1,
  'utf-16': decodeUtf16,
  'utf-16le': decodeWith('utf-16le'),
  'utf-16be': decodeWith('utf-16be'),
};

/** The decoder for a `charset` parameter; UTF-8 without one, undefined for an unknown one. */
export function textDecoder(charset = 'utf-8'): TextDecode | undefined {
  const name = charset.toLowerCase();
  return Object.hasOwn(decoders, name) ? decoders[name] : undefined;
}

/** True for the charsets of JSON and of forms: UTF-8, which includes ASCII. */
export function isUtf8Charset(charset = 'utf-8'): boolean {
  return ['utf-8', 'utf8', 'us-ascii', 'ascii'].includes(charset.toLowerCase());
}

function decodeWith(label: string): TextDecode {
  return (bytes) => {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // The decoder's error says only that the bytes are invalid.
      return undefined;
    }
  };
}

function decodeAscii(bytes: Uint8Array): string | undefined {
  return bytes.every((byte) => byte < 0x80) ? decodeLatin1(bytes) : undefined;
}

/** Each byte is the code point of its character; the `iso-8859-1` of TextDecoder is windows-1252. */
function decodeLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** The byte order mark decides; without one, big endian (RFC 2781, section 4.3). */
function decodeUtf16(bytes: Uint8Array): string | undefined {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  return decodeWith(isLittle ? 'utf-16le' : 'utf-16be')(bytes);
}
