import { startBrowser } from '../support/browser/pages.ts';
import { describeWithoutScripts } from '../support/browser/without-scripts.ts';

describeWithoutScripts(startBrowser);
