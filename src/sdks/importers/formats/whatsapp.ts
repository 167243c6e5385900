// Reads WhatsApp's export of a chat: one text, in which each message begins with its date in the form of the phone's
// country.
import { invalidInput, kindOf } from '../../../errors.ts';
import type { NewMessage } from '../../../tree/transcript/transcript.ts';
import { checkNamed } from '../checks.ts';
import type { ConversationFormat } from '../conversation.ts';
import { Unreadable } from '../refusals.ts';
import { linesOf } from '../reading/text.ts';

/** Options of `whatsappChat`. */
export interface WhatsappOptions {
  /** Title of the conversation; default: the names of the speakers. */
  readonly title?: string;
  /** Whether 3/4 is the third of April; default: as the dates of the chat show, else yes. */
  readonly dayFirst?: boolean;
}

/** A message as it stands in the text: three numbers of a date, hours, minutes and seconds, speaker and words. */
interface Said {
  readonly date: readonly [string, string, string];
  readonly time: readonly [number, number, number];
  readonly name: string;
  text: string;
}

const LINE =
  /^\[?(\d{1,4})[./-](\d{1,2})[./-](\d{1,4}),?\s+(上午|下午|[ap]\.?m\.?)?\s?(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s?([ap])\.?\s?m\.?)?\]?(?:\s+-)?\s+(.*)$/iu;
/** Matches marks of the direction of writing. */
const INVISIBLE = /[\u200e\u200f\u202a-\u202e]/g;

/**
 * Reads a chat that WhatsApp exported as text, or the zip with it. Everybody in it speaks as a user, under their name.
 */
export function whatsappChat(options: WhatsappOptions = {}): ConversationFormat {
  checkNamed('options', options, ['title', 'dayFirst']);
  const { title, dayFirst } = options;
  if (title !== undefined && typeof title !== 'string') throw invalidInput('options.title', 'a text', kindOf(title));
  if (dayFirst !== undefined && typeof dayFirst !== 'boolean')
    throw invalidInput('options.dayFirst', 'true or false', kindOf(dayFirst));
  return {
    name: 'whatsapp',
    expected: 'a chat exported by WhatsApp: the .txt file, or the zip with it',
    files: /\.txt$/i,
    async *read({ text }) {
      const said: Said[] = [];
      let isNotice = true;
      for await (const raw of linesOf(text)) {
        const line = raw.replaceAll(INVISIBLE, '');
        const begun = begin(line);
        const last = said.at(-1);
        if (begun) {
          isNotice = begun.name === '';
          if (!isNotice) said.push(begun);
        } else if (last && !isNotice) last.text += `\n${line}`;
      }
      if (said.length === 0) throw new Unreadable('has no line that begins like "31/12/2024, 21:41 - Ann: …".');
      const isDayFirst = dayFirst ?? isDayFirstIn(said);
      const names = [...new Set(said.map(({ name }) => name))];
      yield {
        id: undefined,
        title: title ?? names.slice(0, 5).join(', '),
        messages: said.map((one): NewMessage => {
          return { role: 'user', name: one.name, text: one.text.trim(), at: timeOf(one, isDayFirst) };
        }),
      };
    },
  };
}

function begin(line: string): Said | undefined {
  const found = LINE.exec(line);
  if (!found) return undefined;
  const [, one = '', two = '', three = '', before = '', hours = '', minutes = '', seconds = '0', half = '', rest = ''] =
    found;
  const isAfternoon = before === '下午' || /^p/i.test(before || half);
  const is12 = before !== '' || half !== '';
  const hour = is12 ? (Number(hours) % 12) + (isAfternoon ? 12 : 0) : Number(hours);
  // A line without a speaker is a notice: "Ann joined".
  const [, name = '', text = ''] = /^([^:]{1,100}): ?(.*)$/.exec(rest) ?? [];
  return { date: [one, two, three], time: [hour, Number(minutes), Number(seconds)], name, text };
}

/**
 * Whether the day comes first. A number above 12 is a day; where no date has one, the order that goes back in time less
 * often decides.
 */
function isDayFirstIn(said: readonly Said[]): boolean {
  for (const { date } of said) {
    if (Number(date[0]) > 12) return true;
    if (Number(date[1]) > 12) return false;
  }
  const goesBack = (isDayFirst: boolean): number =>
    said.filter((one, index) => {
      const before = said[index - 1];
      return before !== undefined && timeOf(before, isDayFirst) > timeOf(one, isDayFirst);
    }).length;
  return goesBack(true) <= goesBack(false);
}

/** Returns the time, in the time zone of this device: a chat does not tell its own. */
function timeOf({ date: [one, two, three], time: [hour, minute, second] }: Said, isDayFirst: boolean): number {
  const isYearFirst = one.length === 4;
  const year = Number(isYearFirst ? one : three);
  const month = Number(isYearFirst || !isDayFirst ? (isYearFirst ? two : one) : two);
  const day = Number(isYearFirst ? three : isDayFirst ? one : two);
  return new Date(year < 100 ? 2000 + year : year, month - 1, day, hour, minute, second).getTime();
}
