import type { Note } from '../generated/types.js';

/** All notes, in memory: a database would keep them when the process ends. */
export class Notes {
  private readonly notes = new Map<number, Note>();
  private lastId = 0;

  add(text: string): Note {
    const note = { id: ++this.lastId, text, createdAt: new Date().toISOString() };
    this.notes.set(note.id, note);
    return note;
  }

  get(id: number): Note | undefined {
    return this.notes.get(id);
  }

  /** The first notes after an id. */
  page(after: number, limit: number): Note[] {
    return [...this.notes.values()].filter(({ id }) => id > after).slice(0, limit);
  }

  /** @returns undefined where there is no such note */
  replace(id: number, text: string): Note | undefined {
    const note = this.notes.get(id);
    if (note === undefined) return undefined;
    const changed = { ...note, text };
    this.notes.set(id, changed);
    return changed;
  }

  /** @returns false where there is no such note */
  delete(id: number): boolean {
    return this.notes.delete(id);
  }
}
