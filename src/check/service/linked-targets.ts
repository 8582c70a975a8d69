import { headerValues, type ReceivedResponse } from '../../conformance/exchange';

/** Headers whose value is a reference. */
const REFERENCES = ['location', 'content-location'];

/**
 * The paths, with their queries, of the same service to which the headers of a response lead.
 *
 * @param base the URL of the request
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.2
 * @see https://www.rfc-editor.org/rfc/rfc8288#section-3
 */
export function linkedTargets(response: ReceivedResponse, base: URL): string[] {
  const links = headerValues(response, 'link').flatMap(linkTargets);
  const references = REFERENCES.flatMap((name) => headerValues(response, name));
  return [...links, ...references].flatMap((reference) => {
    if (!URL.canParse(reference, base.href)) return [];
    const { origin, pathname, search } = new URL(reference, base.href);
    return origin === base.origin ? [pathname + search] : [];
  });
}

/** What stands in angle brackets, in linear time. */
function linkTargets(value: string): string[] {
  return value
    .split('<')
    .slice(1)
    .map((text) => text.split('>', 1)[0] ?? '');
}
