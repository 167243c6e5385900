// Chinese edition of the story; loaded when this language is chosen.
import type { Edition } from '../edition.ts';
import { DATA_ZH } from './data.ts';
import { BUILDING } from './scenes-building.ts';
import { PLANNING } from './scenes-planning.ts';
import { SHIPPING } from './scenes-shipping.ts';
import { ZH } from './wording.ts';

export const EDITION: Edition = {
  title: '筹备 3.2 版发布',
  system: '你协助筹备一款应用的发布。回答之前先用工具查清楚，回答要简短。',
  scenes: [...PLANNING, ...BUILDING, ...SHIPPING],
  wording: ZH,
  data: DATA_ZH,
};
