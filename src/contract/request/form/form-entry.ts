import type { MediaType } from '../../media-type';

/** One field of a form as it was sent: a text that is still percent-encoded, or a part. */
export type FormEntry = FormText | FormPart;

interface FormText {
  readonly name: string;
  readonly content: string;
  readonly headers?: undefined;
}

/** A part of a multipart body. */
export interface FormPart {
  readonly name: string;
  readonly content: Buffer;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** Its own Content-Type. */
  readonly mediaType?: MediaType;
  readonly filename?: string;
}
