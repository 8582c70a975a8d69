import { UNENFORCED_FORMATS } from '../../document';

const FORMAT = 'format ';

/** Prefix of the kind of a schema that is not read; a media type follows. */
export const UNREAD_SCHEMA = 'schema of ';

const IS_FOR_READERS = 'is for readers';
const NAMES_A_PLACE = 'names a place for references, which are followed';
const HOLDS_SCHEMAS = 'holds schemas, which apply where they are referred to';
const IS_AN_ANNOTATION = 'is an annotation: the text is given as it came';
const IS_SENT = 'is a request that the service sends, and that its receiver validates';
const CHOOSES_A_DIRECTION = 'refuses nothing: the property is left out in the other direction';

/** The kinds of constructs that reject nothing, with the reason. Any other that rejects nothing is a finding. */
const REASONS: Readonly<Record<string, string>> = {
  'keyword $anchor': NAMES_A_PLACE,
  'keyword $comment': IS_FOR_READERS,
  'keyword $defs': HOLDS_SCHEMAS,
  'keyword $dynamicAnchor': NAMES_A_PLACE,
  'keyword $id': NAMES_A_PLACE,
  'keyword $schema': 'is checked when the document is read',
  'keyword contentEncoding': IS_AN_ANNOTATION,
  'keyword contentMediaType': IS_AN_ANNOTATION,
  'keyword contentSchema': IS_AN_ANNOTATION,
  'keyword default':
    'refuses nothing: it is filled in where the value is absent (docs/defaults.md)',
  'keyword definitions': HOLDS_SCHEMAS,
  'keyword deprecated': IS_FOR_READERS,
  'keyword description': IS_FOR_READERS,
  'keyword discriminator':
    'names what a value is held against: an alternative, or a schema that joins by allOf',
  'keyword example': IS_FOR_READERS,
  'keyword examples': IS_FOR_READERS,
  'keyword externalDocs': IS_FOR_READERS,
  'keyword readOnly': CHOOSES_A_DIRECTION,
  'keyword title': IS_FOR_READERS,
  'keyword writeOnly': CHOOSES_A_DIRECTION,
  'keyword xml': 'is for XML, which is passed on as text',
  'operation of a callback': IS_SENT,
  'operation of a webhook': IS_SENT,
};

/** Formats of texts and of numbers that refuse no number. */
const IS_ANY_NUMBER = /^format (?:decimal|decimal128|unixtime) of a number$/;

/** Why a kind of construct rejects nothing; undefined if it should. */
export function reasonFor(kind: string): string | undefined {
  if (kind.startsWith('keyword x-')) return 'is an extension';
  if (kind.startsWith(UNREAD_SCHEMA))
    return 'is not read here: handlers get and give the text or bytes';
  if (IS_ANY_NUMBER.test(kind)) return 'is what every number is';
  const [table, name] = kind.startsWith(FORMAT)
    ? [UNENFORCED_FORMATS, kind.slice(FORMAT.length)]
    : [REASONS, kind];
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
