// Who answers: the story, a server, or what the browser has built in.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Brain } from '../brain/brain.ts';
import { builtInAvailability, builtInBrain } from '../brain/built-in-brain.ts';
import { testedUrlBrain } from '../brain/url-brain.ts';
import { useCell } from '../state/cell.ts';
import type { Stage } from '../state/stage.ts';
import { useWords } from '../words/words.ts';
import { Dialog } from './dialog.tsx';

/** Where Ollama listens. */
const USUAL_ADDRESS = 'http://localhost:11434/v1';

export function BrainDialog({ stage, onClose }: { readonly stage: Stage; readonly onClose: () => void }) {
  const words = useWords();
  const current = useCell(stage.conversation.brain);
  const form = useRef<HTMLFormElement>(null);
  const [availability, setAvailability] = useState<string>('unavailable');
  useEffect(() => {
    void builtInAvailability().then(setAvailability);
  }, []);

  async function use(make: () => Brain | Promise<Brain>): Promise<void> {
    try {
      await stage.player.stop();
      const brain = await make();
      stage.conversation.setBrain(brain);
      stage.notices.say(words.brain.inUse(brain.kind === 'scripted' ? words.brain.scripted : brain.name));
      onClose();
    } catch (error) {
      stage.notices.fail(error);
      onClose();
    }
  }

  return (
    <Dialog heading={words.brain.heading} onClose={onClose}>
      <section class="choice" data-current={current.kind === 'scripted'}>
        <h3>{words.brain.scripted}</h3>
        <p class="quiet">{words.brain.scriptedHint}</p>
        <button type="button" onClick={() => void use(stage.scriptedBrain)}>
          {words.brain.use}
        </button>
      </section>
      <section class="choice" data-current={current.kind === 'url'}>
        <h3>{words.brain.url}</h3>
        <p class="quiet">{words.brain.urlHint}</p>
        <form
          ref={form}
          class="fields"
          onSubmit={(event) => {
            event.preventDefault();
            const entered = new FormData(event.currentTarget);
            const field = (name: string): string => String(entered.get(name) ?? '').trim();
            void use(() => testedUrlBrain({ url: field('url'), model: field('model'), key: field('key') }));
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
          <button type="submit" data-testid="use-url">
            {words.brain.use}
          </button>
        </form>
      </section>
      <section class="choice" data-current={current.kind === 'built-in'}>
        <h3>{words.brain.builtIn}</h3>
        <p class="quiet">{words.brain.builtInHint}</p>
        {availability === 'unavailable' ? (
          <p class="quiet">{words.brain.unavailable}</p>
        ) : (
          <>
            {availability !== 'available' && <p class="quiet">{words.brain.downloadable}</p>}
            <button type="button" onClick={() => void use(() => builtInBrain())}>
              {words.brain.use}
            </button>
          </>
        )}
      </section>
    </Dialog>
  );
}
