import { randomUUID } from 'node:crypto';
import type { JsonObject } from './exact-json';

export interface StoredBook {
  readonly id: string;
  readonly addedAt: string;
  /** Number of changes of the book; its entity tag. */
  revision: number;
  fields: JsonObject;
  summary?: string;
}

export interface StoredHold {
  readonly id: bigint;
  readonly owner: string;
  readonly createdAt: string;
  readonly fields: JsonObject;
}

/** The data of one service, in memory. */
export class Store {
  readonly books = new Map<string, StoredBook>();
  /** Contains several members with one id if a service stores it again. */
  readonly members: JsonObject[] = [];
  readonly membersById = new Map<string, JsonObject>();
  readonly holds = new Map<string, StoredHold>();
  /** Holds by user and Idempotency-Key. */
  readonly holdsByKey = new Map<string, StoredHold>();
  latestBook = '';
  /** Begins beyond 2^53, so a client that reads ids as doubles finds nothing. */
  private nextHold = 2n ** 53n + 1n;

  constructor() {
    for (const fields of SEED_BOOKS) this.addBook(fields);
    this.addMember({ ...SEED_MEMBER, joinedAt: now() });
  }

  addBook(fields: JsonObject, addedAt = now()): StoredBook {
    const book = { id: randomUUID(), addedAt, revision: 1, fields };
    this.books.set(book.id, book);
    return book;
  }

  addMember(member: JsonObject): void {
    this.members.push(member);
    this.membersById.set(String(member.id), member);
  }

  addHold(owner: string, fields: JsonObject): StoredHold {
    const hold = { id: this.nextHold, owner, createdAt: now(), fields };
    this.nextHold += 2n;
    this.holds.set(String(hold.id), hold);
    return hold;
  }
}

export const now = (): string => new Date().toISOString();

const author = { name: 'Ada Moss', role: 'author' };

const SEED_BOOKS: readonly JsonObject[] = Array.from({ length: 12 }, (_, index) => ({
  title: `Volume ${index + 1}`,
  medium: 'print',
  pages: 100 + index,
  genre: ['novel', 'essay', 'drama'][index % 3],
  language: ['en', 'de'][index % 2],
  contributors: [author],
}));

const SEED_MEMBER = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Ben Fern',
  email: 'ben@library.example',
  password: 'a long password',
};
