// Texts that machines and people wrote during the week: logs, specifications, tickets. Generated from small templates
// on demand and deterministic, so that nobody downloads them.

/** Draws integers below a limit; equal names give equal sequences. */
export type Draw = (below: number) => number;

export function drawOf(name: string): Draw {
  let state = 0x811c9dc5;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (below) => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const ROUTES = ['/v3/packs', '/v3/packs/part', '/v3/photos', '/v3/notes/sync', '/v3/reports', '/v3/session'];
const CAUSES = [
  'upstream timed out after 3000 ms',
  'checksum of part differs',
  'queue full, 512 waiting',
  'lock held by another worker',
  'connection reset by peer',
  'disk quota of tenant reached',
];

const LOG_LINES = 34;

/**
 * Returns a service's log of one day, about 34 lines.
 * @param day 1 = Monday, 7 June
 * @param extra additional lines, each inserted after the entry with that index
 */
export function serviceLog(service: string, day: number, extra: Readonly<Record<number, string>> = {}): string {
  const draw = drawOf(`${service} ${day}`);
  const lines = Array.from({ length: LOG_LINES }, (_, at) => {
    const time = `2027-06-${String(6 + day).padStart(2, '0')}T${two(8 + Math.floor(at / 4))}:${two(draw(60))}:${two(draw(60))}Z`;
    const request = `req-${draw(0x7fffffff).toString(16).padStart(8, '0')}`;
    const route = ROUTES[draw(ROUTES.length)];
    const isError = draw(6) === 0;
    const line = isError
      ? `${time} ERROR ${service}-${draw(4)} ${request} ${route} 503 ${CAUSES[draw(CAUSES.length)]}`
      : `${time} INFO ${service}-${draw(4)} ${request} ${route} 200 ${20 + draw(900)} ms ${1 + draw(4000)} kB`;
    return extra[at] === undefined ? line : `${line}\n${time} ${extra[at]}`;
  });
  return [`log of ${service}`, ...lines].join('\n');
}

const two = (number: number): string => String(number).padStart(2, '0');

/** Templates of tickets and specifications in one language. */
export interface Templates {
  readonly tickets: (service: string, draw: Draw) => string;
  readonly clauses: (service: string, draw: Draw) => string;
}

const TICKETS = 16;
const CLAUSES = 22;

/** Returns the tickets about a service that are open on a day. */
export function ticketsOf(service: string, day: number, { tickets }: Templates, extra?: string): string {
  const draw = drawOf(`tickets of ${service} ${day}`);
  const lines = Array.from({ length: TICKETS }, () => {
    const severity = ['minor', 'major', 'minor', 'blocker', 'minor'][draw(5)];
    return `LAN-${1000 + draw(8999)} | ${severity} | ${tickets(service, draw)}`;
  });
  if (extra !== undefined) lines.splice(TICKETS / 2, 0, extra);
  return lines.join('\n');
}

/** Returns the specification of a service as of a day. */
export function specificationOf(service: string, day: number, { clauses }: Templates, extra?: string): string {
  const draw = drawOf(`specification of ${service} ${day}`);
  const lines = Array.from({ length: CLAUSES }, () => clauses(service, draw));
  if (extra !== undefined) lines.splice(CLAUSES / 2, 0, extra);
  return lines.map((line, at) => `${day}.${at + 1} ${line}`).join('\n');
}
