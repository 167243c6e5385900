// The one line in which the page talks to its user.
import type { Messages } from '../adding.ts';
import { errorText } from '../format.ts';
import { required } from './element.ts';

export function createMessageLine(): Messages {
  const bar = required('message-bar', HTMLDivElement);
  const line = required('message', HTMLParagraphElement);
  const show = (text: string, tone: 'plain' | 'warning' | 'error') => {
    bar.dataset['tone'] = tone;
    line.textContent = text;
  };
  required('message-close', HTMLButtonElement).addEventListener('click', () => show('', 'plain'));
  return {
    say: (text) => show(text, 'plain'),
    warn: (text) => show(text, 'warning'),
    fail: (error) => show(errorText(error), 'error'),
  };
}
