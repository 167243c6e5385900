// A memory worker over fakes, for scripts that must run the same on both sides of the boundary.
import type { Endpoint } from 'comlink';
import { serve } from '../../../src/boundary/serve.ts';
import { scriptedEngine } from '../script.ts';

serve(self as unknown as Endpoint, ({ settings }) => scriptedEngine(settings));
