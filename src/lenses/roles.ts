// The roles that a format knows, by the names it has for them.
import type { Role } from '../tree/transcript/transcript.ts';

export type Roles = Readonly<Record<string, Role>>;

/** The role of this name; undefined where the format has none of it. */
export const roleIn = (roles: Roles, name: unknown): Role | undefined =>
  typeof name === 'string' && Object.hasOwn(roles, name) ? roles[name] : undefined;
