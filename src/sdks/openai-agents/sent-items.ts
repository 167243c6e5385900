// Remembers the items that stood in the place of others in a request: the SDK's session keeps what the model read, the
// memory the app's own items.
import { fields, string } from '../lenses/fields.ts';
import { openaiAgents, type OpenAiAgentsItem } from '../lenses/openai/agents.ts';

export class SentItems {
  /** Own item by the JSON of the sent one; undefined: the memory added it. */
  readonly #sources = new Map<string, OpenAiAgentsItem | undefined>();

  /** Remembers which items a request changed or added. @param sent the prepared request for `list` */
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

  /** Returns the list with the app's own items, without those that the memory added. */
  own(items: readonly OpenAiAgentsItem[]): OpenAiAgentsItem[] {
    if (this.#sources.size === 0) return [...items];
    return items.flatMap((item) => {
      const json = JSON.stringify(item);
      if (!this.#sources.has(json)) return [item];
      return this.#sources.get(json) ?? [];
    });
  }
}

/**
 * Whether the sent item may come from this one. A request changes an item by a text at its end, a shorter result, or by
 * leaving reasoning out.
 */
function isSourceOf(source: OpenAiAgentsItem, sent: OpenAiAgentsItem): boolean {
  const [one, other] = [fields(source), fields(sent)];
  if (openaiAgents.role(source) !== openaiAgents.role(sent) || one.type !== other.type) return false;
  if (string(one.callId) !== '') return one.callId === other.callId;
  return openaiAgents.text(sent).startsWith(openaiAgents.text(source));
}
