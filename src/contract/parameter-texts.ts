import type { CompiledContract, CompiledParameter, ParameterLocation } from './compiled-contract';
import { allTexts, deepTexts } from './text/deep-object';
import { FormTexts } from './text/form-texts';
import { requestHeaders } from './header-names';
import type { HttpRequest } from './http-message';
import { decodeForm, decodePercent, isPercentEncoded } from './text/percent-encoding';
import type { SentTexts } from './text/read-texts';
import type { PathParameters } from './router';
import { isSpread, propertyTypes, textTypes, type TextTypes } from './text/text-types';

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
    const texts = [...values, ...properties.texts(), ...(deep ? allTexts(deep) : [])];
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
        return { values, properties: NOTHING, decode: (value) => value.trim() };
      }
      case 'query': {
        const isReserved = 'style' in text && text.allowReserved === true;
        return this.inForm(parameter, this.query(), isReserved ? decodePercent : decodeForm);
      }
      case 'cookie': {
        const { types } = textTypes(this.contract.textTypes, text.types);
        const isStructured = types.includes('array') || types.includes('object');
        const form = this.cookies(isSpread(text) && isStructured);
        return this.inForm(parameter, form, decodePercent);
      }
    }
  }

  private inForm(
    parameter: CompiledParameter,
    form: FormTexts,
    decode: (text: string) => string,
  ): SentTexts {
    const { name, text } = parameter;
    if ('style' in text && text.style === 'deepObject') {
      return { values: [], properties: NOTHING, deep: deepTexts(form, name), decode };
    }
    const types = textTypes(this.contract.textTypes, text.types);
    const isObject = isSpread(text) && types.types.includes('object');
    const names = isObject ? this.propertyNames(parameter, types, form) : [];
    const values = form.of(name);
    const isOnce = parameter.in === 'cookie' && !(isSpread(text) && types.types.includes('array'));
    return {
      // A cookie may be set for several paths; the one of the longest comes first.
      values: isOnce ? values.slice(0, 1) : values,
      properties: form.only(names),
      decode,
    };
  }

  /** The names of an exploded object's properties: those it has itself, and those that nobody else has. */
  private propertyNames(parameter: CompiledParameter, types: TextTypes, form: FormTexts): string[] {
    return form.names().filter((name) => {
      if (Object.hasOwn(types.properties ?? {}, name)) return true;
      return propertyTypes(types, name) !== undefined && !this.isTaken(parameter.in, name);
    });
  }

  /** True for the name of a parameter, of a property of one, or of an API key. */
  private isTaken(location: ParameterLocation, name: string): boolean {
    const { securitySchemes, textTypes: table } = this.contract;
    const isKey = Object.values(securitySchemes).some(
      (scheme) => scheme.type === 'apiKey' && scheme.in === location && scheme.name === name,
    );
    return (
      isKey ||
      this.parameters.some((parameter) => {
        if (parameter.in !== location) return false;
        const { properties = {} } = textTypes(table, parameter.text.types);
        if (isSpread(parameter.text) && Object.hasOwn(properties, name)) return true;
        return parameter.name === name || name.startsWith(`${parameter.name}[`);
      })
    );
  }

  private query(): FormTexts {
    return this.once('query', () => FormTexts.parse(this.source.query));
  }

  /**
   * The style table has an ampersand between the pairs of an exploded list or object, cookies have a
   * semicolon; both are taken there.
   */
  private cookies(isSpread: boolean): FormTexts {
    const headers = (): readonly string[] =>
      this.source.request.headerValues(requestHeaders.cookie);
    return isSpread
      ? this.once('spread cookies', () => FormTexts.parseCookies(headers(), /[;&]/))
      : this.once('cookies', () => FormTexts.parseCookies(headers(), /;/));
  }

  private once(key: string, make: () => FormTexts): FormTexts {
    const form = this.forms.get(key) ?? make();
    this.forms.set(key, form);
    return form;
  }
}
