import type { Resource } from '../../resources/index';

/** What was seen to hold at least once, so that it may be relied on. */
export class Beliefs {
  private readonly retrieved = new Set<Resource>();
  private readonly echoed = new Set<string>();

  /** Something that was created could be read under the id that was found. */
  retrieve(resource: Resource): void {
    this.retrieved.add(resource);
  }

  isRetrievable(resource: Resource): boolean {
    return this.retrieved.has(resource);
  }

  /** The service stores a member as it is sent. @param place a member of items of a resource */
  echo(resource: Resource, place: string): void {
    this.echoed.add(`${resource.itemPath} ${place}`);
  }

  isEchoed(resource: Resource, place: string): boolean {
    return this.echoed.has(`${resource.itemPath} ${place}`);
  }
}
