import type { MediaType } from '../../media-type';

/** One field of a form as it was sent. */
export interface FormEntry {
  readonly name: string;
  readonly content: FieldContent;
  /** Those of a part, by lower-case name. */
  readonly headers?: ReadonlyMap<string, string>;
  /** The part's own Content-Type. */
  readonly mediaType?: MediaType;
  readonly filename?: string;
}

/** A text, the bytes of a part, or what a style takes apart: the items of a list, or an object's members. */
export type FieldContent = string | Buffer | readonly string[] | FieldMembers;

/** Texts by the name of the member; a member that is repeated has several. */
export type FieldMembers = ReadonlyMap<string, readonly string[]>;
