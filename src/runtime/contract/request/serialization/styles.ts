/** How a style writes the pieces of a value. */
interface StyleRules {
  /** Between pieces; percent-encoded where a URI does not allow it. */
  readonly delimiter: string;
  /** Finds the delimiter before percent-encoding is decoded; the delimiter itself by default. */
  readonly pattern?: RegExp;
  /** The same where plus signs are literal (`allowReserved`). */
  readonly reservedPattern?: RegExp;
  /** Between exploded pieces of one text. */
  readonly exploded?: string;
  /** Before the value. */
  readonly prefix?: string;
  /** Always one text; `explode` only changes the delimiter. */
  readonly isOneText?: true;
  /** The default of `explode`. */
  readonly explodes?: true;
}

/**
 * The styles of OpenAPI. URIs allow neither a space nor a pipe, so clients usually encode them.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#style-values
 */
export const styles = {
  simple: { delimiter: ',', isOneText: true },
  label: { delimiter: ',', exploded: '.', prefix: '.', isOneText: true },
  matrix: { delimiter: ',', exploded: ';', prefix: ';', isOneText: true },
  form: { delimiter: ',', explodes: true },
  cookie: { delimiter: ',', explodes: true },
  deepObject: { delimiter: ',' },
  spaceDelimited: { delimiter: ' ', pattern: /%20|\+| /, reservedPattern: /%20| / },
  pipeDelimited: { delimiter: '|', pattern: /%7c|\|/i },
} as const satisfies Readonly<Record<string, StyleRules>>;

export type Style = keyof typeof styles;

export function styleRules(style: Style): StyleRules {
  return styles[style];
}

/** The default of `explode`, for whatever text a document has as a style. */
export function explodesByDefault(style: string): boolean {
  return Object.hasOwn(styles, style) && styleRules(style as Style).explodes === true;
}
