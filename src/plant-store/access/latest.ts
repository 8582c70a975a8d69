/** Entries that are kept, the latest: of tokens, some 5 MB. */
const MAX_ENTRIES = 10_000;

/** Values by key, of which those that were put longest ago are forgotten. */
export class Latest<Value> {
  private readonly values = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.values.get(key);
  }

  put(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size <= MAX_ENTRIES) return;
    const [oldest] = this.values.keys();
    if (oldest !== undefined) this.values.delete(oldest);
  }

  delete(key: string): void {
    this.values.delete(key);
  }
}
