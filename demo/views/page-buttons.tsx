// Header of every page: the mark that links to the start, language, theme, and the way to integrate the memory.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Address, firstSession, queryOf } from '../state/address.ts';
import { applyTheme, nextTheme, readTheme } from '../state/theme.ts';
import { useWords } from '../words/words.ts';
import { Later } from './later.tsx';

export function Brand({ address, children }: { readonly address: Address; readonly children: ComponentChildren }) {
  const words = useWords();
  return (
    <div class="brand">
      <a href={queryOf({ ...address, view: 'home' })} aria-label={words.toolbar.home} title={words.toolbar.home}>
        <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
          <rect class="fill-overview" x="3" y="2" width="18" height="4" rx="1.2" />
          <rect class="fill-cached" x="3" y="7.2" width="18" height="6" rx="1.2" />
          <rect class="fill-injected" x="3" y="14.4" width="18" height="2.4" rx="1.2" />
          <rect class="fill-new" x="3" y="18" width="18" height="4" rx="1.2" />
        </svg>
      </a>
      {children}
    </div>
  );
}

export function PageButtons({ address }: { readonly address: Address }) {
  const words = useWords();
  const [theme, setTheme] = useState(readTheme);
  const [isOpen, open] = useState(false);
  const language = address.language === 'en' ? 'zh-CN' : 'en';
  return (
    <>
      <a
        class="button"
        lang={language}
        href={queryOf({ ...address, session: firstSession(language), language })}
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
      <button type="button" class="primary" data-testid="integrate" onClick={() => open(true)}>
        {words.toolbar.integrate}
      </button>
      {isOpen && (
        <Later
          load={async () => (await import('./integrate-dialog.tsx')).IntegrateDialog}
          props={{ onClose: () => open(false) }}
        />
      )}
    </>
  );
}
