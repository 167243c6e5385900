// The editor of overview.md: saves only over what it read, shows both texts when somebody else was faster.
import type { Commit, Document, WorkingMemory } from 'working-memory';
import type { Messages } from '../adding.ts';
import { counted, dateAndTime } from '../format.ts';
import { required, setText } from './element.ts';

const PATH = 'overview.md';

export function attachOverview(memory: WorkingMemory, messages: Messages) {
  const editor = required('overview', HTMLTextAreaElement);
  const save = required('overview-save', HTMLButtonElement);
  const note = required('overview-note', HTMLParagraphElement);
  const conflict = required('overview-conflict', HTMLDivElement);
  const conflictTitle = required('overview-conflict-title', HTMLHeadingElement);
  const theirs = required('overview-theirs', HTMLPreElement);
  let base: Pick<Document, 'revision' | 'updatedAt' | 'source'> | undefined;
  /** As the editor shows it: a textarea has its own line breaks. */
  let unchanged = '';
  let rival: Document | undefined;
  let isSaving = false;

  const isDirty = () => editor.value !== unchanged;

  function describe(): void {
    if (!base) return;
    const state = isDirty() ? 'not saved yet' : `saved ${dateAndTime(base.updatedAt)}`;
    setText(
      note,
      `Revision ${base.revision} by ${base.source}, ${state}. ${counted(editor.value.length, 'character')}.`,
    );
  }

  function load(document: Document): void {
    base = document;
    editor.value = document.text;
    unchanged = editor.value;
    showConflict(undefined);
    describe();
  }

  function showConflict(document: Document | undefined): void {
    rival = document;
    conflict.hidden = document === undefined;
    save.disabled = document !== undefined;
    theirs.textContent = document?.text ?? '';
    if (document) conflictTitle.focus();
  }

  async function write(baseRevision: number): Promise<void> {
    if (isSaving) return;
    isSaving = true;
    const text = editor.value;
    try {
      const result = await memory.files.write(PATH, text, { baseRevision });
      if (result.status === 'conflict') {
        showConflict(result.current);
        messages.warn(`${PATH} was changed meanwhile; nothing was written. Choose which text stays.`);
      } else {
        base = { revision: result.revision, updatedAt: Date.now(), source: 'user' };
        unchanged = text;
        showConflict(undefined);
        messages.say(`${PATH} is saved as revision ${result.revision}.`);
      }
    } catch (error) {
      messages.fail(error);
    }
    isSaving = false;
    describe();
    // Somebody may have written right after us.
    await follow();
  }

  /** Takes over a newer text, unless there is work in the editor that it would destroy. */
  async function follow(): Promise<void> {
    if (isSaving) return;
    try {
      const document = await memory.files.read(PATH);
      if (!base) return load(document);
      if (isSaving || document.revision <= base.revision) return;
      if (!isDirty()) return load(document);
      if (rival) showConflict(document);
      setText(
        note,
        `Revision ${document.revision} was saved elsewhere. Your text is untouched; saving lets you choose.`,
      );
    } catch (error) {
      messages.fail(error);
    }
  }

  editor.addEventListener('input', describe);
  save.addEventListener('click', () => void (base && write(base.revision)));
  required('overview-write-mine', HTMLButtonElement).addEventListener(
    'click',
    () => void (rival && write(rival.revision)),
  );
  required('overview-keep-theirs', HTMLButtonElement).addEventListener('click', () => {
    if (!rival) return;
    messages.say(`${PATH} shows their text, revision ${rival.revision}.`);
    load(rival);
    editor.focus();
  });

  return {
    load: follow,
    onCommit({ events }: Commit): void {
      if (events.some((event) => event.type === 'file-written' && event.path === PATH)) void follow();
    },
  };
}
