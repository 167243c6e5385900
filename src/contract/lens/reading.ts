// Checks of the lens's answers about a message.
import { sized } from '../../context/media/sized.ts';
import { expectEqual, expectFields, expectTrue, isEqual, shown } from '../expectations.ts';
import type { Checks } from '../suite.ts';
import { answersOf, corrupted, frozen, type LensSubject, messagesOf, withOneTextChanged } from './subject.ts';
import type { MessageFormat, Script } from './script.ts';

const runsOf = (roles: readonly (string | undefined)[]): (string | undefined)[] =>
  roles.filter((role, index) => index === 0 || role !== roles[index - 1]);

/** The head of a PNG of 640 by 480 pixels. */
const SCREENSHOT = 'iVBORw0KGgoAAAANSUhEUgAAAoAAAAHgCAYAAAAAAAAAAAAAAAA=';

const messageWith = ({ build }: MessageFormat, image?: string): object =>
  build([{ role: 'user', text: 'Look', ...(image !== undefined && { image }) }])[0] as object;

export const readingChecks = (images: boolean): Checks<LensSubject> => ({
  'tells who speaks, in the order of the conversation'({ format, scripts }) {
    for (const script of scripts) {
      const spoken = script.map(({ role }) => role).filter((role) => format.carries.system || role !== 'system');
      const roles = format.build(script).map((message) => format.lens.role(message));
      expectEqual(runsOf(roles), runsOf(spoken), `who speaks in ${shown(script)}`);
    }
  },

  'gives out every text, every call and every result, in order'({ format, scripts }) {
    for (const script of scripts) givesOutAll(format, script);
  },

  'tells of every change of the texts that a model reads'(subject) {
    const { lens, silent } = subject.format;
    for (const message of messagesOf(subject)) {
      const before = answersOf(lens, message);
      for (const changed of withOneTextChanged(message, silent)) {
        expectTrue(
          !isEqual(answersOf(lens, changed as object), before),
          `the answers are the same for ${shown(message)} and ${shown(changed)}`,
        );
      }
    }
  },

  'is silent about marks for the provider'(subject) {
    const { lens, marked } = subject.format;
    for (const message of messagesOf(subject)) {
      expectEqual(answersOf(lens, marked(message)), answersOf(lens, message), 'the reading of a marked message');
    }
  },

  ...(images && pictureChecks),

  'answers the same after structuredClone and after JSON'(subject) {
    const { lens } = subject.format;
    for (const message of messagesOf(subject)) {
      const found = answersOf(lens, message);
      expectEqual(answersOf(lens, structuredClone(message)), found, 'the reading of a clone');
      expectEqual(answersOf(lens, JSON.parse(JSON.stringify(message)) as object), found, 'the reading after JSON');
    }
  },

  'answers whatever it is given'({ format, scripts, values }) {
    // One message of a conversation for each value, replacing every part of it in turn.
    for (const [place, by] of values.entries()) {
      const messages = format.build(scripts[place % scripts.length] as Script);
      for (const weird of corrupted(messages[place % messages.length], by)) {
        const { text, calls, results } = answersOf(format.lens, weird as object);
        const texts = [text, ...[...calls, ...results].flatMap((entry) => Object.values(entry) as unknown[])];
        expectTrue(
          texts.every((answer) => typeof answer === 'string'),
          `not every answer is a text for ${shown(weird)}: ${shown(texts)}`,
        );
      }
    }
  },
});

function givesOutAll({ lens, build, carries }: MessageFormat, script: Script): void {
  const found = build(script).map((message) => answersOf(lens, message));
  const carried = carries.calls ? script : [];
  expectEqual(
    found.flatMap(({ calls }) => calls),
    carried.flatMap((entry) => ('calls' in entry ? (entry.calls ?? []) : [])),
    'the calls',
  );
  expectEqual(
    found.flatMap(({ results }) => results),
    carried.flatMap((entry) => ('results' in entry ? entry.results : [])),
    'the results',
  );
  const all = found.map(({ text }) => text).join('\n');
  let at = 0;
  for (const entry of script) {
    if (entry.role === 'system' && !carries.system) continue;
    const texts = [
      ...(carries.reasoning && 'reasoning' in entry ? [entry.reasoning ?? ''] : []),
      ...('text' in entry ? [entry.text] : []),
    ];
    for (const text of texts) {
      const next = all.indexOf(text, at);
      expectTrue(next >= at, `${shown(text)} is not behind ${at} in ${shown(all)}`);
      at = next + text.length;
    }
  }
}

const pictureChecks: Checks<LensSubject> = {
  'names an image in brackets, one unlike another'({ format }) {
    const seen = (image: string): string => format.lens.text(messageWith(format, image));
    const text = seen('AAAA');
    expectTrue(/\[[^\n]+, \d+ bytes, [0-9a-f]+\]/.test(text), `an image is ${shown(text)}`);
    expectTrue(text.includes('Look'), `the text beside an image is not in ${shown(text)}`);
    expectTrue(seen('AAAB') !== text, `two images are both ${shown(text)}`);
  },

  'tells of a picture with its size, and puts a text in its place'({ format }) {
    const { lens } = format;
    const message = frozen(messageWith(format, SCREENSHOT));
    const media = lens.media?.(message).map(sized) ?? [];
    expectEqual(media.length, 1, 'the number of media');
    expectFields(media[0], { kind: 'picture', width: 640, height: 480 }, 'the picture');
    const without = lens.withoutMedia?.(message, ['[gone]']) as object;
    expectEqual(lens.media?.(without), [], 'the media of a message without them');
    const text = lens.text(without);
    expectTrue(text.includes('[gone]') && text.includes('Look'), `the text in its place is ${shown(text)}`);
    expectEqual(lens.media?.(messageWith(format)), [], 'the media of a text');
  },
};
