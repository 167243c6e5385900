// Memory worker over fakes, for scripts that must give the same results on both sides of the boundary.
import { serve, type MemoryScope } from '../../../src/boundary/serve.ts';
import { scriptedEngine } from '../script.ts';

void serve(self as unknown as MemoryScope, ({ settings }) => scriptedEngine(settings));
