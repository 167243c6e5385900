// Dialog to choose the model: the story's script, a server, or the browser's built-in one.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Brain } from '../brain/brain.ts';
import { builtInAvailability, builtInBrain } from '../brain/built-in-brain.ts';
import { testedUrlBrain } from '../brain/url-brain.ts';
import { useCell } from '../state/cell.ts';
import type { Stage } from '../state/stage.ts';
import { useWords } from '../words/words.ts';
import { Dialog } from './dialog.tsx';

/** Ollama's default address. */
const USUAL_ADDRESS = 'http://localhost:11434/v1';

interface Trouble {
  readonly kind: Brain['kind'];
  readonly text: string;
}

export function BrainDialog({ stage, onClose }: { readonly stage: Stage; readonly onClose: () => void }) {
  const words = useWords();
  const current = useCell(stage.conversation.brain);
  const [availability, setAvailability] = useState<string>('unavailable');
  const [trying, setTrying] = useState<Brain['kind'] | undefined>(undefined);
  const [trouble, setTrouble] = useState<Trouble | undefined>(undefined);
  useEffect(() => {
    void builtInAvailability().then(setAvailability);
  }, []);

  /** Switches to a new brain; on failure keeps the former one, and the entered values beside the reason. */
  async function use(kind: Brain['kind'], make: () => Brain | Promise<Brain>): Promise<void> {
    setTrouble(undefined);
    setTrying(kind);
    try {
      await stage.player.stop();
      const brain = await make();
      stage.conversation.setBrain(brain);
      stage.notices.say(words.brain.inUse(brain.kind === 'scripted' ? words.brain.scripted : brain.name));
      onClose();
    } catch (error) {
      setTrouble({ kind, text: stage.notices.textOf(error) });
      setTrying(undefined);
    }
  }

  const choice = (kind: Brain['kind'], name: string, hint: string, children: ComponentChildren) => (
    <section class="choice">
      <h3>
        {name} {current.kind === kind && <span class="now">· {words.brain.now}</span>}
      </h3>
      <p class="quiet">{hint}</p>
      {children}
      {trouble?.kind === kind && (
        <p class="wrong" role="alert">
          {trouble.text}
        </p>
      )}
      {trying === kind && <p role="status">{words.brain.trying}</p>}
    </section>
  );
  const isTrying = trying !== undefined;

  return (
    <Dialog heading={words.brain.heading} onClose={onClose}>
      {choice(
        'scripted',
        words.brain.scripted,
        words.brain.scriptedHint,
        current.kind !== 'scripted' && (
          <button type="button" disabled={isTrying} onClick={() => void use('scripted', stage.scriptedBrain)}>
            {words.brain.use}
          </button>
        ),
      )}
      {choice(
        'url',
        words.brain.url,
        words.brain.urlHint,
        <form
          class="fields"
          onSubmit={(event) => {
            event.preventDefault();
            const entered = new FormData(event.currentTarget);
            const field = (name: string): string => String(entered.get(name) ?? '').trim();
            void use('url', () => testedUrlBrain({ url: field('url'), model: field('model'), key: field('key') }));
          }}
        >
          <label>
            {words.brain.address}
            <input name="url" type="text" inputMode="url" defaultValue={USUAL_ADDRESS} required data-testid="url" />
          </label>
          <label>
            {words.brain.model}
            <input name="model" type="text" defaultValue="qwen3:8b" required data-testid="model" />
          </label>
          <label>
            {words.brain.key}
            <input name="key" type="password" autocomplete="off" />
          </label>
          <button type="submit" disabled={isTrying} data-testid="use-url">
            {words.brain.use}
          </button>
        </form>,
      )}
      {choice(
        'built-in',
        words.brain.builtIn,
        `${words.brain.builtInHint} ${
          availability === 'unavailable'
            ? words.brain.unavailable
            : availability === 'available'
              ? ''
              : words.brain.downloadable
        }`,
        availability !== 'unavailable' && (
          <button type="button" disabled={isTrying} onClick={() => void use('built-in', () => builtInBrain())}>
            {words.brain.use}
          </button>
        ),
      )}
    </Dialog>
  );
}
