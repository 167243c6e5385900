// Options of the simulation in the form for an app.
import { useState } from 'preact/hooks';
import { useFront } from '../../words/front.ts';
import { useWords } from '../../words/words.ts';

export function OptionsToCopy({ window }: { readonly window: number }) {
  const { integrate } = useWords();
  const { simulate } = useFront();
  const [said, say] = useState('');
  const code = `const memory = await openWorkingMemory({
  session: 'chat-42',
  context: { window: ${window} },
});
const tools = await memory.tools({ set: 'minimal' });
const { messages } = await memory.context.prepare(openaiChat, list, { tools });`;
  return (
    <section class="simulate-options" aria-label={simulate.options}>
      <h2>{simulate.options}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre class="code" tabIndex={0} data-testid="options">
        {code}
      </pre>
      <p>
        <button
          type="button"
          onClick={() => {
            navigator.clipboard.writeText(code).then(
              () => say(integrate.copied),
              () => say(integrate.notCopied),
            );
          }}
        >
          {integrate.copy}
        </button>{' '}
        <span role="status">{said}</span>
      </p>
    </section>
  );
}
