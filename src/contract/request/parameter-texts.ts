import type { CompiledContract, CompiledParameter } from '../compiled-contract';
import { requestHeaders } from '../header-names';
import type { HttpRequest } from '../http-message';
import type { PathParameters } from '../routing/router';
import { allTexts, deepTexts } from './text/deep-object';
import { FormTexts } from './text/form-texts';
import { decodeForm, decodePercent, isPercentEncoded } from './text/percent-encoding';
import type { SentTexts } from './text/read-texts';
import { isMerged, isSpread, propertyTypes, textTypes } from './text/text-types';

/** Where the texts of parameters are found. */
export interface ParameterSource {
  readonly request: HttpRequest;
  /** Raw, by the name in the path template. */
  readonly path: PathParameters;
  /** The raw query string. */
  readonly query: string;
}

const NOTHING = new FormTexts([]);

/**
 * Finds what was sent for each parameter of an operation, still encoded. Query and cookies are split
 * once for all of them. What no parameter takes is ignored.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-locations
 */
export class ParameterTexts {
  private readonly forms = new Map<string, FormTexts>();

  /** @param parameters all of the operation */
  constructor(
    private readonly contract: CompiledContract,
    private readonly parameters: readonly CompiledParameter[],
    private readonly source: ParameterSource,
  ) {}

  /** @returns undefined when nothing was sent; a fault when its percent-encoding is broken */
  of(parameter: CompiledParameter): SentTexts | { readonly fault: string } | undefined {
    const sent = this.find(parameter);
    const { values, properties, deep } = sent;
    const texts = deep ? allTexts(deep) : [...values, ...properties.texts()];
    if (texts.length === 0) return undefined;
    // Fields are not percent-encoded: their values may hold all visible characters as they are.
    const isReadable = parameter.in === 'header' || texts.every(isPercentEncoded);
    return isReadable ? sent : { fault: 'is not percent-encoded UTF-8' };
  }

  private find(parameter: CompiledParameter): SentTexts {
    const { name, text } = parameter;
    switch (parameter.in) {
      case 'path': {
        const value = this.source.path[name];
        const values = value === undefined ? [] : [value];
        return { values, properties: NOTHING, decode: decodePercent };
      }
      case 'header': {
        const values = this.source.request.headerValues(name.toLowerCase());
        return { values, properties: NOTHING, decode: withoutSpace };
      }
      case 'query': {
        const isReserved = 'style' in text && text.allowReserved === true;
        return this.inForm(parameter, this.query(), isReserved ? decodePercent : decodeForm);
      }
      case 'cookie': {
        return this.inForm(parameter, this.cookies(this.isList(parameter)), decodePercent);
      }
    }
  }

  private inForm(
    parameter: CompiledParameter,
    form: FormTexts,
    decode: (text: string) => string,
  ): SentTexts {
    const { name, text } = parameter;
    const values = form.of(name);
    if ('style' in text && text.style === 'deepObject') {
      return { values, properties: NOTHING, deep: deepTexts(form, name), decode };
    }
    const isMergedObject = isMerged(this.contract.textTypes, text);
    const properties = isMergedObject ? form.only(this.propertyNames(parameter, form)) : NOTHING;
    // A cookie may be set for several paths; the one of the longest comes first.
    const isOnce = parameter.in === 'cookie' && !this.isList(parameter);
    return { values: isOnce ? values.slice(0, 1) : values, properties, decode };
  }

  /** True for a list or an object that is written as several texts. */
  private isList({ text }: CompiledParameter): boolean {
    const { textTypes: table } = this.contract;
    if (isMerged(table, text)) return true;
    return (
      'style' in text && isSpread(text) && textTypes(table, text.types).types.includes('array')
    );
  }

  /** The names of a merged object's properties: those it has itself, and those that nobody else has. */
  private propertyNames(parameter: CompiledParameter, form: FormTexts): string[] {
    const types = textTypes(this.contract.textTypes, parameter.text.types);
    return form.names().filter((name) => {
      if (Object.hasOwn(types.properties ?? {}, name)) return true;
      return propertyTypes(types, name) !== undefined && !this.isTaken(parameter, name);
    });
  }

  /** True for the name of another parameter, of a property of one, or of an API key. */
  private isTaken(parameter: CompiledParameter, name: string): boolean {
    const { securitySchemes, textTypes: table } = this.contract;
    const isKey = Object.values(securitySchemes).some(
      (scheme) => scheme.type === 'apiKey' && scheme.in === parameter.in && scheme.name === name,
    );
    if (isKey) return true;
    return this.parameters.some((other) => {
      if (other === parameter || other.in !== parameter.in) return false;
      if (name === other.name || name.startsWith(`${other.name}[`)) return true;
      const { properties = {} } = textTypes(table, other.text.types);
      return isMerged(table, other.text) && Object.hasOwn(properties, name);
    });
  }

  private query(): FormTexts {
    return this.once('query', () => FormTexts.parse(this.source.query));
  }

  /**
   * The style table has an ampersand between the pairs of an exploded list or object, cookies have a
   * semicolon; both are taken there.
   */
  private cookies(isList: boolean): FormTexts {
    const headers = (): readonly string[] =>
      this.source.request.headerValues(requestHeaders.cookie);
    return isList
      ? this.once('spread cookies', () => FormTexts.parseCookies(headers(), /[;&]/))
      : this.once('cookies', () => FormTexts.parseCookies(headers(), /;/));
  }

  private once(key: string, make: () => FormTexts): FormTexts {
    const form = this.forms.get(key) ?? make();
    this.forms.set(key, form);
    return form;
  }
}

/** An item of a header's list without the space around it (RFC 9110, section 5.6.1). */
function withoutSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return text.slice(start, end);
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
