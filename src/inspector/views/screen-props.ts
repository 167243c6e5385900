// Properties of every screen. Types only.
import type { Inspected } from '../model/inspected.ts';

export interface ScreenProps {
  readonly inspected: Inspected;
}
