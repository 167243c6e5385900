// The structured state: its fields, how they are read from YAML, and what each event changes. Pure.
// This file works on values only; state-block.ts knows the block in overview.md.
import { invalidInput, kindOf, type WorkingMemoryError } from '../../errors.ts';
import { checkNames } from '../../options/nearest.ts';
import { isoTime } from '../iso-time.ts';
import type { Yaml } from './yaml.ts';
import { readYaml } from './yaml-reader.ts';

/**
 * Further keys of a level, which are kept unchanged. The types below intersect with this one instead of extending it:
 * in an app without `exactOptionalPropertyTypes`, optional fields include `undefined`, which no index signature of
 * `Yaml` admits.
 */
interface Further {
  readonly [further: string]: Yaml;
}

export type Issue = Further & {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
  readonly proposal?: string;
};

/** Field names and their order match the file. Times are ISO 8601 in UTC. */
export type StructuredState = Further & {
  readonly meta: Further & { readonly version: string; readonly last_updated: string; readonly session_id: string };
  readonly project: Further & {
    readonly name: string;
    readonly description: string;
    readonly tech_stack: Further;
    readonly key_paths: Further;
    readonly commands: Further;
  };
  readonly current_state: Further & {
    readonly status: string;
    readonly task: string;
    readonly next_actions: readonly string[];
  };
  readonly issues: readonly Issue[];
  /** Absent if the text had no such key; the first decision adds it. */
  readonly decisions?: readonly (Further & { readonly at: string; readonly text: string })[];
  /** Events that changed no other field. Absent under the same condition as `decisions`. */
  readonly events?: readonly (Further & { readonly at: string; readonly type: string })[];
};

/**
 * An event, by `type` and the fields of its `context`:
 * `task_started` { task, status? }, `task_completed` { task? }, `decision_made` { decision, reason? },
 * `bug_found` { title, id?, severity?, proposal? }, `project_changed` { name?, description?, tech_stack?, key_paths?,
 * commands? }, `next_actions_changed` { next_actions }, `compression_completed` { summary }.
 * Each text has 1–2,000 characters (UTF-16 units). Any other type of 1–64 characters out of `a-z 0-9 _ . -` is recorded
 * by its name; its context is ignored.
 */
export interface StateEvent {
  readonly type: string;
  readonly context?: Readonly<Record<string, unknown>>;
}

export interface StateChange {
  readonly state: StructuredState;
  /** Set by `compression_completed`. Stored beside the state, not in it. */
  readonly summary?: string;
}

/** Fields that the context of each type of event may have; the context of any other type is ignored. */
const CONTEXTS = {
  task_started: ['task', 'status'],
  task_completed: ['task'],
  decision_made: ['decision', 'reason'],
  bug_found: ['title', 'id', 'severity', 'proposal'],
  project_changed: ['name', 'description', 'tech_stack', 'key_paths', 'commands'],
  next_actions_changed: ['next_actions'],
  compression_completed: ['summary'],
} as const;

const VERSION = '1.0';
const LONGEST_TEXT = 2_000;
/** Most entries of each list; a full list drops its oldest. */
const MOST = { decisions: 50, issues: 100, events: 20, nextActions: 50 };

export function emptyState(sessionId: string, now: number): StructuredState {
  return {
    meta: { version: VERSION, last_updated: isoTime(now), session_id: sessionId },
    project: { name: '', description: '', tech_stack: {}, key_paths: {}, commands: {} },
    current_state: { status: '', task: '', next_actions: [] },
    issues: [],
    decisions: [],
    events: [],
  };
}

/**
 * Reads the state from YAML. Known fields that are missing or null get their empty value, behind the existing keys;
 * `decisions` and `events` stay absent.
 * @throws invalid-input with the line that is not valid, or the field of the wrong type
 */
