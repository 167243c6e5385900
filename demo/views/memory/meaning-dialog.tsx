// Dialog to choose the model of recall by meaning and the address of its files. Fetches nothing before it is submitted.
import { useId, useState } from 'preact/hooks';
import { MODELS, type Meaning, problemOf, readChoice, SOURCES, USUAL_ADDRESS } from '../../state/meaning.ts';
import type { Stage } from '../../state/stage.ts';
import { useWords } from '../../words/words.ts';
import { Dialog } from '../dialog.tsx';

/** The build puts the guide beside the page. */
const GUIDE = 'docs/embeddings.md';

export function MeaningDialog({ stage, onClose }: { readonly stage: Stage; readonly onClose: () => void }) {
  const words = useWords();
  const { language } = stage.address;
  const id = useId();
  const [meaning, setMeaning] = useState(() => readChoice(language, document.baseURI).meaning);
  const [wrong, setWrong] = useState<keyof Meaning>();
  const change = (part: Partial<Meaning>): void => {
    setWrong(undefined);
    setMeaning((before) => ({ ...before, ...part }));
  };

  const field = (name: 'model' | 'address' | 'library', more: Partial<Record<'list' | 'placeholder', string>>) => (
    <label>
      {words.meaning.fields[name]}
      <input
        {...more}
        name={name}
        type="text"
        spellcheck={false}
        autocomplete="off"
        value={meaning[name]}
        aria-invalid={wrong === name}
        aria-describedby={wrong === name ? `${id}-wrong` : undefined}
        data-testid={`meaning-${name}`}
        onInput={({ currentTarget: { value } }) => change({ [name]: value })}
      />
    </label>
  );

  return (
    <Dialog heading={words.meaning.heading} onClose={onClose}>
      <p class="quiet">{words.meaning.intro}</p>
      <form
        class="meaning-form"
        onSubmit={(event) => {
          event.preventDefault();
          // Read from the form itself, because the latest input may not be rendered yet.
          const entered = new FormData(event.currentTarget);
          const text = (name: keyof Meaning): string => String(entered.get(name) ?? '').trim();
          const source = SOURCES.find((one) => one === text('source')) ?? 'folder';
          const chosen = { model: text('model'), source, address: text('address'), library: text('library') };
          const problem = problemOf(chosen, document.baseURI);
          if (problem !== undefined) return setWrong(problem);
          void stage.setMeaning(chosen).catch(stage.notices.fail);
          onClose();
        }}
      >
        {field('model', { list: `${id}-models` })}
        <datalist id={`${id}-models`}>
          {MODELS[language].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <fieldset class="segments">
          <legend>{words.meaning.fields.source}</legend>
          {SOURCES.map((source) => (
            <label key={source}>
              <input
                type="radio"
                name="source"
                value={source}
                checked={meaning.source === source}
                data-testid={`meaning-${source}`}
                onChange={() => change({ source, address: USUAL_ADDRESS[source] })}
              />
              <span>{words.meaning.sources[source]}</span>
            </label>
          ))}
        </fieldset>
        {field('address', {})}
        <p class="quiet">
          {meaning.source === 'folder'
            ? words.meaning.folderHint(`${meaning.address.replace(/\/*$/, '/')}${meaning.model}/`)
            : words.meaning.hubHint}{' '}
          <a href={GUIDE} target="_blank" rel="noopener">
            {GUIDE}
          </a>
        </p>
        <details open={meaning.library !== ''}>
          <summary>transformers.js</summary>
          {field('library', { placeholder: words.meaning.ownLibrary })}
          <p class="quiet">{words.meaning.libraryHint}</p>
        </details>
        {wrong !== undefined && (
          <p class="wrong" role="alert" id={`${id}-wrong`}>
            {words.meaning.wrong[wrong === 'model' ? 'model' : 'address']}
          </p>
        )}
        <button type="submit" class="primary" data-testid="meaning-on">
          {words.meaning.switchOn}
        </button>
      </form>
    </Dialog>
  );
}
