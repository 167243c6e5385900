// English wording of the story's agent.
import type { Wording } from '../scene.ts';

export const EN: Wording = {
  notes: {
    title: 'Release 3.2 of Lantern',
    task: 'Now',
    sections: [
      { title: 'Decisions', mark: 'Decided:' },
      { title: 'Facts', mark: 'Noted:' },
      { title: 'Open', mark: 'Open:' },
    ],
    done: 'Done:',
    dash: ' – ',
  },
  reminded: 'My notes are out of date, and I have been reminded of it: first I bring overview.md up to date.',
  compacting: (percent) =>
    `The window is ${percent}% full. What is older stands in my notes, so it can go out of sight; its full text goes to a file.`,
  listSeparator: ', ',
  missing: (names) =>
    `I cannot answer this: ${names.join(', ')} stands nowhere in the prompt that I was sent. My memory has not delivered it.`,
  unseen: 'I do not know: it is not in the part of the conversation that I was sent.',
  found: (answer) => `I only know how to plan release 3.2, but this is what my memory holds about it:\n\n${answer}`,
};
