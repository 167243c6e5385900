// A bundle as canonical JSON: equal states give equal texts. Pure.
import { canonicalJson } from '../tree/canonical-json.ts';
import { type Bundle, BUNDLE_VERSION, type BundleLimits, WORKSPACE_FORMAT } from './form.ts';
import { checkBundle, type CheckedBundle, inOrder } from './bundle.ts';
import { notABundle } from './reading/not-a-bundle.ts';
import type { Sliced } from './reading/slices.ts';

export const bundleToJson = (bundle: Bundle): string => canonicalJson(inOrder(bundle));

/** Bundles of a workspace, as one. */
export const workspaceToJson = (workspace: string, bundles: readonly Bundle[]): string =>
  canonicalJson({ format: WORKSPACE_FORMAT, version: BUNDLE_VERSION, workspace, sessions: bundles.map(inOrder) });

/** The JSON itself is parsed in one piece. @throws invalid-input, storage-version */
export const bundleFromJson = (text: string, limits: BundleLimits): Sliced<CheckedBundle> =>
  checkBundle(parsed(text, limits), limits);

/** As `workspaceToJson` begins: not every bundle has to be parsed for it. */
const OF_WORKSPACE = new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"${WORKSPACE_FORMAT}"`);

/** The sessions of a workspace, unchecked; undefined where it is the bundle of one. @throws invalid-input */
export function sessionsOfJson(text: string, limits: BundleLimits): readonly unknown[] | undefined {
  if (!OF_WORKSPACE.test(text)) return undefined;
  const { version, sessions } = parsed(text, limits) as { readonly version?: unknown; readonly sessions?: unknown };
  if (version !== BUNDLE_VERSION) throw notABundle(`is of version ${String(version)}; ${BUNDLE_VERSION} is known`);
  if (!Array.isArray(sessions)) throw notABundle('is a workspace without sessions');
  return sessions;
}

function parsed(text: string, limits: BundleLimits): unknown {
  const { maxBytes } = limits.import;
  if (text.length > maxBytes) throw notABundle(`has ${text.length} characters; import.maxBytes allows ${maxBytes}`);
  try {
    return JSON.parse(text);
  } catch {
    throw notABundle('is not JSON');
  }
}
