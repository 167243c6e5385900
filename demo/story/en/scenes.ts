// The English story, 40 turns.
import type { Scene } from '../scene.ts';
import { BUILDING } from './scenes-building.ts';
import { PLANNING } from './scenes-planning.ts';
import { SHIPPING } from './scenes-shipping.ts';

export const SCENES_EN: readonly Scene[] = [...PLANNING, ...BUILDING, ...SHIPPING];
