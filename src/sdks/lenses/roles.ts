// Maps the role names of a format to the roles of the context engine.
import type { Role } from '../../tree/transcript/transcript.ts';

export type Roles = Readonly<Record<string, Role>>;

/** Returns the role of this name; undefined for a name that the format does not have. */
export const roleIn = (roles: Roles, name: unknown): Role | undefined =>
  typeof name === 'string' && Object.hasOwn(roles, name) ? roles[name] : undefined;
