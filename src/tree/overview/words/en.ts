// A new overview.md in English.
import type { Settings } from '../../../options/options.ts';
import { templateText, type TemplateWords } from '../overview-template.ts';

const WORDS: TemplateWords = {
  opening: [
    'Your own memory outside the conversation: every prompt includes this file.',
    'Room is limited. You choose when to compact, what stays here, what moves away and which history can go.',
    'Use short bullet points.',
    'Change it with your write tool at working-memory/overview.md; the next request shows the new text.',
  ],
  sections: {
    task: [
      ['Current task', 'What was asked for, and how far along is it?'],
      ['Key decisions', 'What was decided, and for what reason?'],
      ['Known facts', 'Layout of the project, technology, important files'],
      ['Open questions', 'What is unanswered or blocks the work?'],
      ['Latest steps', 'The last few actions, if they help you resume'],
    ],
    project: [
      ['Core design principles', 'Design rules and their reasons'],
      ['Project context', 'Technology, important paths, commands'],
      ['Known problems', 'Current defects and limits'],
      ['Current session', 'Status, session id, what comes next'],
    ],
    yaml: [['Notes', 'Anything that fits none of the fields below']],
  },
  closing: [
    'context_meta shows how full the context is. Put longer notes in working-memory/detail/;',
    'paths are relative to the session directory.',
  ],
};

export const overviewTemplate = (kind: Settings['template']): string => templateText(WORDS, kind);
