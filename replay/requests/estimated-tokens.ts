// The library's own token estimate, in place of the exact counter where a megabyte of it would weigh too much.
import { defaultTokenScan } from '../../src/ports/token-scan.ts';

const { count } = defaultTokenScan();

export const countTokens = (text: string): number => count(text) as number;
