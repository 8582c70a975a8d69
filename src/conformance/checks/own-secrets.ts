import type { Exchange } from '../exchange';

const SECRET =
  /pass(?:word|wd|phrase|code)|secret|token|credential|(?:^|[_-])(?:otp|pin)(?:$|[_-])|verificationCode/i;

/** Names before `:` in JSON, and before `=` in forms and queries. */
const NAMES = /"([^"\\]*)"\s*:|(?:^|[?&])([^=&]*)=/g;

/**
 * True for a request that has a secret beside the credentials of its security scheme, as a login has a
 * password: 401 may speak of that one, which a service knows only by chance.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2
 */
export function hasOwnSecret({ testCase: { request, operation } }: Exchange): boolean {
  const { target, body = '' } = request;
  const inPath = (operation?.parameters ?? []).filter(({ value }) => value.in === 'path');
  const names = [target.replace(/^[^?]*/, ''), body.toString()].flatMap((text) =>
    [...text.matchAll(NAMES)].map(([, member, field]) => member ?? field ?? ''),
  );
  return [...names, ...inPath.map(({ value }) => String(value.name))].some((name) =>
    SECRET.test(name),
  );
}
