// One file: its text, its last change, and an editor that never overwrites another writer's change.
import type { WriteResult } from 'working-memory';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Stage } from '../../state/stage.ts';
import { download } from '../../state/tree-files.ts';
import type { TreeFile } from '../../state/tree-state.ts';
import { useWords } from '../../words/words.ts';
import { ChangeList } from '../change-list.tsx';

type View = 'text' | 'change' | 'edit';
type Conflict = Extract<WriteResult, { status: 'conflict' }>;

export interface FilePaneProps {
  readonly file: TreeFile;
  readonly stage: Stage;
  readonly onEditing: (isEditing: boolean) => void;
}

export function FilePane({ file, stage, onEditing }: FilePaneProps) {
  const words = useWords();
  const { document, former, changes } = file;
  const { path, text, revision, source } = document;
  const [view, setView] = useState<View>(changes > 0 ? 'change' : 'text');
  const show = (next: View): void => {
    setView(next);
    onEditing(next === 'edit');
  };
  // An incoming change opens, unless the reader is editing.
  useEffect(() => {
    if (changes > 0 && view !== 'edit') setView('change');
  }, [changes]);
  useEffect(() => () => onEditing(false), []);

  return (
    <div class="file-pane">
      <div class="file-bar">
        <div class="segments" role="group" aria-label={path}>
          {(['text', 'change', 'edit'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              data-testid={`file-${name}`}
              onClick={() => show(name)}
            >
              {name === 'text' ? words.tree.view : name === 'change' ? words.tree.diff : words.tree.edit}
            </button>
          ))}
        </div>
        <span class="quiet number" data-testid="revision">
          {words.tree.revision(revision)} · {words.tree.writer[source] ?? source}
        </span>
        <button type="button" class="plain" onClick={() => download(path.replaceAll('/', '-'), text, 'text/markdown')}>
          {words.tree.download}
        </button>
        {path !== 'overview.md' && (
          <button type="button" class="plain" onClick={() => void remove(stage, path)}>
            {words.tree.remove}
          </button>
        )}
      </div>
      {view === 'text' && (
        <pre class="file-text" tabIndex={0} data-testid="file-content">
          {text || words.tree.empty}
        </pre>
      )}
      {view === 'change' && <LastChange file={file} former={former} stage={stage} />}
      {view === 'edit' && <Editor file={file} stage={stage} onDone={() => show('text')} />}
    </div>
  );
}

/** Shows the latest change; where this page did not see it, the file's history has the former text. */
function LastChange({ file, former, stage }: { file: TreeFile; former: string | undefined; stage: Stage }) {
  const words = useWords();
  const { path, text } = file.document;
  const [before, setBefore] = useState(former);
  useEffect(() => {
    if (former !== undefined) return setBefore(former);
    let isCurrent = true;
    stage
      .memory()
      .files.history(path)
      .then((revisions) => isCurrent && setBefore(revisions.at(-1)?.text ?? ''))
      .catch(stage.notices.fail);
    return () => {
      isCurrent = false;
    };
  }, [file]);
  if (before === undefined) return null;
  return <ChangeList before={before} after={text} label={words.tree.diff} />;
}

function Editor({ file, stage, onDone }: { file: TreeFile; stage: Stage; onDone: () => void }) {
  const words = useWords();
  // The revision at the start of editing, which is the base of the write.
  const [{ path, text, revision }] = useState(file.document);
  const [conflict, setConflict] = useState<Conflict>();
  const area = useRef<HTMLTextAreaElement>(null);

  async function save(force: boolean): Promise<void> {
    try {
      const options = force ? { force } : { baseRevision: revision };
      const result = await stage.memory().files.write(path, area.current?.value ?? '', options);
      if (result.status === 'conflict') return setConflict(result);
      stage.notices.say(words.tree.saved(path, result.revision));
      onDone();
    } catch (error) {
      stage.notices.fail(error);
    }
  }

  return (
    <div class="editor">
      <textarea
        ref={area}
        aria-label={words.tree.editor(path)}
        data-testid="editor"
        spellcheck={false}
        defaultValue={text}
      />

      {conflict && (
        <div class="conflict" role="alert" data-testid="conflict">
          <p>{conflict.reason === 'shrinks' ? words.tree.shrinks : words.tree.conflict}</p>
          <ChangeList before={conflict.current.text} after={area.current?.value ?? ''} label={words.tree.conflict} />
        </div>
      )}
      <div class="buttons">
        <button type="button" class="primary" data-testid="save" onClick={() => void save(conflict !== undefined)}>
          {conflict ? words.tree.saveAnyway : words.tree.save}
        </button>
        <button type="button" onClick={onDone}>
          {words.tree.cancel}
        </button>
      </div>
    </div>
  );
}

async function remove({ memory, notices, words }: Stage, path: string): Promise<void> {
  try {
    await memory().files.delete(path);
    notices.say(words.tree.removed(path));
  } catch (error) {
    notices.fail(error);
  }
}
