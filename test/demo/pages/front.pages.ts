// The first screen and the three lanes, over the server of `npm start`: actions of a visitor on an empty page.
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { barriers, say, scrolledSideways } from '../../support/demo/demo-page.ts';
import { demoSite, serveAsStart } from '../../support/demo/demo-site.ts';

const demo = demoSite();

interface Visit {
  readonly page: Page;
  readonly complaints: string[];
}

async function visit(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(address);
  await page.locator('.front').waitFor();
  return { page, complaints };
}

const home = (lang: string): string => demo.front(`lang=${lang}`);
const WIDTHS = [1600, 1280, 820, 380];

describe.each(['en', 'zh-CN'])('the first screen in %s', (lang) => {
  it.each(WIDTHS)('has a sentence, a picture and an input, and every button in sight, %d px wide', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await demo.visitor({ viewport: { width, height: 800 }, colorScheme });
      const { page, complaints } = await visit(context, home(lang));
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.locator('.strata svg').count()).toBe(1);
      const outside = await page.evaluate(() =>
        [
          ...document.querySelectorAll(
            '.toolbar :is(a, button), .front :is(form, .front-choices) :is(input:not([hidden]), button)',
          ),
        ].flatMap((element) => {
          const { left, right, bottom } = element.getBoundingClientRect();
          return left < 0 || right > innerWidth || bottom > innerHeight ? [element.textContent ?? ''] : [];
        }),
      );
      expect(outside).toEqual([]);
      const [needed, given] = await page.getByTestId('tell').evaluate((input: HTMLInputElement) => {
        const { font } = getComputedStyle(input, '::placeholder');
        const { paddingLeft, paddingRight } = getComputedStyle(input);
        const pen = Object.assign(document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D, {
          font,
        });
        return [
          pen.measureText(input.placeholder).width,
          input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
        ] as const;
      });
      expect(needed, 'what the input invites to is read to its end').toBeLessThanOrEqual(given);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await say(page, lang === 'en' ? 'My sister Ida lives in Bergen.' : '我妹妹住在成都。');
      await say(page, lang === 'en' ? 'Where does Ida live?' : '我妹妹住在哪里？');
      expect(await barriers(page)).toEqual([]);
      expect(complaints).toEqual([]);
    }
  });
});

