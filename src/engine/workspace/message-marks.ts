// The messages of a workspace as numbers: they far outnumber everything else, and an object for each would outweigh all
// that the kernel holds of them.
import type { Message } from '../../tree/transcript/transcript.ts';
import type { MessageMark } from '../recall/entries.ts';

/** Fields that decide whether messages may be told; many messages share one object. */
interface Kind extends Omit<MessageMark, 'index'> {
  /** Whether a list contained it; other messages were appended. */
  readonly isListed: boolean;
}

export class MessageMarks {
  readonly #sessions = new Numbered<string>();
  readonly #kinds = new Numbered<Kind>();
  /** Three numbers for each message: its session, its index in it, and its kind. */
  readonly #numbers: number[] = [];

  /** Returns the place of the message, from 0. */
  add(session: string, { index, role, trust, hash }: Pick<Message, 'index' | 'role' | 'trust' | 'hash'>): number {
    const isListed = hash !== undefined;
    const name = `${trust} ${role} ${isListed}`;
    const kind = this.#kinds.number(name, () => ({ trust, filterable: { role }, isListed }));
    return (
      this.#numbers.push(
        this.#sessions.number(session, () => session),
        index,
        kind,
      ) /
        3 -
      1
    );
  }

  at(place: number): { readonly session: string; readonly isListed: boolean; readonly message: MessageMark } {
    const [session, index, number] = this.#numbers.slice(3 * place, 3 * place + 3) as [number, number, number];
    const { isListed, ...kind } = this.#kinds.at(number);
    return { session: this.#sessions.at(session), isListed, message: { index, ...kind } };
  }

  clear(): void {
    this.#sessions.clear();
    this.#kinds.clear();
    this.#numbers.length = 0;
  }
}

class Numbered<Value> {
  readonly #numbers = new Map<string, number>();
  readonly #values: Value[] = [];

  number(name: string, make: () => Value): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#values.length);
    return this.#values.push(make()) - 1;
  }

  at(number: number): Value {
    return this.#values[number] as Value;
  }

  clear(): void {
    this.#numbers.clear();
    this.#values.length = 0;
  }
}
