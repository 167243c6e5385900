// The week in English.
import { EN } from '../en/wording.ts';
import type { WeekEdition } from './edition.ts';

const WHO = ['An inspector', 'The road authority', 'A team of four', 'Support', 'The harbour office', 'A beta user'];
const WHAT = [
  'waits for the last part of a pack and gives up',
  'sees the same photo twice after going back online',
  'loses the order of notes when two tablets join',
  'gets a report without its map',
  'has to sign in again at every bridge',
  'cannot tell from the screen whether the upload is done',
  'finds yesterday’s readings under the wrong element',
];
const WHEN = ['since the rollout', 'on old tablets only', 'when the signal is weak', 'after about twenty minutes'];
const MUST = [
  'answers a repeated request as it answered the first one',
  'keeps what was taken over before it reports success',
  'refuses a part whose hash differs, and names the part',
  'writes who changed a record, and from which tablet',
  'goes on with the older record where two were changed at once',
  'waits longer after each refusal, and no longer than a minute',
  'shows the person what is missing before the person leaves',
];
const CASE = ['Without a connection', 'Under load', 'After a restart', 'For a tenant that is over its quota'];

export const EDITION: WeekEdition = {
  title: 'A week on call',
  system: 'You help a team through the week after a rollout. Look things up with your tools, and answer briefly.',
  wording: { ...EN, notes: { ...EN.notes, title: 'The week after the rollout' } },
  tools: {
    log: 'The log of one service on one day, 1 = Monday.',
    tickets: 'Open tickets about one service on one day.',
    specification: 'The specification of one service as it stands on one day.',
  },
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  checks: (day, service, variant) =>
    [
      `${day}: how does ${service} do? Log, tickets and specification, please.`,
      `${day}, next is ${service}. Compare its log with what is specified, and count the tickets.`,
      `It is ${day}. Anything new about ${service} in log, tickets or specification?`,
    ][variant % 3] ?? '',
  found:
    '{errors} errors in the log, {tickets} open tickets, {clauses} clauses of the specification. Nothing that needs you.',
  tickets: (service, draw) =>
    `${service} | ${WHO[draw(WHO.length)]} ${WHAT[draw(WHAT.length)]} ${WHEN[draw(WHEN.length)]}; seen ${2 + draw(40)} times, version 3.2.${draw(9)}`,
  clauses: (service, draw) =>
    `${CASE[draw(CASE.length)]}, ${service} ${MUST[draw(MUST.length)]}, within ${1 + draw(90)} seconds and for ${1 + draw(9)},000 records.`,
  facts: [
    {
      day: 1,
      planted: {
        said: 'Good morning. For later: the update server hangs on contract HX-2207-Q with Brightwater Hosting.',
      },
      other: { said: 'For the books: the new tablets come under contract KD-9914-B with Northgate Leasing.' },
      noted: 'Noted.',
      question: 'Sunday evening, last things. What is the number of the contract with Brightwater Hosting?',
      pattern: /contract ([A-Z]{2}-\d{4}-[A-Z]) with Brightwater/,
      like: /contract ([A-Z]{2}-\d{4}-[A-Z])/,
      search: 'contract with Brightwater Hosting',
      reply: 'The contract with Brightwater Hosting is {fact}.',
      truth: 'HX-2207-Q',
    },
    {
      day: 1,
      planted: { said: 'If the certificate fails, call Ines Okafor, extension 5512. Nobody else can renew it.' },
      other: { said: 'The loan tablets are with Ruben Castell, extension 7730.' },
      noted: 'I will keep that in mind.',
      question: 'Who renews the certificate, and under which extension?',
      pattern: /(Ines Okafor, extension \d{4})/,
      like: /([A-Z]\w+ [A-Z]\w+, extension \d{4})/,
      search: 'certificate fails, call extension',
      reply: 'Call {fact}.',
      truth: 'Ines Okafor, extension 5512',
    },
    {
      day: 1,
      planted: {
        said: 'We agreed to roll back when more than 2.5 percent of uploads fail for ten minutes. Not earlier.',
      },
      other: { said: 'The printers are replaced when more than 6 percent of pages fail.' },
      noted: 'Understood.',
      question: 'From which share of failed uploads on do we roll back?',
      pattern: /roll back when more than ([\d.]+ percent) of uploads/,
      like: /more than ([\d.]+ percent)/,
      search: 'roll back when uploads fail percent',
      reply: 'We roll back when more than {fact} of the uploads fail.',
      truth: '2.5 percent',
    },
    {
      day: 2,
      planted: { said: 'The harbour office may be updated between 02:40 and 03:10 only; the cranes stand still then.' },
      other: { said: 'The museum bridge takes visitors between 10:00 and 16:30 only.' },
      noted: 'Noted.',
      question: 'When may we update the harbour office?',
      pattern: /harbour office may be updated between ([\d:]+ and [\d:]+)/,
      like: /between ([\d:]+ and [\d:]+) only/,
      search: 'harbour office may be updated between',
      reply: 'Between {fact}.',
      truth: '02:40 and 03:10',
    },
    {
      day: 1,
      planted: {
        tool: 'log',
        service: 'tiles',
        text: 'WARN first stalled pack of the rollout: pack-58213, region north-quay',
      },
      other: { tool: 'log', service: 'tiles', text: 'WARN stalled pack of a test tablet: pack-90417, region depot' },
      noted: '',
      question: 'Which was the first stalled pack of the rollout?',
      pattern: /first stalled pack of the rollout: (pack-\d+)/,
      like: /stalled pack[^:\n]*: (pack-\d+)/,
      search: 'first stalled pack of the rollout',
      reply: 'It was {fact}.',
      truth: 'pack-58213',
    },
    {
      day: 1,
      planted: {
        tool: 'specification',
        service: 'queue',
        text: 'The queue takes at most 340 uploads a minute from one tenant.',
      },
      other: {
        tool: 'specification',
        service: 'queue',
        text: 'The archive takes at most 75 uploads a minute from one tenant.',
      },
      noted: '',
      question: 'How many uploads a minute does the queue take from one tenant?',
      pattern: /queue takes at most (\d+) uploads a minute/,
      like: /takes at most (\d+) uploads a minute/,
      search: 'queue takes at most uploads a minute from one tenant',
      reply: 'At most {fact}.',
      truth: '340',
    },
    {
      day: 2,
      planted: {
        tool: 'tickets',
        service: 'photos',
        text: 'LAN-0731 | blocker | photos | Workaround for the road authority: start with --keep-originals=14',
      },
      other: {
        tool: 'tickets',
        service: 'photos',
        text: 'LAN-0988 | minor | photos | Workaround for the print shop: start with --keep-margins=3',
      },
      noted: '',
      question: 'Which option was the workaround for the road authority?',
      pattern: /Workaround for the road authority: start with (--[\w-]+=\d+)/,
      like: /Workaround[^:\n]*: start with (--[\w-]+=\d+)/,
      search: 'workaround for the road authority: start with',
      reply: 'They start with {fact}.',
      truth: '--keep-originals=14',
    },
    {
      day: 2,
      planted: {
        tool: 'log',
        service: 'store',
        text: 'INFO snapshot before the migration: snap-4c1e77, kept until 30 June',
      },
      other: {
        tool: 'log',
        service: 'store',
        text: 'INFO snapshot of the training data: snap-d20b95, kept until 11 June',
      },
      noted: '',
      question: 'And which snapshot was taken before the migration?',
      pattern: /snapshot before the migration: (snap-\w+)/,
      like: /snapshot[^:\n]*: (snap-\w+)/,
      search: 'snapshot before the migration',
      reply: 'It is {fact}.',
      truth: 'snap-4c1e77',
    },
  ],
};
