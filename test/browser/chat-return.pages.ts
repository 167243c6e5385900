import { startBrowser } from '../support/browser/pages.ts';
import { describeChatPage } from '../support/browser/chat-page.ts';

describeChatPage(startBrowser);
