/** What may be in one LinkedSet at a time. */
export interface Linked<Member> {
  previous: Member | undefined;
  next: Member | undefined;
}

/**
 * A set in the order of addition, for members that come and go with connections or requests. V8's own Set keeps the
 * tables that it has replaced, and with them what they held, until a full collection.
 */
export class LinkedSet<Member extends Linked<Member>> implements Iterable<Member> {
  size = 0;
  private first: Member | undefined;
  private last: Member | undefined;

  add(member: Member): void {
    member.previous = this.last;
    if (this.last === undefined) this.first = member;
    else this.last.next = member;
    this.last = member;
    this.size++;
  }

  /** @returns false for what is not in it */
  delete(member: Member): boolean {
    const { previous, next } = member;
    if (previous === undefined && this.first !== member) return false;
    if (previous === undefined) this.first = next;
    else previous.next = next;
    if (next === undefined) this.last = previous;
    else next.previous = previous;
    // Nothing that has left leads to what came later.
    member.previous = undefined;
    member.next = undefined;
    this.size--;
    return true;
  }

  /** The member at hand may be deleted. */
  *[Symbol.iterator](): Generator<Member> {
    for (let member = this.first, next; member !== undefined; member = next) {
      ({ next } = member);
      yield member;
    }
  }
}
