import { numberLiterals, unescaped } from './json-text';
import { jsonTexts } from './json-texts';
import type { SentParameter, SentRequest } from './sent-request';

/** The body and JSON of parameters, with the characters that `\u` stands for. */
export function writtenTexts(sent: SentRequest): string[] {
  return [sent.body?.text ?? '', ...jsonTexts(sent)].map(unescaped);
}

/** As they are written: in JSON, and as parameters. */
export function numbers(sent: SentRequest): string[] {
  const texts = numericTexts(sent).filter((text) => /^[-+\d.][-+\d.eE]*$/.test(text));
  return [...jsonTexts(sent).flatMap(numberLiterals), ...texts];
}

type IsOfInterest = (parameter: SentParameter) => boolean;

/** The texts of parameters, as they were sent. */
export function textsOf(
  { parameters }: SentRequest,
  isOfInterest: IsOfInterest = () => true,
): string[] {
  return parameters.filter(isOfInterest).flatMap(({ texts }) => texts);
}

/** Texts of parameters that may be read as numbers, those within lists and objects too. */
export function numericTexts({ parameters }: SentRequest): string[] {
  return parameters.flatMap((parameter) => {
    const { types, texts, members } = parameter;
    if (isNumeric(parameter)) return texts;
    if (!types.includes('array') && !types.includes('object')) return [];
    const pieces = texts.flatMap((text) => text.split(/[,;|=]|%20|%7c|%2c/i));
    return [...pieces, ...members.map(([, text]) => text)];
  });
}

const isNumeric: IsOfInterest = ({ types }) =>
  types.includes('integer') || types.includes('number');

/** True for a parameter at a location, such as `header`. */
export function isIn(location: string): IsOfInterest {
  return ({ compiled }) => compiled.in === location;
}

/** True for a list or an object that is written as one text. */
export const isOneText: IsOfInterest = ({ types, compiled: { serialization } }) =>
  (types.includes('array') || types.includes('object')) &&
  'style' in serialization &&
  !(serialization.explode && ['form', 'cookie'].includes(serialization.style));

/** True for a list whose items are sent one by one, or may be (RFC 9110, section 5.3). */
export function isSentOften({
  types,
  compiled: { serialization, in: location },
}: SentParameter): boolean {
  const isList = types.length === 0 || types.includes('array');
  return isList && (location === 'header' || ('style' in serialization && serialization.explode));
}

/** True for an object in the style `deepObject`, or one that `form` spreads over the query. */
export function isSpreadObject({ types, compiled: { serialization } }: SentParameter): boolean {
  if (!types.includes('object') || types.includes('string') || !('style' in serialization)) {
    return false;
  }
  const { style, explode } = serialization;
  return style === 'deepObject' || (style === 'form' && explode);
}
