// The page's name and its buttons.
import { useState } from 'preact/hooks';
import { queryOf, firstSession } from '../state/address.ts';
import { useCell } from '../state/cell.ts';
import type { Stage } from '../state/stage.ts';
import { applyTheme, nextTheme, readTheme } from '../state/theme.ts';
import { useWords } from '../words/words.ts';
import { Later } from './later.tsx';

export function Toolbar({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const brain = useCell(stage.conversation.brain);
  const [dialog, open] = useState<'brain' | 'integrate'>();
  const [theme, setTheme] = useState(readTheme);
  const close = (): void => open(undefined);
  const { address, notices } = stage;
  const otherLanguage = address.language === 'en' ? 'zh-CN' : 'en';

  return (
    <header class="toolbar">
      <div class="brand">
        <Mark />
        <h1>{words.title}</h1>
        <p>{words.tagline}</p>
      </div>
      <nav aria-label={words.toolbar.label}>
        <button type="button" data-testid="brain" onClick={() => open('brain')}>
          {words.toolbar.brain}: <b>{brain.kind === 'scripted' ? words.brain.scripted : brain.name}</b>
        </button>
        <button
          type="button"
          title={words.toolbar.killHint}
          data-testid="kill"
          onClick={() => void stage.killWorker().catch(notices.fail)}
        >
          {words.toolbar.kill}
        </button>
        <a class="button" href={location.href} target="_blank" rel="noopener" title={words.toolbar.secondTabHint}>
          {words.toolbar.secondTab}
        </a>
        <a
          class="button"
          lang={otherLanguage}
          href={queryOf({ session: firstSession(otherLanguage), language: otherLanguage })}
          title={words.toolbar.languageHint}
          data-testid="language"
        >
          {words.toolbar.language}
        </a>
        <button
          type="button"
          data-testid="theme"
          onClick={() => {
            const next = nextTheme(theme);
            applyTheme(next);
            setTheme(next);
          }}
        >
          {words.toolbar.theme[theme]}
        </button>
        <button type="button" class="primary" data-testid="integrate" onClick={() => open('integrate')}>
          {words.toolbar.integrate}
        </button>
      </nav>
      {dialog === 'brain' && (
        <Later load={async () => (await import('./brain-dialog.tsx')).BrainDialog} props={{ stage, onClose: close }} />
      )}
      {dialog === 'integrate' && (
        <Later load={async () => (await import('./integrate-dialog.tsx')).IntegrateDialog} props={{ onClose: close }} />
      )}
    </header>
  );
}

const Mark = () => (
  <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
    <rect class="fill-overview" x="3" y="2" width="18" height="4" rx="1.2" />
    <rect class="fill-cached" x="3" y="7.2" width="18" height="6" rx="1.2" />
    <rect class="fill-injected" x="3" y="14.4" width="18" height="2.4" rx="1.2" />
    <rect class="fill-new" x="3" y="18" width="18" height="4" rx="1.2" />
  </svg>
);