export function readState(yamlText: string): StructuredState {
  if (typeof yamlText !== 'string') throw invalid('yaml', 'a text', yamlText);
  const root = asMap(readYaml(yamlText), 'state');
  const meta = asMap(root['meta'] ?? {}, 'meta');
  const project = asMap(root['project'] ?? {}, 'project');
  const current = asMap(root['current_state'] ?? {}, 'current_state');
  const { decisions, events, ...others } = root;
  return {
    // The spread comes first, so that every key keeps its position.
    ...root,
    meta: {
      ...meta,
      version: textIn(meta, 'meta', 'version', VERSION),
      last_updated: textIn(meta, 'meta', 'last_updated', ''),
      session_id: textIn(meta, 'meta', 'session_id', ''),
    },
    project: {
      ...project,
      name: textIn(project, 'project', 'name', ''),
      description: textIn(project, 'project', 'description', ''),
      tech_stack: asMap(project['tech_stack'] ?? {}, 'project.tech_stack'),
      key_paths: asMap(project['key_paths'] ?? {}, 'project.key_paths'),
      commands: asMap(project['commands'] ?? {}, 'project.commands'),
    },
    current_state: {
      ...current,
      status: textIn(current, 'current_state', 'status', ''),
      task: textIn(current, 'current_state', 'task', ''),
      next_actions: asList(current['next_actions'] ?? [], 'current_state.next_actions', asText),
    },
    issues: asList(others['issues'] ?? [], 'issues', readIssue),
    ...(decisions !== undefined && { decisions: asList(decisions ?? [], 'decisions', readDecision) }),
    ...(events !== undefined && { events: asList(events ?? [], 'events', readEvent) }),
  };
}

/**
 * Returns the state after the event; the given state is not modified.
 * @param now ms since 1970, for `meta.last_updated` and the new entry
 * @throws invalid-input with the field and its requirement
 */
export function applyStateEvent(state: StructuredState, event: StateEvent, now: number): StateChange {
  const { type, context } = checkEvent(event);
  const at = isoTime(now);
  const updated = { ...state, meta: { ...state.meta, last_updated: at } };
  const recorded = () => ({ ...updated, events: appended(state.events, { at, type }, MOST.events) });
  const optional = (field: string) => (context[field] === undefined ? undefined : contextText(context, field));
  switch (type) {
    case 'task_started': {
      const [task, status = 'in_progress'] = [contextText(context, 'task'), optional('status')];
      return { state: { ...updated, current_state: { ...state.current_state, status, task } } };
    }
    case 'task_completed': {
      const task = optional('task') ?? state.current_state.task;
      return { state: { ...updated, current_state: { ...state.current_state, status: 'done', task } } };
    }
    case 'decision_made': {
      const [decision, reason] = [contextText(context, 'decision'), optional('reason')];
      const text = reason === undefined ? decision : `${decision} — ${reason}`;
      return { state: { ...updated, decisions: appended(state.decisions, { at, text }, MOST.decisions) } };
    }
    case 'bug_found': {
      const title = contextText(context, 'title');
      const [id = nextIssueId(state.issues), severity = 'medium'] = [optional('id'), optional('severity')];
      if (state.issues.some((issue) => issue.id === id)) throw invalid('context.id', 'an id that no issue has yet', id);
      const proposal = optional('proposal');
      const issue = { id, title, severity, status: 'open', ...(proposal !== undefined && { proposal }) };
      return { state: { ...updated, issues: appended(state.issues, issue, MOST.issues) } };
    }
    case 'project_changed':
      return { state: { ...updated, project: changedProject(state.project, context) } };
    case 'next_actions_changed': {
      const { next_actions: list } = context;
      if (!Array.isArray(list) || list.length > MOST.nextActions) {
        throw invalid('context.next_actions', `a list of at most ${MOST.nextActions} texts`, list);
      }
      const next_actions = list.map((_, index) =>
        contextText(list as unknown as Record<string, unknown>, String(index)),
      );
      return { state: { ...updated, current_state: { ...state.current_state, next_actions } } };
    }
    case 'compression_completed':
      return { state: recorded(), summary: contextText(context, 'summary') };
    default:
      return { state: recorded() };
  }
}

