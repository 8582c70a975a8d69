import { BaseResolver, isAbsoluteUrl, ResolveError, type Source } from '@redocly/openapi-core';

/**
 * Reads what a document or a configuration refers to: files of this machine for a configuration, and
 * nothing for a document, of which all files are read before.
 */
export class OfflineResolver extends BaseResolver {
  /** @param files whether files may be read */
  constructor(private readonly files: boolean) {
    super();
  }

  /** @throws ResolveError for anything that would have to be fetched */
  override async loadExternalRef(reference: string): Promise<Source> {
    if (this.files && !isAbsoluteUrl(reference)) return super.loadExternalRef(reference);
    throw new ResolveError(new Error('it is not on this machine, and nothing is fetched'));
  }
}
