// Starts the system's Firefox through a protocol that Playwright calls experimental.
export const FIREFOX = {
  channel: 'moz-firefox',
  executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
};
