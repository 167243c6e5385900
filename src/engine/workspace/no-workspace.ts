// Stands for the memory of a workspace where the app named none: this session is alone.
import { workspaceNotNamed } from '../../errors.ts';
import type { WorkspaceSearch } from './workspace-search.ts';

export type Workspace = Pick<WorkspaceSearch, 'isReached' | 'own' | 'holdsOwn' | 'warm' | 'ask' | 'close'>;

/** @param own the name of the session */
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
