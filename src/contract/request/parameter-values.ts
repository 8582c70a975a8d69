import type { CompiledContract, CompiledParameter } from '../compiled-contract';
import { requestHeaders } from '../header-names';
import type { HttpRequest } from '../http-message';
import type { PathParameters } from '../routing/router';
import { NameValues, parseCookies, parsePairs } from './serialization/name-values';
import { decodeHeader, decodePercent, isPercentEncoded } from './serialization/percent-encoding';
import { isSent, sentTexts, type SentValues } from './serialization/readings';
import { isSeveralTexts, SentNames } from './serialization/sent-names';

/** Where parameters are found. */
export interface ParameterSource {
  readonly request: HttpRequest;
  /** Raw, by the name in the path template. */
  readonly path: PathParameters;
  /** The raw query string. */
  readonly query: string;
}

/**
 * Finds what was sent for each parameter of an operation, still encoded. Query and cookies are split
 * once for all of them. What no parameter takes is ignored.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-locations
 */
export class ParameterValues {
  private readonly names = new Map<string, SentNames>();

  /** @param parameters all of the operation */
  constructor(
    private readonly contract: CompiledContract,
    private readonly parameters: readonly CompiledParameter[],
    private readonly source: ParameterSource,
  ) {}

  /** @returns undefined when nothing was sent; a fault when its percent-encoding is broken */
  of(parameter: CompiledParameter): SentValues | { readonly fault: string } | undefined {
    const sent = this.find(parameter);
    if (!isSent(sent)) return undefined;
    // Fields are not percent-encoded: their values may hold all visible characters as they are.
    const isReadable = parameter.in === 'header' || sentTexts(sent).every(isPercentEncoded);
    return isReadable ? sent : { fault: 'is not percent-encoded UTF-8' };
  }

  private find(parameter: CompiledParameter): SentValues {
    const { name, serialization } = parameter;
    switch (parameter.in) {
      case 'path': {
        const value = this.source.path[name];
        const values = value === undefined ? [] : [value];
        return { values, decode: decodePercent };
      }
      case 'header': {
        const values = this.source.request.headerValues(name.toLowerCase());
        return { values, decode: decodeHeader };
      }
      case 'query':
        return this.namesIn('query').of(parameter);
      case 'cookie': {
        const isList = isSeveralTexts(this.contract.valueTypes, serialization);
        const sent = this.namesIn('cookie', isList).of(parameter, decodePercent);
        // A cookie may be set for several paths; the one of the longest comes first.
        return isList ? sent : { ...sent, values: sent.values.slice(0, 1) };
      }
    }
  }

  /**
   * The names of the query or of the cookies. The style table has an ampersand between the pairs of an
   * exploded list or object, cookies have a semicolon; both are taken there.
   */
  private namesIn(location: 'query' | 'cookie', isList = false): SentNames {
    const key = isList ? `${location} lists` : location;
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const { request, query } = this.source;
    const pairs =
      location === 'query'
        ? parsePairs(query)
        : parseCookies(request.headerValues(requestHeaders.cookie), isList ? /[;&]/ : /;/);
    const { valueTypes, securitySchemes } = this.contract;
    const isKey = (name: string): boolean =>
      Object.values(securitySchemes).some(
        (scheme) => scheme.type === 'apiKey' && scheme.in === location && scheme.name === name,
      );
    const all = this.parameters.filter((parameter) => parameter.in === location);
    const names = new SentNames(valueTypes, new NameValues(pairs), all, isKey);
    this.names.set(key, names);
    return names;
  }
}
