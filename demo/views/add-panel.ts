// The inputs of the page: drop zone, file picker, note, sample.
import type { Adding } from '../adding.ts';
import { fraction } from '../format.ts';
import { required } from './element.ts';

export function attachAddPanel(adding: Adding): void {
  attachFiles(adding);
  attachNote(adding);
  for (const id of ['sample', 'hint-sample']) {
    const button = required(id, HTMLButtonElement);
    button.addEventListener('click', () => void whileDisabled(button, () => adding.sample()));
  }
}

function attachFiles(adding: Adding): void {
  const zone = required('drop', HTMLDivElement);
  const picker = required('file', HTMLInputElement);
  picker.addEventListener('change', () => {
    const files = [...(picker.files ?? [])];
    // Emptied, so that choosing the same file again is a change too.
    picker.value = '';
    if (files.length > 0) void adding.files(files);
  });
  const mark = (isOver: boolean) => zone.classList.toggle('over', isOver);
  zone.addEventListener('dragenter', () => mark(true));
  zone.addEventListener('dragleave', (event) =>
    mark(event.relatedTarget instanceof Node && zone.contains(event.relatedTarget)),
  );
  zone.addEventListener('drop', (event) => {
    mark(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) void adding.files(files);
  });
  // Anywhere on the page: a file dropped beside the zone would otherwise replace the page.
  for (const type of ['dragover', 'drop'] as const) addEventListener(type, (event) => event.preventDefault());
}

function attachNote(adding: Adding): void {
  const note = required('note', HTMLTextAreaElement);
  const importance = required('note-importance', HTMLInputElement);
  const shown = required('note-importance-value', HTMLOutputElement);
  const form = required('note-form', HTMLFormElement);
  importance.addEventListener('input', () => (shown.value = fraction(importance.valueAsNumber)));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void add();
  });
  note.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });

  async function add(): Promise<void> {
    const text = note.value;
    const isDone = await adding.note(text, importance.valueAsNumber);
    // What was typed meanwhile is not thrown away.
    if (isDone && note.value === text) note.value = '';
    note.focus();
  }
}

async function whileDisabled(button: HTMLButtonElement, task: () => Promise<void>): Promise<void> {
  button.disabled = true;
  await task();
  button.disabled = false;
}
