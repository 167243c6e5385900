// The session tree, live: a written file lights up, and its change opens.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useCell } from '../../state/cell.ts';
import type { Stage } from '../../state/stage.ts';
import { download, takeFiles } from '../../state/tree-files.ts';
import type { TreeFile } from '../../state/tree-state.ts';
import { useWords } from '../../words/words.ts';
import { FilePane } from './file-pane.tsx';

export function Tree({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const files = useCell(stage.tree.files);
  const chosen = useCell(stage.chosenFile);
  const changed = useCell(stage.tree.changed);
  const [isOver, setOver] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const take = (list: FileList | null | undefined): void => {
    const taken = [...(list ?? [])];
    if (taken.length > 0) void takeFiles({ memory: stage.memory(), notices: stage.notices, words }, taken);
  };

  // The changed file opens, unless somebody is editing.
  useEffect(() => {
    if (changed !== undefined && !isEditing) stage.chosenFile.set(changed);
  }, [changed, files]);

  useEffect(() => {
    list.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, files.length]);

  const file = files.find(({ document }) => document.path === chosen) ?? files[0];
  return (
    <section
      class="part tree"
      aria-labelledby="tree-heading"
      data-testid="tree"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <header class="part-head">
        <h2 id="tree-heading">{words.tree.heading}</h2>
        <div class="buttons">
          <button type="button" class="plain" onClick={() => picker.current?.click()}>
            {words.tree.add}
          </button>
          <button type="button" class="plain" data-testid="export" onClick={() => void exportZip(stage)}>
            {words.tree.exportZip}
          </button>
          <button type="button" class="plain" onClick={() => void persist(stage)}>
            {words.tree.persist}
          </button>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={words.tree.add}
            data-testid="files"
            onChange={({ currentTarget }) => {
              take(currentTarget.files);
              // Reset, so that choosing the same file again is a change as well.
              currentTarget.value = '';
            }}
          />
        </div>
      </header>
      <ul class="files" ref={list} aria-label={words.tree.files}>
        {files.map((entry) => (
          <FileRow
            key={entry.document.path}
            file={entry}
            isChosen={entry === file}
            onChoose={() => stage.chosenFile.set(entry.document.path)}
          />
        ))}
      </ul>
      {file && <FilePane key={file.document.path} file={file} stage={stage} onEditing={setEditing} />}
      <p class="quiet hint">{words.tree.drop}</p>
    </section>
  );
}

interface FileRowProps {
  readonly file: TreeFile;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** Duration of the fading light, ms. */
const LIT_MS = 1400;

function FileRow({ file, isChosen, onChoose }: FileRowProps) {
  const { document, bytes, changes } = file;
  const [faded, fade] = useState(0);
  // Removes the light even while hidden: otherwise a list that comes into view would light up again.
  useEffect(() => {
    const timer = setTimeout(() => fade(changes), LIT_MS);
    return () => clearTimeout(timer);
  }, [changes]);
  const { path } = document;
  const slash = path.indexOf('/');
  return (
    <li>
      <button
        type="button"
        class="file"
        data-path={path}
        aria-pressed={isChosen}
        draggable
        onDragStart={({ dataTransfer }) => {
          const name = path.replaceAll('/', '-');
          const address = URL.createObjectURL(new Blob([document.text], { type: 'text/markdown' }));
          dataTransfer?.setData('DownloadURL', `text/markdown:${name}:${address}`);
          dataTransfer?.setData('text/plain', document.text);
        }}
        onClick={onChoose}
      >
        {/* The key replaces the element on every change, which restarts the animation. */}
        {changes > faded && <span key={changes} class="written" />}
        <span class="file-name">
          {slash > 0 && <span class="quiet">{path.slice(0, slash + 1)}</span>}
          {path.slice(slash + 1)}
        </span>
        <span class="number quiet">{bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`}</span>
      </button>
    </li>
  );
}

async function exportZip({ memory, address, notices, words }: Stage): Promise<void> {
  try {
    const name = `${address.session}.zip`;
    download(name, (await memory().export()) as BlobPart, 'application/zip');
    notices.say(words.tree.exported(name));
  } catch (error) {
    notices.fail(error);
  }
}

async function persist({ notices, words }: Stage): Promise<void> {
  try {
    if (!navigator.storage?.persist) return notices.say(words.tree.noPersist);
    notices.say((await navigator.storage.persist()) ? words.tree.persisted : words.tree.notPersisted);
  } catch (error) {
    notices.fail(error);
  }
}
