import type { PreviewServer } from 'vite';

/** @param port Port on localhost; where it is taken, the next free one. */
export function serveDemo(port: number): Promise<PreviewServer>;
