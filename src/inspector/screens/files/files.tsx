// The files of the session, their kept revisions, and the difference between any two.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FileEntry } from '../../../api/files.ts';
import type { ScreenProps } from '../../views/screen-props.ts';
import { useAnswer } from '../../views/follow.ts';
import { errorText, useWords } from '../../views/language.ts';
import { clock, count } from '../../views/show-in.ts';
import { WindowedTable } from '../../views/windowed-table.tsx';
import { FileRevisions } from './file-revisions.tsx';

export function FilesScreen({ inspected }: ScreenProps): JSX.Element {
  const words = useWords();
  const [chosen, choose] = useState<string>();
  const { files } = inspected.memory;
  const { answer, error } = useAnswer(inspected, () => inspected.timings.timed('files.list', () => files.list()));
  if (!answer) return <p class="stack quiet">{error ? words.failed(errorText(error)) : words.reading}</p>;
  const path = answer.find((file) => file.path === chosen)?.path ?? answer[0]?.path;
  return (
    <div class="columns">
      <WindowedTable<FileEntry>
        caption={words.files.caption}
        rows={answer}
        keyOf={({ path }) => path}
        chosen={path}
        onChoose={({ path }) => choose(path)}
        columns={[
          { title: words.files.path, look: 'wide', cell: ({ path }) => <span class="mono">{path}</span> },
          { title: words.files.revision, look: 'number', cell: ({ revision }) => count(revision, words) },
          { title: words.files.bytes, look: 'spare number', cell: ({ bytes }) => count(bytes, words) },
          { title: words.files.changed, look: 'time', cell: ({ updatedAt }) => clock(updatedAt, words) },
        ]}
      />
      {path === undefined ? (
        <p class="stack quiet">{words.nothing}</p>
      ) : (
        <FileRevisions key={path} path={path} inspected={inspected} />
      )}
    </div>
  );
}
