export function llmsFull(read?: (path: string) => string): string;
