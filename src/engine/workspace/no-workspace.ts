// Stands in for the memory of a workspace if the app named none: this session is alone.
import { workspaceNotNamed } from '../../errors.ts';
import type { WorkspaceSearch } from './workspace-search.ts';

export type Workspace = Pick<WorkspaceSearch, 'isReached' | 'own' | 'holdsOwn' | 'warm' | 'ask' | 'close'>;

/** @param own name of the session */
export const noWorkspace = (own: string): Workspace => ({
  isReached: false,
  own,
  holdsOwn: false,
  warm: () => {},
  ask: async () => {
    throw workspaceNotNamed('The scope workspace');
  },
  close: () => {},
});
