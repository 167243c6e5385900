// A bundle as canonical JSON: equal states give equal texts. Pure.
import { canonicalJson } from '../tree/canonical-json.ts';
import { type Bundle, BUNDLE_VERSION, type BundleLimits, WORKSPACE_FORMAT } from './form.ts';
import { checkBundle, type CheckedBundle, inOrder } from './bundle.ts';
import { jsonInSlices } from './reading/json-in-slices.ts';
import { notABundle } from './reading/not-a-bundle.ts';
import { type Sliced, SliceMeter } from './reading/slices.ts';

/** Writes record by record: a slice takes whole records. */
export function* bundleToJson(bundle: Bundle, meter = new SliceMeter()): Sliced<string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(inOrder(bundle))) {
    if (!Array.isArray(value)) {
      fields[name] = canonicalJson(value);
      continue;
    }
    const records: string[] = [];
    for (const record of value) {
      const text = canonicalJson(record);
      records.push(text);
      if (meter.isFullAfterRecord(text.length)) yield;
    }
    fields[name] = list(records);
  }
  return object(fields);
}

/** Writes the bundles of a workspace as one text. */
export function* workspaceToJson(workspace: string, bundles: readonly Bundle[]): Sliced<string> {
  const meter = new SliceMeter();
  const sessions: string[] = [];
  for (const bundle of bundles) sessions.push(yield* bundleToJson(bundle, meter));
  return object({
    format: canonicalJson(WORKSPACE_FORMAT),
    version: canonicalJson(BUNDLE_VERSION),
    workspace: canonicalJson(workspace),
    sessions: list(sessions),
  });
}

/** Puts each record on a line of its own, for programs that read or compare lines. */
const list = (texts: readonly string[]): string => (texts.length === 0 ? '[]' : `[\n${texts.join(',\n')}\n]`);

/** @param fields values as canonical JSON */
const object = (fields: Readonly<Record<string, string>>): string =>
  `{\n${Object.keys(fields)
    .sort()
    .map((name) => `"${name}":${fields[name]}`)
    .join(',\n')}\n}`;

/** @throws invalid-input, storage-version */
export function* bundleFromJson(text: string, limits: BundleLimits): Sliced<CheckedBundle> {
  return yield* checkBundle(yield* parsed(text, limits), limits);
}

/** Beginning of the output of `workspaceToJson`: detects it without parsing every bundle. */
const OF_WORKSPACE = new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"${WORKSPACE_FORMAT}"`);

/** Returns the sessions of a workspace, unchecked; undefined for the bundle of one session. @throws invalid-input */
export function* sessionsOfJson(text: string, limits: BundleLimits): Sliced<readonly unknown[] | undefined> {
  if (!OF_WORKSPACE.test(text)) return undefined;
  const { version, sessions } = (yield* parsed(text, limits)) as {
    readonly version?: unknown;
    readonly sessions?: unknown;
  };
  if (version !== BUNDLE_VERSION)
    throw notABundle(`has version ${String(version)}; this version of working-memory knows ${BUNDLE_VERSION}`);
  if (!Array.isArray(sessions)) throw notABundle('is a workspace without sessions');
  return sessions;
}

function* parsed(text: string, limits: BundleLimits): Sliced<unknown> {
  const { maxBytes } = limits.import;
  if (text.length > maxBytes) throw notABundle(`has ${text.length} characters; import.maxBytes allows ${maxBytes}`);
  try {
    return yield* jsonInSlices(text, new SliceMeter());
  } catch {
    throw notABundle('is not JSON');
  }
}