/** Merges maps key by key; fields that the event does not name stay. */
function changedProject(
  project: StructuredState['project'],
  context: Record<string, unknown>,
): StructuredState['project'] {
  const change: Record<string, Yaml> = {};
  for (const field of CONTEXTS.project_changed) {
    const given = context[field];
    if (given === undefined) continue;
    if (field === 'name' || field === 'description') change[field] = contextText(context, field);
    else if (isRecord(given)) {
      const texts = Object.keys(given).map((key) => [key, contextText(given, key)]);
      change[field] = { ...project[field], ...Object.fromEntries(texts) };
    } else throw invalid(`context.${field}`, 'a map of keys and texts', given);
  }
  if (Object.keys(change).length === 0) {
    throw invalid('context', `at least one of ${CONTEXTS.project_changed.join(', ')}`, undefined);
  }
  return { ...project, ...change } as StructuredState['project'];
}

function appended<Entry>(list: readonly Entry[] | undefined, entry: Entry, most: number): readonly Entry[] {
  return [...(list ?? []), entry].slice(-most);
}

/** Returns an id one above the highest in the list: no id is used twice while the latest issue is listed. */
function nextIssueId(issues: readonly Issue[]): string {
  const numbers = issues.map(({ id }) => Number(/^issue-(\d{1,15})$/.exec(id)?.[1] ?? 0));
  return `issue-${numbers.reduce((highest, number) => Math.max(highest, number), 0) + 1}`;
}

function checkEvent(event: unknown): { type: string; context: Record<string, unknown> } {
  if (!isRecord(event)) throw invalid('event', 'an object { type, context }', event);
  const { type, context = {} } = event;
  if (typeof type !== 'string' || !/^[a-z0-9_.-]{1,64}$/.test(type)) {
    throw invalid('event.type', 'a text of 1–64 characters out of a-z, 0-9, _ . -', type);
  }
  checkNames('event', event, ['type', 'context']);
  if (!isRecord(context)) throw invalid('event.context', 'an object', context);
  if (Object.hasOwn(CONTEXTS, type)) checkNames('context', context, CONTEXTS[type as keyof typeof CONTEXTS]);
  return { type, context };
}

function contextText(context: Record<string, unknown>, field: string): string {
  const value = context[field];
  const isGood =
    typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_TEXT && value.isWellFormed();
  if (!isGood)
    throw invalid(`context.${field}`, `a text of 1–${LONGEST_TEXT} characters of well-formed Unicode`, value);
  return value;
}

function readIssue(value: Yaml, name: string): Issue {
  const issue = asMap(value, name);
  const proposal = issue['proposal'];
  return {
    ...issue,
    id: asText(issue['id'], `${name}.id`),
    title: asText(issue['title'], `${name}.title`),
    severity: textIn(issue, name, 'severity', 'medium'),
    status: textIn(issue, name, 'status', 'open'),
    ...(proposal !== undefined && { proposal: textIn(issue, name, 'proposal', '') }),
  };
}

function readDecision(value: Yaml, name: string): Further & { at: string; text: string } {
  const decision = asMap(value, name);
  return { ...decision, at: asText(decision['at'], `${name}.at`), text: asText(decision['text'], `${name}.text`) };
}

function readEvent(value: Yaml, name: string): Further & { at: string; type: string } {
  const event = asMap(value, name);
  return { ...event, at: asText(event['at'], `${name}.at`), type: asText(event['type'], `${name}.type`) };
}

const textIn = (map: Further, name: string, field: string, whenMissing: string): string =>
  asText(map[field] ?? whenMissing, `${name}.${field}`);

function asText(value: Yaml | undefined, name: string): string {
  if (typeof value !== 'string')
    throw invalid(name, 'a text (quote a value that reads as a number, true, false or null)', value);
  return value;
}

function asMap(value: Yaml, name: string): Further {
  if (!isRecord(value)) throw invalid(name, 'a map of keys and values', value);
  return value as Further;
}

function asList<Entry>(value: Yaml, name: string, read: (entry: Yaml, name: string) => Entry): readonly Entry[] {
  if (!Array.isArray(value)) throw invalid(name, 'a list', value);
  return value.map((entry: Yaml, index) => read(entry, `${name}[${index}]`));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (argument: string, expected: string, value: unknown): WorkingMemoryError =>
  invalidInput(argument, expected, kindOf(value));
