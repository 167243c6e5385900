// What was sent in the place of an item: the SDK keeps in a session what the model read, and the memory the app's own item.
import { fields, string } from '../lenses/fields.ts';
import { openaiAgents, type OpenAiAgentsItem } from '../lenses/openai/agents.ts';

export class SentItems {
  /** By the JSON of what was sent; undefined: the memory added it. */
  readonly #sources = new Map<string, OpenAiAgentsItem | undefined>();

  /** @param sent the prepared request for `list` */
  keep(list: readonly OpenAiAgentsItem[], sent: readonly OpenAiAgentsItem[]): void {
    const own = new Set(list);
    const shown = new Set(sent);
    const changed = list.filter((item) => !shown.has(item));
    for (const item of sent) {
      if (own.has(item)) continue;
      this.#sources.set(
        JSON.stringify(item),
        changed.find((each) => isSourceOf(each, item)),
      );
    }
  }

  /** The same list with the app's own items, without what the memory added. */
  own(items: readonly OpenAiAgentsItem[]): OpenAiAgentsItem[] {
    if (this.#sources.size === 0) return [...items];
    return items.flatMap((item) => {
      const json = JSON.stringify(item);
      if (!this.#sources.has(json)) return [item];
      return this.#sources.get(json) ?? [];
    });
  }
}

/** A request changes an item by a text at its end, a shorter result, or by leaving reasoning out. */
function isSourceOf(source: OpenAiAgentsItem, sent: OpenAiAgentsItem): boolean {
  const [one, other] = [fields(source), fields(sent)];
  if (openaiAgents.role(source) !== openaiAgents.role(sent) || one.type !== other.type) return false;
  if (string(one.callId) !== '') return one.callId === other.callId;
  return openaiAgents.text(sent).startsWith(openaiAgents.text(source));
}
