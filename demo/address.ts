// What the page's address says: which session is open and how large its store is.
import { isStoreSize, type StoreSize } from './store-size.ts';

export interface Address {
  readonly session: string;
  readonly size: StoreSize;
}

const FIRST_SESSION = 'demo';

export function readAddress(query: string): Address {
  const parameters = new URLSearchParams(query);
  const session = parameters.get('session')?.trim();
  const size = parameters.get('size') ?? '';
  return { session: session || FIRST_SESSION, size: isStoreSize(size) ? size : 'standard' };
}

export function queryOf({ session, size }: Address): string {
  const parameters = new URLSearchParams({ session, ...(size !== 'standard' && { size }) });
  return `?${parameters}`;
}

export function randomSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return `session-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