describe('what a visitor tells', () => {
  it('is quoted with its date, greets the second visit, and says why it is known', async () => {
    const context = await demo.visitor();
    const { page, complaints } = await visit(context, home('en'));
    expect(await page.getByTestId('welcome').count()).toBe(0);
    await say(page, 'My sister Ida lives in Bergen and she has a cat called Miso.');
    await say(page, 'I am allergic to peanuts.');
    const day = new Date().toLocaleDateString('en', { month: 'long', day: 'numeric' });
    const answer = await say(page, 'Where does Ida live?');
    expect(answer).toContain('My sister Ida lives in Bergen and she has a cat called Miso.');
    expect(answer).toContain(day);
    await expect.poll(() => page.locator('.strata-arc').count()).toBe(1);

    await page.reload();
    await page.getByTestId('welcome').waitFor();
    expect(await page.getByTestId('welcome').textContent()).toMatch(/I know 2 things that you said.*peanuts/);
    expect(await page.getByTestId('known').allTextContents()).toEqual([
      expect.stringMatching(/peanuts.*you said it on/),
      expect.stringMatching(/Miso.*you said it on/),
    ]);
    expect(await say(page, 'What am I allergic to?')).toContain('I am allergic to peanuts.');
    expect(complaints).toEqual([]);
  });

  it('is forgotten by one press, and by saying so', async () => {
    const { page } = await visit(await demo.visitor(), home('en'));
    await say(page, 'My bicycle is red.');
    await say(page, 'The gate code is 1290.');
    const seen = (): Promise<string> => page.locator('main').innerText();
    expect(await say(page, 'Forget it.')).toMatch(/Forgotten for good/);
    await expect.poll(() => page.getByTestId('known').count()).toBe(1);
    await expect.poll(seen).not.toContain('1290');
    expect(await seen()).toContain('My bicycle is red.');
    expect(await say(page, 'What colour is my bicycle?')).toContain('red');
    await page.reload();
    await expect.poll(seen).toContain('My bicycle is red.');
    await page.getByTestId('known').getByRole('button').click();
    await expect.poll(() => page.getByTestId('known').count()).toBe(0);
    await expect.poll(seen).not.toContain('red');
    for (const question of ['What is the gate code?', 'What colour is my bicycle?']) {
      expect(await say(page, question)).toMatch(/not told me/);
    }
    await page.reload();
    await page.getByTestId('tell').waitFor();
    expect(await page.getByTestId('welcome').count()).toBe(0);
  });

  it('stays out of the memory in a private chat, which gives nothing either', async () => {
    const { page } = await visit(await demo.visitor(), home('en'));
    await say(page, 'My bicycle is red.');
    await page.getByTestId('private').click();
    expect(await say(page, 'I will resign in May.')).toMatch(/private chat/);
    expect(await say(page, 'What colour is my bicycle?')).not.toContain('red');
    await page.getByTestId('private').click();
    await expect.poll(() => page.getByTestId('lines').textContent()).not.toContain('resign');
    await expect.poll(() => page.getByTestId('known').allTextContents()).toEqual([expect.stringContaining('bicycle')]);
  });

  it('may be a file, which the answer names', async () => {
    const { page, complaints } = await visit(await demo.visitor(), home('en'));
    await page.getByTestId('file').setInputFiles({
      name: 'boat.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# The boat\n\nThe boat lies at pier 7.\n\nIts engine is a Yanmar.\n'),
    });
    await page.getByText('boat.md: 1 conversation, 1 message read, all kept.').waitFor();
    const answer = await say(page, 'At which pier does the boat lie?');
    expect(answer).toContain('In the conversation “The boat”');
    expect(answer).toContain('pier 7');
    expect(await say(page, 'Forget it.')).toMatch(/Forgotten for good/);
    await expect.poll(() => page.getByTestId('known').count()).toBe(0);
    await page
      .getByTestId('file')
      .setInputFiles({ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') });
    await page
      .getByTestId('notices')
      .getByText(/empty\.txt is empty/)
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it('may be a PDF, whose text the answer quotes; one that has none says so', async () => {
    const { page, complaints } = await visit(await demo.visitor(), home('en'));
    const drop = async (name: string, html: string): Promise<void> => {
      const printed = await page.context().newPage();
      await printed.setContent(html);
      const buffer = await printed.pdf();
      await printed.close();
      await page.getByTestId('file').setInputFiles({ name, mimeType: 'application/pdf', buffer });
    };
    const notice = (text: string): Promise<void> => page.getByTestId('notices').getByText(text).waitFor();
    const leaf = '<p style="break-before: page">';
    await drop(
      'boat.pdf',
      `<p>The boat lies at pier 7.${leaf}${leaf}Its engine is a Yanmar.${leaf}船上的锚重二十公斤。`,
    );
    await page.getByText('boat.pdf: 1 conversation, 3 messages read, all kept.').waitFor();
    const answer = await say(page, 'At which pier does the boat lie?');
    expect(answer).toContain('In the conversation “boat”');
    expect(answer).toContain('The boat lies at pier 7.');
    expect(answer).not.toContain('#');
    expect(await say(page, '锚有多重？')).toContain('二十公斤');
    await drop('scan.pdf', '<svg width="9" height="9"><rect width="9" height="9" /></svg>');
    await notice('scan.pdf has no text: its pages are pictures.');
    const damaged = { name: 'torn.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 and no more') };
    await page.getByTestId('file').setInputFiles(damaged);
    await notice('torn.pdf could not be read: it is damaged or locked');
    expect(complaints).toEqual([]);
  });

  it('is there without a network, after the first load', async () => {
    const server = await serveAsStart();
    const context = await demo.visitor();
    const { page, complaints } = await visit(context, `${server.origin}/?lang=en`);
    await say(page, 'My bicycle is red.');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await server.close();
    await context.setOffline(true);
    await page.reload();
    await page.getByTestId('welcome').waitFor();
    expect(await say(page, 'What colour is my bicycle?')).toContain('My bicycle is red.');
    await page.getByTestId('short').click();
    await page.getByTestId('play').click();
    await page.getByTestId('verdict').waitFor();
    expect(complaints.filter((text) => !text.includes('ERR_'))).toEqual([]);
  });
});

it('a visitor can talk after at most 160 kB over a wire that compresses', async () => {
  const context = await demo.visitor({ serviceWorkers: 'block' });
  // Idle preloads of the library come after that.
  await context.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const loaded = new Set<string>();
  context.on('request', (request) => loaded.add(request.url()));
  const { page } = await visit(context, home('en'));
  await say(page, 'My bicycle is red.');
  expect(await say(page, 'What colour is my bicycle?')).toContain('red');
  expect([...loaded].some((name) => name.includes('/worker-'))).toBe(true);
  let bytes = 0;
  for (const name of loaded) bytes += gzipSync(await (await page.request.get(name)).body(), { level: 9 }).length;
  expect(bytes).toBeLessThanOrEqual(160_000);
  expect(bytes).toBeGreaterThan(100_000);
});

describe('the simulator', () => {
  const chat = (turns: number): string =>
    Array.from({ length: turns }, (_, at) => [
      {
        role: 'user',
        content: at === 0 ? 'The mooring has the contract HX-2207-Q.' : `Part ${at}? ${'Go on. '.repeat(60)}`,
      },
      { role: 'assistant', content: 'The weather, the harbour and the ferries. '.repeat(40) },
    ])
      .flat()
      .concat([
        { role: 'user', content: 'Which contract has the mooring?' },
        { role: 'assistant', content: 'It is HX-2207-Q.' },
      ])
      .map((message) => JSON.stringify(message))
      .join('\n');

  it('names what each policy loses of a visitor’s own chat, asks nobody, and keeps nothing', async () => {
    const context = await demo.visitor({ viewport: { width: 380, height: 760 }, colorScheme: 'dark' });
    const { page, complaints } = await visit(context, demo.front('view=simulate&lang=en'));
    const asked: string[] = [];
    page.on('request', (request) => request.method() === 'GET' || asked.push(request.method()));
    const file = (turns: number) => ({
      name: 'chat.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(chat(turns)),
    });
    const people = '31/12/2024, 21:41 - Ann: Shall we meet?\n31/12/2024, 21:44 - Bo: At nine.\n';
    const ofPeople = { name: 'chat.txt', mimeType: 'text/plain', buffer: Buffer.from(people) };
    await page.getByTestId('transcript').setInputFiles(ofPeople);
    await page.getByText(/Nobody answers in this chat/).waitFor();
    await page.getByTestId('transcript').setInputFiles(file(2));
    const ended = page.locator('[data-testid=verdict][data-ended=true]');
    await ended.getByText(/You do not need this/).waitFor();
    await page.getByTestId('simulate-window').fill('1');
    await page.getByTestId('transcript').setInputFiles(file(30));
    await ended.getByText(/A sliding window loses 1 detail/).waitFor({ timeout: 120_000 });
    expect(await page.getByTestId('lost-sliding').textContent()).toBe('1');
    expect(await page.getByTestId('lost-memory').textContent()).toBe('0');
    // Nobody knows what a model's summary keeps.
    expect(await page.getByTestId('lost-summary').textContent()).toBe('up to 1');
    const lanes = ['Send everything', 'Sliding window', 'Summary', 'This memory, no notes'];
    expect(await page.locator('.policy h2').allTextContents()).toEqual(lanes);
    expect(await scrolledSideways(page)).toEqual([]);
    expect(await page.getByTestId('lost-facts').textContent()).toContain('HX-2207-Q');
    expect(await page.getByTestId('options').textContent()).toContain('context: { window: 8000 }');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380);
    expect(await barriers(page)).toEqual([]);
    expect(asked).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe('the three lanes', () => {
  it('say of a short chat that it needs no memory, at its true price', async () => {
    const { page, complaints } = await visit(await demo.visitor(), demo.front('view=short&lang=en'));
    await page.getByTestId('play').click();
    await page.getByTestId('verdict').waitFor();
    expect(await page.getByTestId('verdict').textContent()).toMatch(/do not need this yet.* 1\.\d × as much/);
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each(['en', 'zh-CN'])('tell the week in %s: eight facts at less than half the price', async (lang) => {
    const context = await demo.visitor({ viewport: { width: 380, height: 760 }, reducedMotion: 'reduce' });
    const { page, complaints } = await visit(context, demo.front(`view=week&lang=${lang}`));
    await page.getByTestId('play').click();
    await page.getByTestId('verdict').waitFor({ timeout: 150_000 });
    expect(await page.getByTestId('facts-memory').textContent()).toContain('8 / 8');
    expect(await page.getByTestId('facts-sliding').textContent()).toContain('0 / 8');
    expect(await page.getByTestId('lane-memory').textContent()).toMatch(/4\d%/);
    expect(await page.locator('[data-verdict=wrong]').count()).toBe(8);
    expect(await scrolledSideways(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380);
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
