// Paths as prompts show them to a model.
import { OVERVIEW, withTreeFolder } from '../../tree/paths.ts';

export const OVERVIEW_PATH = withTreeFolder(OVERVIEW);
export const DETAIL_FOLDER = withTreeFolder('detail/');
