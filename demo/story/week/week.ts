// The long story: one conversation over a week on call, with logs, tickets and specifications of realistic size. Eight
// facts of its first two days are needed on the last.
import type { AppTool } from '../../agent/app-tools.ts';
import type { Scene } from '../scene.ts';
import { type Story, told } from '../story.ts';
import { type Service, SERVICES, type WeekEdition } from './edition.ts';
import { serviceLog, specificationOf, ticketsOf } from './material.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7];

export interface Week extends Story {
  /** Turn of each question, the right answer, and the turn in which it was said. */
  readonly asked: readonly { readonly turn: number; readonly truth: string; readonly saidIn: number }[];
}

export async function week(locale: Story['locale']): Promise<Week> {
  const { EDITION } = locale === 'en' ? await import('./week-en.ts') : await import('./week-zh.ts');
  return weekOf(EDITION, locale);
}

/** Returns the first turns of the first day, which end before anything outgrows a window. */
export async function shortChat(locale: Story['locale']): Promise<Week> {
  const { scenes, ...whole } = await week(locale);
  return { ...told({ ...whole, scenes: scenes.slice(0, SHORT_TURNS) }), asked: [] };
}

const SHORT_TURNS = 4;

export function weekOf(edition: WeekEdition, locale: Story['locale']): Week {
  const { title, system, wording, facts } = edition;
  const scenes = DAYS.flatMap((day) => [...spoken(edition, day), ...SERVICES.map((one) => check(edition, day, one))]);
  const questions = facts.map(({ question, pattern, like, search, reply }): Scene => ({
    user: question,
    finds: { fact: { pattern, like, where: 'prompt', search } },
    reply,
  }));
  const story = told({ title, system, wording, locale, scenes: [...scenes, ...questions], appTools: tools(edition) });
  const asked = facts.map(({ truth, planted, day }, at) => ({
    turn: scenes.length + at,
    truth,
    saidIn:
      'said' in planted
        ? scenes.findIndex(({ user }) => user === planted.said)
        : scenes.findIndex(({ user }) => user === checked(edition, day, planted.service)),
  }));
  return { ...story, asked };
}

/** Returns the scenes of this day in which the user says a fact or something similar. */
function spoken({ facts }: WeekEdition, day: number): Scene[] {
  return facts.flatMap(({ day: first, planted, other, noted }) => {
    const texts = [...(day === first ? [planted] : []), ...(day === LATER ? [other] : [])];
    return texts.flatMap((one) => ('said' in one ? [{ user: one.said, reply: noted }] : []));
  });
}

/** Day on which texts similar to the facts come up. */
const LATER = 7;

const checked = ({ days, checks }: WeekEdition, day: number, service: Service): string =>
  checks(days[day - 1] ?? '', service, day + SERVICES.indexOf(service));

function check(edition: WeekEdition, day: number, service: Service): Scene {
  const input = { service, day: String(day) };
  return {
    user: checked(edition, day, service),
    finds: {
      errors: { pattern: /^(\S+) ERROR /, as: 'count' },
      tickets: { pattern: /^(LAN-\d+) \|/, as: 'count' },
      clauses: { pattern: /^(\d\.\d+) /, as: 'count' },
    },
    acts: [
      { tool: 'log', input },
      { tool: 'tickets', input },
      { tool: 'specification', input },
    ],
    reply: edition.found,
  };
}

function tools(edition: WeekEdition): AppTool[] {
  const extra = (tool: string, service: string, day: number): string | undefined =>
    edition.facts
      .flatMap(({ day: first, planted, other }) => [
        ...(day === first ? [planted] : []),
        ...(day === LATER ? [other] : []),
      ])
      .flatMap((one) => ('tool' in one && one.tool === tool && one.service === service ? [one.text] : []))[0];
  const tool = (
    name: keyof WeekEdition['tools'],
    text: (service: string, day: number, extra: string | undefined) => string,
  ): AppTool => ({
    name,
    description: edition.tools[name],
    parameters: {
      type: 'object',
      properties: {
        service: { type: 'string', enum: SERVICES },
        day: { type: 'string', enum: DAYS.map(String) },
      },
      required: ['service', 'day'],
      additionalProperties: false,
    },
    run: ({ service, day }) => text(String(service), Number(day), extra(name, String(service), Number(day))),
  });
  return [
    tool('log', (service, day, line) => serviceLog(service, day, line === undefined ? {} : { 12: line })),
    tool('tickets', (service, day, line) => ticketsOf(service, day, edition, line)),
    tool('specification', (service, day, line) => specificationOf(service, day, edition, line)),
  ];
}
