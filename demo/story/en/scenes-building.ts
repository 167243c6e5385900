// Turns 14 to 27 of the English story: the release is built and tested.
import type { Scene } from '../scene.ts';

export const BUILDING: readonly Scene[] = [
  {
    user: 'Build 3117 has failed over night. Why?',
    finds: {
      cause: { pattern: /FATAL signing: (provisioning profile '[\w-]+' expired on \d{4}-\d{2}-\d{2})/ },
      profile: { pattern: /FATAL signing: provisioning profile '([\w-]+)'/ },
    },
    acts: [
      { tool: 'build_log', input: { build: '3117' } },
      // A long log is offloaded before it is read, so its passage has to be searched for.
      { tool: 'search', input: { query: 'build 3117 FATAL signing provisioning profile', limit: 3 }, unless: 'cause' },
    ],
    reply: 'Nothing is wrong with the code: {cause}.\nOpen: signing – profile {profile} has expired',
  },
  {
    user: 'Then Mara puts in the new profile, field-2027, today. Note where it lies: in the vault under lantern/signing, and only Mara and Ade can open it.',
    finds: {
      profile: { pattern: /new profile, ([\w-]+), today/ },
      place: { pattern: /in the vault under ([\w/]+),/ },
      who: { pattern: /only (\w+ and \w+) can open/ },
    },
    acts: [
      {
        tool: 'memorize',
        input: {
          text: 'Signing profile {profile} lies in the vault under {place}; {who} can open it',
          importance: 0.7,
        },
      },
    ],
    reply: 'Noted.\nDecided: builds are signed with {profile}\nDone: signing',
  },
  {
    user: 'What do the smoke tests say?',
    finds: {
      failing: { pattern: /^FAIL ([\w/]+) /, as: 'list' },
      why: { pattern: /^FAIL queue\/\d+ (.+)$/ },
      passed: { pattern: /^(\d+) passed/ },
    },
    acts: [{ tool: 'test_run', input: { suite: 'smoke' } }],
    reply:
      '{passed} pass, these fail: {failing}. The one in the queue says "{why}", which looks like the sync blockers.\nOpen: smoke tests – {failing}',
  },
  {
    user: 'Now the part that worries me. The notes on the tablets lie in the old database, and 3.2 wants the new one. If we move them in one go and a tablet runs empty in the middle, an inspector stands on a bridge without his notes. I would rather do it in two steps: 3.2 writes to both and reads the old one; 3.3 reads the new one and removes the old one once it has found every note in both. In between, a tablet can always go back. It costs space, about 4 percent, and a week of Mara. Is anything wrong with that?',
    finds: {
      one: { pattern: /(3\.2 writes to both and reads the old one)/ },
      two: { pattern: /(3\.3 reads the new one and removes the old one once it has found every note in both)/ },
      space: { pattern: /about (\d+ percent)/ },
    },
    reply:
      'Only that a full disk hurts twice as much while both are written, so the blocker about lost notes has to be fixed first. Apart from that two steps are the safer way, and {space} of space is a fair price.\nDecided: migration in two steps – {one}; {two}',
  },
  {
    user: 'Good. Write the plan of the migration to a file, with both steps and what each of them costs.',
    finds: {
      one: {
        pattern: /(3\.2 writes to both and reads the old one)/,
        where: 'prompt',
        search: 'migration in two steps',
      },
      two: {
        pattern: /(3\.3 reads the new one and removes the old one once it has found every note in both)/,
        where: 'prompt',
        search: 'migration in two steps',
      },
    },
    acts: [
      {
        tool: 'write',
        input: {
          path: 'detail/migration.md',
          content:
            '# Migration of the database\n\n## Step one\n\n- {one}\n- A tablet can go back at any time.\n\n## Step two\n\n- {two}\n- Only after every tablet has reported step one.\n\n## Cost\n\n- Some more space on the tablet, one week of work on the server.\n',
        },
      },
    ],
    reply: 'The plan is in detail/migration.md, one section for each step.',
  },
  {
    user: 'Next: what is open in export?',
    finds: {
      blockers: { pattern: /^(LAN-\d+) \| blocker/, as: 'list' },
      title: { pattern: /\| blocker \| ([^|]+) \|/ },
      majors: { pattern: /^(LAN-\d+) \| major/, as: 'list' },
    },
    acts: [{ tool: 'bug_list', input: { area: 'export' } }],
    reply: 'The blocker is {blockers}: "{title}". Then {majors}.\nOpen: export blocker – {blockers}',
  },
  {
    user: 'And what does the specification say about the handover report?',
    finds: {
      formats: { pattern: /It comes as ([^.]+)\./ },
      seconds: { pattern: /ready within (\d+ seconds)/ },
      changes: { pattern: /^\d+\. (The report names every change[^.]+)\./ },
    },
    acts: [{ tool: 'read_spec', input: { section: 'handover' } }],
    reply:
      'It comes as {formats}, is ready within {seconds}, and "{changes}", which is the third wish of the road authority.\nOpen: formats of the report – {formats}',
  },
  {
    user: 'Three formats are two too many. PDF only in 3.2; the others when somebody asks for them. Yuki sends the template on Monday.',
    finds: { format: { pattern: /(\w+) only in 3\.2/ } },
    acts: [{ tool: 'memorize', input: { text: 'The handover report comes as {format} only in 3.2', importance: 0.5 } }],
    reply: 'One format, one template.\nDecided: the handover report is {format} only\nDone: formats of the report',
  },
  {
    user: 'Support asks what they may promise. Their mail:\n\n"Since the notice about 3.2 we get about forty calls a week. People ask whether old tablets still work, whether they have to load all maps again, whether photos get worse, and whether reports that were signed in 3.1 stay valid. For the first two we have no answer at all. For photos we say that nothing changes, which I now hear is not true. Please give us four sentences that we can read out, and tell us who we can ask on the day itself. We staff the phones from 7 to 19 o\'clock in the week after the release."',
    finds: {
      calls: { pattern: /about (\w+) calls a week/ },
      hours: { pattern: /staff the phones (from \d+ to \d+ o'clock)/ },
      cap: { pattern: /map packs are capped at (\d+ MB)/, where: 'prompt', search: 'map packs are capped' },
      quality: {
        pattern: /JPEG with quality (\d+)/,
        where: 'prompt',
        search: 'photos are stored as JPEG with quality',
      },
    },
    acts: [
      {
        tool: 'memorize',
        input: { text: 'Support staffs the phones {hours} in the week after the release', importance: 0.4 },
      },
    ],
    reply:
      'For {calls} calls a week, four sentences: Tablets with 3 GB of memory still work. Maps are loaded again, in packs of at most {cap}. Photos are stored with quality {quality}, and on a crack nobody sees the difference. Signed reports stay as they are.\nNoted: support staffs the phones {hours} after the release',
  },
  {
    user: 'Where do we stand? Just the decisions, please.',
    finds: {
      cap: { pattern: /(map packs are capped at \d+ MB)/, where: 'prompt', search: 'map packs are capped' },
      day: { pattern: /(release day is \w+ \d+ June)/, where: 'prompt', search: 'release day is' },
      photos: {
        pattern: /(photos are stored as JPEG[^\n"\\;]+)/,
        where: 'prompt',
        search: 'photos are stored as JPEG with quality',
      },
      format: { pattern: /(the handover report is \w+ only)/, where: 'prompt', search: 'the handover report is only' },
      profile: { pattern: /(builds are signed with [\w-]+)/, where: 'prompt', search: 'builds are signed with' },
    },
    reply: 'So far: {cap}; {day}; {photos}; {format}; {profile}; and the migration in two steps.',
  },
  {
    user: 'The beta group is complete: twelve from the road authority, eight from the railway, five from the harbour. They get build 3140 on 7 June, and Ade collects what they say in the channel lantern-beta.',
    finds: {
      groups: { pattern: /complete: ([^.]+)\./ },
      channel: { pattern: /in the channel ([\w-]+)/ },
      build: { pattern: /get build (\d+)/ },
    },
    acts: [
      {
        tool: 'memorize',
        input: { text: 'Beta: {groups}; build {build}; channel {channel}', importance: 0.5, tags: ['beta'] },
      },
    ],
    reply: 'That is a good mixture of tablets.\nNoted: beta with build {build}: {groups}; channel {channel}',
  },
  {
    user: 'First voices from the beta. Sort them for me, please.\n\n"Maps: load quickly, but the bar says 100 percent and then it takes another minute." "Photos: so much faster! Moving one to another element works with gloves." "Report: page two was empty for me, twice." "Maps: in the gorge everything was there, thank you." "Photos: the flash came on though it was off." "Report: the ministry loved the first page." "Sync: two of us came back at the same time, nothing was lost." "Photos: please let me undo the last arrow." "Maps: dark map, please!" "Report: signing with a finger is shaky on the small tablet."',
    finds: {
      maps: { pattern: /"(Maps): /, as: 'count' },
      empty: { pattern: /(page two was empty)/ },
      flash: { pattern: /(the flash came on though it was off)/ },
      sync: { pattern: /(two of us came back at the same time, nothing was lost)/ },
    },
    reply:
      'Good news first: "{sync}", so the first sync blocker is fixed. To be repaired: "{empty}", which is the export blocker, and "{flash}", which the tracker knows as well. The rest are wishes.\nNoted: the beta confirms the export blocker ({empty})',
  },
  {
    user: 'What did the nightly tests find?',
    finds: {
      failing: { pattern: /^FAIL ([\w/]+) /, as: 'list' },
      why: { pattern: /^FAIL [\w/]+ (.+)$/ },
      passed: { pattern: /^(\d+) passed/ },
    },
    acts: [{ tool: 'test_run', input: { suite: 'nightly' } }],
    reply:
      '{passed} pass, {failing} fails: "{why}". That is the export blocker once more; the smoke tests are green.\nDone: smoke tests',
  },
  {
    user: 'Then the dark map moves to 3.3, and we put everybody on the blank page.',
    finds: { version: { pattern: /dark map moves to (\d\.\d)/ } },
    acts: [{ tool: 'memorize', input: { text: 'The dark map is postponed to {version}', importance: 0.3 } }],
    reply: 'Settled.\nDecided: the dark map moves to {version}\nDone: dark map',
  },
];
