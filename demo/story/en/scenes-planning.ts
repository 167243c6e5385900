// Turns 1 to 13 of the English story: planning the release.
import type { Scene } from '../scene.ts';

export const PLANNING: readonly Scene[] = [
  {
    user: 'Good morning. We plan release 3.2 of Lantern, the app with which inspectors take notes on bridges. Three things go in: offline maps, faster photo notes, the handover report. Mara does the server, Tomasz the tablets, Yuki the design, Ade the tests. We aim at the middle of June 2027.',
    finds: {
      goals: { pattern: /Three things go in: ([^.]+)\./ },
      team: { pattern: /(Mara does [^.]+)\./ },
      aim: { pattern: /We aim at ([^.]+)\./ },
    },
    acts: [{ tool: 'recall', input: { query: 'Lantern 3.2' } }],
    reply:
      'Good morning. My notes are empty so far, so I begin them.\nNoted: release 3.2 brings {goals}\nNoted: {team}\nOpen: release day – wanted: {aim}',
  },
  {
    user: 'Before I forget it: the certificate of the update server hangs on contract HX-2207-Q with Brightwater Hosting. The person to call is Ines Okafor, extension 5512, and the contract ends on 30 June. Put that in a file of its own; we will need it at the very end.',
    finds: {
      contract: { pattern: /contract ([A-Z]{2}-\d{4}-[A-Z])/ },
      host: { pattern: /with ([A-Z]\w+ Hosting)/ },
      person: { pattern: /call is ([A-Z]\w+ [A-Z]\w+)/ },
      extension: { pattern: /extension (\d{4})/ },
      end: { pattern: /contract ends on ([^.]+)\./ },
    },
    acts: [
      {
        tool: 'write',
        input: {
          path: 'detail/contacts.md',
          content:
            '# Contacts and contracts\n\n## Certificate of the update server\n\n- Contract number: {contract}, with {host}\n- Call: {person}, extension {extension}\n- Ends: {end}\n',
        },
      },
    ],
    reply: 'It is filed in detail/contacts.md: number, person and end of the contract.',
  },
  {
    user: 'What does the specification ask of offline maps?',
    finds: {
      points: { pattern: /^(\d+)\. /, as: 'count' },
      limit: { pattern: /map pack holds at most (\d+ MB)/ },
      memory: { pattern: /tablets with (\d+ GB) of memory/ },
    },
    acts: [{ tool: 'read_spec', input: { section: 'offline-maps' } }, { tool: 'notes' }],
    reply:
      'It has {points} points. The ones that cost most: a map pack holds at most {limit}, loading goes on after a loss of connection, and it all has to work on tablets with {memory} of memory.\nOpen: size of a map pack – the specification says {limit}',
  },
  {
    user: 'That is too much. Half of the tablets in the field have 16 GB in all and are full of photos. Let us cap a map pack at 250 MB, and offer larger regions in parts.',
    finds: {
      cap: { pattern: /cap a map pack at (\d+ MB)/ },
      why: { pattern: /(tablets in the field have \d+ GB)/ },
    },
    acts: [
      {
        tool: 'memorize',
        input: { text: 'A map pack is capped at {cap}, because half of the {why}', importance: 0.8, tags: ['maps'] },
      },
    ],
    reply: 'Agreed.\nDecided: map packs are capped at {cap}, larger regions come in parts\nDone: size of a map pack',
  },
  {
    user: 'Which bugs in sync could stop us?',
    finds: {
      blockers: { pattern: /^(LAN-\d+) \| blocker/, as: 'list' },
      majors: { pattern: /^(LAN-\d+) \| major/, as: 'count' },
      owner: { pattern: /\| blocker \| [^|]+ \| (\w+)/, as: 'list' },
    },
    acts: [{ tool: 'bug_list', input: { area: 'sync' } }],
    reply:
      'Two kinds: {blockers} are blockers, all with {owner}; {majors} more are major and can wait for 3.2.1 if they must.\nOpen: sync blockers – {blockers}',
  },
  {
    user: 'One rule of mine, please keep it in mind for good: never release on a Friday, and never on the day before a public holiday. We did it twice and both weekends were gone.',
    finds: { rule: { pattern: /(never release on [^.]+)\./ } },
    acts: [
      { tool: 'memorize', input: { text: 'Rule of the user: {rule}', importance: 0.9, tags: ['rule', 'release'] } },
      { tool: 'notes' },
    ],
    reply: 'I will keep to it.\nDecided: {rule}',
  },
  {
    user: 'So which day in June is possible?',
    finds: {
      day: { pattern: /^(\w+ \d+ June) – free for a release$/ },
      holiday: { pattern: /^\w+ (\d+ June) – [^,\n]+, public holiday$/ },
      freeze: { pattern: /^\w+ (\d+ June) – code freeze/ },
    },
    acts: [{ tool: 'calendar', input: { month: '2027-06' } }],
    reply:
      '{day}. The user meeting follows, then comes the holiday on {holiday}, and the code freeze on {freeze} leaves a weekend for a last look.\nDecided: release day is {day}\nDone: release day',
  },
  {
    user: 'I have a letter from the road authority here; what do they really want?\n\n"We have used Lantern for two years on 340 bridges. What slows us down is this. First, our people climb down, take a photo, climb up and find out that the photo hangs on the wrong element; they want to move it with one finger. Second, in the gorge there is no network for days, so that half-loaded maps are worth nothing to us; we need to know before we leave whether a map is complete. Third, the report that goes to the ministry has to say what has changed since last year, on the first page, not on page forty. We would also like a dark map, but that can wait. We would be glad to take part in the beta with twelve inspectors."',
    finds: {
      bridges: { pattern: /on (\d+) bridges/ },
      first: { pattern: /(move it with one finger)/ },
      second: { pattern: /(know before we leave whether a map is complete)/ },
      third: { pattern: /(say what has changed since last year, on the first page)/ },
      beta: { pattern: /beta with (\w+) inspectors/ },
    },
    acts: [
      {
        tool: 'memorize',
        input: { text: 'Wishes of the road authority: {first}; {second}; {third}', importance: 0.4, tags: ['beta'] },
      },
    ],
    reply:
      'Three wishes from somebody with {bridges} bridges: a photo on the wrong element must be easy to move ("{first}"), they must "{second}", and the report must "{third}". They offer {beta} inspectors for the beta; the dark map can wait.\nNoted: the road authority joins the beta with {beta} inspectors\nOpen: dark map – wished for by the road authority',
  },
  {
    user: 'Then look at photo notes. Does the specification cover that wish about the wrong element?',
    finds: {
      cover: { pattern: /^\d+\. (A photo is tied to the element[^.]+)\./ },
      quality: { pattern: /JPEG with quality (\d+)/ },
      taps: { pattern: /it takes (\w+) taps/ },
    },
    acts: [{ tool: 'read_spec', input: { section: 'photo-notes' } }],
    reply:
      'Yes: "{cover}". It also asks for {taps} taps to the first photo, and for JPEG with quality {quality} next to HEIC, which is a lot of space.\nOpen: photo format – quality {quality} and HEIC',
  },
  {
    user: 'And the bugs of the camera?',
    finds: {
      blockers: { pattern: /^(LAN-\d+) \| blocker/, as: 'list' },
      title: { pattern: /\| blocker \| ([^|]+) \|/ },
      majors: { pattern: /^(LAN-\d+) \| major/, as: 'list' },
    },
    acts: [{ tool: 'bug_list', input: { area: 'camera' } }],
    reply:
      'One blocker, {blockers}: "{title}". Major are {majors}.\nOpen: camera blocker – {blockers}, free space under 200 MB',
  },
  {
    user: 'Space again. We store JPEG with quality 80 and drop HEIC; nobody sees the difference on a crack, and it halves the uploads. Tomasz has tried it.',
    finds: { format: { pattern: /store (JPEG with quality \d+ and drop HEIC)/ } },
    acts: [
      { tool: 'memorize', input: { text: 'Photos: {format}; uploads are halved', importance: 0.6, tags: ['photo'] } },
    ],
    reply: 'That also takes weight off the camera blocker.\nDecided: photos are stored as {format}\nDone: photo format',
  },
  {
    user: 'The estimates have come in. How much is it together?\n\noffline maps, server part: 6 days\noffline maps, tablet part: 9 days\nphoto notes: 7 days\nhandover report: 8 days\nsync blockers: 5 days\ntests on devices: 6 days',
    finds: {
      days: { pattern: /: (\d+) days$/, as: 'sum' },
      most: { pattern: /^([^:]+): 9 days$/ },
    },
    acts: [{ tool: 'memorize', input: { text: 'Estimates for 3.2: {days} days, most of it {most}', importance: 0.2 } }],
    reply:
      'Together {days} days; the largest part is "{most}". With four people and the freeze on the calendar that is possible, with little room.\nNoted: estimates add up to {days} days',
  },
  {
    user: 'Remind me: what did I say about Fridays?',
    finds: { rule: { pattern: /Rule of the user: ([^\n]+)/ } },
    acts: [{ tool: 'recall', input: { query: 'release on a Friday', limit: 3 } }],
    reply: 'Your words: {rule}.',
  },
];
