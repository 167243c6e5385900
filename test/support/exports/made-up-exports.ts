// Made-up exports of other apps, in the format of each.

interface SaidInChat {
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  readonly text: string;
}

const START = 1_700_000_000;

/** Returns a conversation as ChatGPT exports it: one branch below an empty root. */
export function chatgptConversation(id: string, title: string, said: readonly SaidInChat[], from = START): object {
  const ids = said.map((_, place) => `${id}-${place}`);
  const node = (place: number): object => ({
    id: ids[place],
    message: {
      id: ids[place],
      author: { role: said[place]?.role, name: null, metadata: {} },
      create_time: from + 60 * place,
      update_time: null,
      content: { content_type: 'text', parts: [said[place]?.text] },
      status: 'finished_successfully',
      end_turn: true,
      weight: 1,
      metadata: { model_slug: 'gpt-4o', timestamp_: 'absolute', message_type: null },
      recipient: 'all',
    },
    parent: place === 0 ? 'root' : ids[place - 1],
    children: ids.slice(place + 1, place + 2),
  });
  return {
    title,
    create_time: from,
    update_time: from + 60 * said.length,
    mapping: {
      root: { id: 'root', message: null, parent: null, children: ids.slice(0, 1) },
      ...Object.fromEntries(ids.map((each, place) => [each, node(place)])),
    },
    moderation_results: [],
    current_node: ids.at(-1) ?? 'root',
    conversation_id: id,
    id,
  };
}

const SUBJECTS = ['a bridge', 'the garden', 'a recipe', 'the tax form', 'a poem', 'my bicycle', 'the router', 'a trip'];

/** Returns conversations.json of about `length` characters; each message contains a unique word: `word-3-7`. */
export function chatgptExportOf(length: number, messagesEach = 20): { json: string; conversations: number } {
  const whole: string[] = [];
  for (let size = 0; size < length;) {
    const number = whole.length;
    const said = Array.from({ length: messagesEach }, (_, place): SaidInChat => {
      const subject = SUBJECTS[(number + place) % SUBJECTS.length];
      const sentence = `What we said of ${subject} the other day still holds, and we look at it again tomorrow. `;
      return {
        role: place % 2 === 0 ? 'user' : 'assistant',
        text: `word-${number}-${place} ${sentence.repeat(place % 2 === 0 ? 1 : 10)}`,
      };
    });
    const json = JSON.stringify(chatgptConversation(`c-${number}`, `Of ${SUBJECTS[number % 8]} ${number}`, said));
    whole.push(json);
    size += json.length;
  }
  return { json: `[${whole.join(', ')}]`, conversations: whole.length };
}

export const claudeConversation = (uuid: string, name: string, said: readonly SaidInChat[]): object => ({
  uuid,
  name,
  created_at: '2025-03-01T10:00:00.000000+00:00',
  updated_at: '2025-03-01T11:00:00.000000+00:00',
  account: { uuid: 'account' },
  chat_messages: said.map(({ role, text }, place) => ({
    uuid: `${uuid}-${place}`,
    text,
    content: [{ start_timestamp: null, type: 'text', text, citations: [] }],
    sender: role === 'user' ? 'human' : 'assistant',
    created_at: `2025-03-01T10:0${place}:00.000000+00:00`,
    attachments: [],
    files: [],
  })),
});
