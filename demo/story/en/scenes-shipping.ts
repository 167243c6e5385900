// Turns 28 to 40 of the English story: the release goes out, and a question from the beginning comes back.
import type { Scene } from '../scene.ts';

export const SHIPPING: readonly Scene[] = [
  {
    user: 'Draft the release notes from what we have decided, into a file.',
    finds: {
      cap: { pattern: /map packs are capped at (\d+ MB)/, where: 'prompt', search: 'map packs are capped' },
      quality: {
        pattern: /JPEG with quality (\d+)/,
        where: 'prompt',
        search: 'photos are stored as JPEG with quality',
      },
      format: { pattern: /the handover report is (\w+) only/, where: 'prompt', search: 'the handover report is only' },
    },
    acts: [
      [
        {
          tool: 'write',
          input: {
            path: 'detail/release-notes.md',
            content:
              '# Lantern 3.2\n\n- Maps for days without a network, in packs of at most {cap}.\n- Two taps to the first photo; photos take half the space (quality {quality}).\n- A handover report as {format}, with what has changed on its first page.\n- Notes are no longer lost when the disk is full.\n',
          },
        },
        {
          tool: 'memorize',
          input: { text: 'The draft of the release notes lies in detail/release-notes.md', importance: 0.2 },
        },
      ],
    ],
    reply: 'The draft is in detail/release-notes.md, four points.',
  },
  {
    user: 'The store wants at most 170 characters for "what is new", in both languages. Remember that, we get it wrong every time.',
    finds: { limit: { pattern: /at most (\d+ characters)/ } },
    acts: [{ tool: 'memorize', input: { text: 'The store takes at most {limit} for "what is new"', importance: 0.6 } }],
    reply:
      'Noted, and the draft can be cut to its first two points.\nNoted: the store takes at most {limit} for "what is new"',
  },
  {
    user: 'If something slips through, when could a 3.2.1 go out? Look at July.',
    finds: {
      day: { pattern: /^(\w+ \d+ July) – free for a release$/ },
      away: { pattern: /– Mara is away until (\d+ July)/ },
    },
    acts: [{ tool: 'calendar', input: { month: '2027-07' } }],
    reply:
      '{day}, though Mara is away until {away}: somebody else has to know the server part.\nDecided: 3.2.1 would go out on {day}',
  },
  {
    user: 'Now the way back. We stop the rollout when more than 2 percent of the tablets report a failed sync within an hour, or when a single note is lost. Tomasz switches it off, Ade tells support, I write to the customers. Write that down as a plan that one can follow at night.',
    finds: {
      threshold: { pattern: /when (more than \d+ percent of the tablets report a failed sync within an hour)/ },
      lost: { pattern: /when (a single note is lost)/ },
      who: { pattern: /\. (Tomasz switches it off, Ade tells support)/ },
    },
    acts: [
      [
        {
          tool: 'write',
          input: {
            path: 'detail/rollback.md',
            content:
              '# The way back\n\nStop the rollout when\n\n- {threshold}, or\n- {lost}.\n\nThen: {who}; the customers get a letter.\n',
          },
        },
        { tool: 'memorize', input: { text: 'Rollout stops when {threshold}', importance: 0.6, tags: ['rollback'] } },
      ],
    ],
    reply: 'It is in detail/rollback.md, short enough to be read at night.',
  },
  {
    user: 'For the night itself: the emergency line is 0800 55 3140, and it rings at Tomasz first, then at Ade.',
    finds: {
      line: { pattern: /emergency line is ([\d ]+\d)/ },
      order: { pattern: /it rings at ([^.]+)\./ },
    },
    acts: [
      {
        tool: 'memorize',
        input: { text: 'Emergency line {line}: rings at {order}', importance: 0.8, tags: ['rollback'] },
      },
    ],
    reply: 'Noted.\nNoted: emergency line {line}',
  },
  {
    user: 'A customer asks how large a map can be, and why. What did we settle?',
    finds: {
      cap: { pattern: /A map pack is capped at (\d+ MB)/ },
      why: { pattern: /because (half of the tablets in the field have \d+ GB)/ },
    },
    acts: [{ tool: 'recall', input: { query: 'map pack size limit', limit: 3 } }],
    reply: 'At most {cap} in one pack, because {why}; larger regions come in parts.',
  },
  {
    user: 'Build 3140 is done, I hear. Is it signed as we wanted?',
    finds: {
      artefact: { pattern: /artefact ([\w.-]+\.aab)/ },
      size: { pattern: /\.aab: (\d+\.\d MB)/ },
      profile: { pattern: /signed with profile '([\w-]+)'/ },
    },
    acts: [
      { tool: 'build_log', input: { build: '3140' } },
      { tool: 'search', input: { query: 'build 3140 artefact signed with profile', limit: 3 }, unless: 'profile' },
    ],
    reply: 'Yes: {artefact}, {size}, signed with {profile}.\nNoted: build 3140 is good ({artefact})',
  },
  {
    user: 'The lawyers have read the privacy text. Anything we must do?\n\n"The text may go out with three changes. The spoken remarks leave the tablet when they are written out; that has to be said where the recording starts, not only in the small print. Blurred plates are still in the original photo; please say so. And for the beta we need the consent of the twelve inspectors of the road authority in writing, by 4 June at the latest. Apart from that we have no objections, and we like the part about maps."',
    finds: {
      changes: { pattern: /with (\w+) changes/ },
      by: { pattern: /by (\d+ June) at the latest/ },
    },
    reply:
      'They ask for {changes} changes, and only the last one has a date: consent in writing from the inspectors by {by}.\nOpen: consent of the beta inspectors – in writing by {by}',
  },
  {
    user: 'What exactly did we say about step two of the migration? Read it to me.',
    finds: {
      two: { pattern: /(3\.3 reads the new one and removes the old one once it has found every note in both)/ },
    },
    acts: [{ tool: 'read', input: { path: 'detail/migration.md' } }],
    reply: 'Step two: {two}. And only after every tablet has reported step one.',
  },
  {
    user: 'All consents are here, the page is no longer blank, and the camera keeps its calm with a full disk. Ade has signed off the sync bugs as well.',
    reply:
      'Then nothing stands in the way any more.\nDone: consent of the beta inspectors\nDone: export blocker\nDone: camera blocker\nDone: sync blockers',
  },
  {
    user: 'We roll out in stages: 5 percent on the first day, 25 on the second, everybody on the fourth. Agreed?',
    finds: { stages: { pattern: /in stages: ([^.]+)\./ } },
    acts: [
      { tool: 'memorize', input: { text: 'Rollout in stages: {stages}', importance: 0.7, tags: ['release'] } },
      { tool: 'notes' },
    ],
    reply: 'Agreed; the way back fits in between.\nDecided: rollout in stages: {stages}',
  },
  {
    user: 'Say it once more for the minutes: which day, and how do we roll out?',
    finds: {
      day: { pattern: /release day is (\w+ \d+ June)/, where: 'prompt', search: 'release day is' },
      stages: { pattern: /rollout in stages: ([^\n"\\]+)/i, where: 'prompt', search: 'rollout in stages' },
    },
    reply: 'Release day is {day}; {stages}.',
  },
  {
    user: 'Last thing. Right at the start I gave you the number of a contract for the certificate of the update server. Which one was it, who do I call, and when does it end?',
    finds: {
      file: { pattern: /(detail\/(?!conversation)[\w-]+\.md)/ },
      contract: { pattern: /Contract number: ([A-Z]{2}-\d{4}-[A-Z])/ },
      person: { pattern: /Call: ([^,\n]+), extension/ },
      extension: { pattern: /extension (\d{4})/ },
      end: { pattern: /Ends: (\d+ \w+)/ },
    },
    acts: [
      { tool: 'search', input: { query: 'contract certificate update server', scope: 'detail', limit: 5 } },
      { tool: 'read', input: { path: '{file}' } },
    ],
    reply: 'Contract {contract}. Call {person}, extension {extension}; it ends on {end}. I had it in {file}.',
  },
];
