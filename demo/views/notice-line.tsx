// The latest notice. An error stays until it is closed; others disappear by themselves.
import { useEffect } from 'preact/hooks';
import { useCell } from '../state/cell.ts';
import type { Notices } from '../state/notices.ts';
import { useWords } from '../words/words.ts';

const SHOWN_MS = 7000;

export function NoticeLine({ notices }: { readonly notices: Notices }) {
  const words = useWords();
  const notice = useCell(notices.latest);
  useEffect(() => {
    if (notice === undefined || notice.tone === 'error') return;
    const timer = setTimeout(notices.clear, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div class="notices" role="status" aria-live="polite" data-testid="notices">
      {notice && (
        <div class="notice" data-tone={notice.tone} key={notice.number}>
          <p>{notice.text}</p>
          <button type="button" class="plain" aria-label={words.close} onClick={notices.clear}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
