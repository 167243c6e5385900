// Keeps a growing list scrolled to its end, unless the reader has scrolled away.
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Distance to the end, in pixels, within which the list counts as scrolled to its end. */
const NEAR = 140;

export interface FollowEnd {
  readonly isAtEnd: boolean;
  readonly toEnd: () => void;
  readonly onScroll: (event: { readonly currentTarget: HTMLElement }) => void;
}

/** @param content changes when the list does */
export function useFollowEnd(list: RefObject<HTMLElement | null>, content: unknown): FollowEnd {
  const [isAtEnd, setAtEnd] = useState(true);
  const toEnd = (): void => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  };
  useLayoutEffect(() => {
    if (isAtEnd) toEnd();
  }, [content]);
  // The list also changes its size when its neighbours grow or shrink.
  useEffect(() => {
    if (!list.current || !isAtEnd) return;
    const observer = new ResizeObserver(toEnd);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [isAtEnd, list.current]);
  return {
    isAtEnd,
    toEnd,
    onScroll: ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
      setAtEnd(scrollHeight - scrollTop - clientHeight < NEAR),
  };
}
