// Dialog with the few lines that give an app what this page shows, for its SDK.
import { useState } from 'preact/hooks';
import { INSTALL, SNIPPETS } from '../integration/snippets.ts';
import { useWords } from '../words/words.ts';
import { Dialog } from './dialog.tsx';

export function IntegrateDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords();
  const [key, choose] = useState(SNIPPETS[0]?.key);
  const [said, say] = useState('');
  const snippet = SNIPPETS.find((one) => one.key === key);
  return (
    <Dialog heading={words.integrate.heading} onClose={onClose}>
      <p class="quiet">{words.integrate.intro}</p>
      <pre class="code">{INSTALL}</pre>
      <fieldset class="segments">
        <legend class="visually-hidden">{words.integrate.sdk}</legend>
        {SNIPPETS.map((one) => (
          <label key={one.key}>
            <input
              type="radio"
              name="sdk"
              checked={one.key === key}
              onChange={() => {
                choose(one.key);
                say('');
              }}
            />
            <span>{one.key === 'loop' ? words.integrate.loop : one.label}</span>
          </label>
        ))}
      </fieldset>
      <pre class="code" tabIndex={0} data-testid="snippet">
        {snippet?.code}
      </pre>
      <p class="quiet">{words.integrate.yours(snippet?.yours.join(', ') ?? '')}</p>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          data-testid="copy"
          onClick={() => {
            navigator.clipboard.writeText(snippet?.code ?? '').then(
              () => say(words.integrate.copied),
              () => say(words.integrate.notCopied),
            );
          }}
        >
          {words.integrate.copy}
        </button>
        <span role="status">{said}</span>
      </div>
    </Dialog>
  );
}
