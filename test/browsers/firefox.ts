// How the tests start Firefox: the system's own, by a protocol of Playwright's that it calls experimental.
export const FIREFOX = {
  channel: 'moz-firefox',
  executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
};
