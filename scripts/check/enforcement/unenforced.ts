/**
 * The constructs that nothing enforces, by kind, with the reason. Whatever else nothing enforces is a
 * finding: the document would promise what no part of the service keeps.
 */
export const UNENFORCED: Readonly<Record<string, string>> = {
  'keyword $anchor': 'names a place for references, which are followed',
  'keyword $comment': 'is for readers',
  'keyword $defs': 'holds schemas, which apply where they are referred to',
  'keyword $dynamicAnchor': 'names a place for references, which are followed',
  'keyword $id': 'names a place for references, which are followed',
  'keyword $schema': 'is checked when the document is read',
  'keyword contentEncoding': 'is an annotation: the text is given as it came',
  'keyword contentMediaType': 'is an annotation: the text is given as it came',
  'keyword contentSchema': 'is an annotation: the text is given as it came',
  'keyword default': 'is an annotation: nothing is filled in',
  'keyword definitions': 'holds schemas, which apply where they are referred to',
  'keyword deprecated': 'is for readers',
  'keyword description': 'is for readers',
  'keyword discriminator': 'names the alternatives, which are enforced themselves',
  'keyword example': 'is for readers',
  'keyword examples': 'is for readers',
  'keyword externalDocs': 'is for readers',
  'keyword format binary': 'says that the text is bytes; every text is',
  'keyword format double': 'is what every number of JSON is read as',
  'keyword format float': 'asks for less than what every number of JSON is read as',
  'keyword format password': 'is a hint for user interfaces',
  'keyword title': 'is for readers',
  'keyword xml': 'is for XML, which is passed on as text',
  'reserved header parameter': 'is ignored by the standard; the media types and schemes say it',
};

/** Ends the kind of a keyword in a schema for which no validator is run. */
export const UNCHECKED = ' (unchecked)';

/** The reason why nothing enforces a kind of construct; undefined when something must. */
export function reasonFor(kind: string): string | undefined {
  if (kind.startsWith('keyword x-')) return 'is an extension';
  const listed = kind.replace(UNCHECKED, '');
  if (Object.hasOwn(UNENFORCED, listed)) return UNENFORCED[listed];
  if (!kind.endsWith(UNCHECKED)) return undefined;
  return 'is in a header of a response, which types hold and no validator';
}
