// The names under which the model knows its files: prompts and templates put the folder in front.
import { OVERVIEW } from '../../tree/paths.ts';

export const OVERVIEW_PATH = `working-memory/${OVERVIEW}`;
export const DETAIL_FOLDER = 'working-memory/detail/';
