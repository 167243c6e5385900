// Themes: light, dark, or the system's.
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const NAME = 'working-memory-demo-theme';

export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(NAME);
    return THEMES.find((theme) => theme === kept) ?? 'auto';
  } catch {
    return 'auto';
  }
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(NAME, theme);
  } catch {
    // The browser stores nothing: the choice lasts until the page is closed.
  }
}

export const nextTheme = (theme: Theme): Theme => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
