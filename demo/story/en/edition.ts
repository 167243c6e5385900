// English edition of the story; loaded when this language is chosen.
import type { Edition } from '../edition.ts';
import { DATA_EN } from './data.ts';
import { BUILDING } from './scenes-building.ts';
import { PLANNING } from './scenes-planning.ts';
import { SHIPPING } from './scenes-shipping.ts';
import { EN } from './wording.ts';

export const EDITION: Edition = {
  title: 'Planning release 3.2',
  system:
    'You help to plan the release of an app. Look things up with your tools before you answer, and answer briefly.',
  scenes: [...PLANNING, ...BUILDING, ...SHIPPING],
  wording: EN,
  data: DATA_EN,
};
