import { firefox } from 'playwright';
import { describeWithoutScripts } from '../support/browser/without-scripts.ts';
import { FIREFOX } from './firefox.ts';

describeWithoutScripts(() => firefox.launch(FIREFOX));
