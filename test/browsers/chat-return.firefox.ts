import { firefox } from 'playwright';
import { describeChatPage } from '../support/browser/chat-page.ts';
import { FIREFOX } from './firefox.ts';

describeChatPage(() => firefox.launch(FIREFOX));
