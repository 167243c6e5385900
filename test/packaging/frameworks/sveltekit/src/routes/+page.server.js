import { visitOnServer } from '../../visit-on-server.js';

export const load = visitOnServer;
