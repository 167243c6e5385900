// Takes files that are dropped anywhere on the page.
import { useEffect, useState } from 'preact/hooks';

/** @returns whether a file is dragged over the page */
export function useDrop(take: (files: readonly File[]) => Promise<void>): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      event.preventDefault();
      setOver(event.type === 'dragover');
    };
    const dropped = (event: DragEvent): void => {
      over(event);
      void take([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragover: over, dragleave: over, drop: dropped };
    for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener as EventListener);
    };
  }, []);
  return isOver;
}
