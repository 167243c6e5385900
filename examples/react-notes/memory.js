// One memory for the app, with the hook that follows it.
import * as React from 'react';
import { openWorkingMemory } from 'working-memory';
import { memoryHook } from 'working-memory/react';

export const opening = openWorkingMemory({ session: 'notes', workspace: 'me' });
export const useMemory = memoryHook(React);
