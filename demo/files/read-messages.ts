// JSONL → messages. A line that is not a message is counted and left out, so that one bad line costs one message. Pure.
import type { NewItem } from 'working-memory';

export interface MessageLines {
  readonly items: readonly NewItem[];
  readonly skippedLines: number;
}

const LINE_BREAK = /\r\n?|\n/;
const LONGEST_LABEL = 200;
const MINUTE = 60_000;
/** As milliseconds this is March 1973; smaller numbers are meant as seconds. */
const LEAST_MILLISECONDS = 1e11;

/** By its name, or because its first line is a JSON object. */
export function looksLikeMessages(name: string, text: string): boolean {
  if (/\.(jsonl|ndjson)$/i.test(name)) return true;
  const [first = ''] = text.trimStart().split(LINE_BREAK, 1);
  return parsed(first) !== undefined;
}

export function readMessages(text: string, now: number): MessageLines {
  const lines = text.split(LINE_BREAK).filter((line) => line.trim() !== '');
  const items = lines.flatMap((line) => messageOf(parsed(line), now) ?? []);
  return { items, skippedLines: lines.length - items.length };
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function messageOf(line: Record<string, unknown> | undefined, now: number): NewItem | undefined {
  if (!line) return undefined;
  const text = textOf(line['content']) ?? textOf(line['text']);
  if (text === undefined) return undefined;
  const role = labelOf(line['role']);
  const speaker = labelOf(line['speaker'] ?? line['name']);
  const at = timeOf(line, now);
  const importance = line['importance'];
  return {
    text,
    ...(role !== undefined && { role }),
    ...(speaker !== undefined && { speaker }),
    ...(at !== undefined && { at }),
    ...(typeof importance === 'number' && { importance }),
  };
}

/** A text, or the texts among the parts of a message as model APIs write them. */
function textOf(content: unknown): string | undefined {
  const text = Array.isArray(content) ? content.flatMap(partText).join('\n') : content;
  return typeof text === 'string' && text.trim() !== '' ? text.toWellFormed() : undefined;
}

function partText(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (typeof part !== 'object' || part === null || !('text' in part)) return [];
  return typeof part.text === 'string' ? [part.text] : [];
}

const labelOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, LONGEST_LABEL).toWellFormed() : undefined;

function timeOf(line: Record<string, unknown>, now: number): number | undefined {
  const minutesAgo = line['minutesAgo'];
  if (typeof minutesAgo === 'number') return validTime(now - minutesAgo * MINUTE);
  const value = line['ts'] ?? line['at'] ?? line['timestamp'];
  if (typeof value === 'number') return validTime(value < LEAST_MILLISECONDS ? value * 1000 : value);
  if (typeof value !== 'string') return undefined;
  return /^\d+(\.\d+)?$/.test(value) ? timeOf({ ts: Number(value) }, now) : validTime(Date.parse(value));
}

const validTime = (time: number): number | undefined => (Number.isFinite(time) && time >= 0 ? time : undefined);
