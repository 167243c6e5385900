// What every screen is given. Types only.
import type { Inspected } from '../model/inspected.ts';

export interface ScreenProps {
  readonly inspected: Inspected;
}
