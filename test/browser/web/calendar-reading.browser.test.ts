// What can be read in the calendar: titles of running events, the header at every width, and the time of what is dragged.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settled } from '../../support/settled.ts';
import { expectNoPageErrors, type OpenOptions, startWebApp, type WebApp } from '../../support/web-app.ts';
import { CalendarPage, type EventFields } from './pages/calendar.ts';

let app: WebApp;
let calendar: CalendarPage | undefined;

beforeAll(async () => {
  app = await startWebApp();
});
afterEach(() => calendar?.page.context().close());
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function show(path: string, options: OpenOptions): Promise<CalendarPage> {
  calendar = new CalendarPage(await app.open(path, options));
  await calendar.page.locator('[data-grid-item]').first().waitFor();
  await settled(calendar.page); // the grid moves when the working hours are known, which would end a drag
  return calendar;
}

const create = (fields: EventFields) => app.api('POST', '/events', { timezone: 'Europe/Berlin', ...fields });

it('the line of the current time is behind a running event, and its dot before it', async () => {
  await create({ title: 'Running', start_at: '2026-03-17T09:15', end_at: '2026-03-17T10:00' });
  const view = await show('/calendar/day/2026-03-17', { isClockStill: true });
  await view.event('Running').waitFor();
  const found = await view.page.evaluate(`(() => {
    const [line, dot] = ['Line', 'Dot'].map((part) => document.querySelector('[class*=now' + part + ']'));
    // They are not for the mouse; what is in front is asked for all the same.
    for (const one of [line, dot]) one.style.pointerEvents = 'auto';
    const events = [...document.querySelectorAll('[data-event-id]')];
    const running = events.find((one) => one.textContent.includes('Running')).closest('[tabindex]');
    const x = running.getBoundingClientRect().left + 20;
    const y = line.getBoundingClientRect().top + 1;
    const stack = document.elementsFromPoint(x, y);
    return {
      isTitleBeforeLine: running.contains(stack[0]) && stack.includes(line),
      isDotBeforeEvent: document.elementFromPoint(dot.getBoundingClientRect().right - 2, y) === dot,
    };
  })()`);
  expect(found).toEqual({ isTitleBeforeLine: true, isDotBeforeEvent: true });
});

it('a birthday leads to its contact', async () => {
  const { data } = await app.api('POST', '/contacts', { display_name: 'Ann Reading', birthday: '1979-02-12' });
  const view = await show('/calendar/day/2025-02-12', {});
  await view.event(/Ann Reading/).click();
  await view.page.getByRole('button', { name: 'Open contact' }).click();
  await view.page.waitForURL((url) => url.pathname === `/contacts/${data.id}`);
  await view.page.getByRole('heading', { name: 'Ann Reading' }).waitFor();
});

describe.each([
  ['en-GB', ['Week', 'Day', 'Month']],
  ['de-DE', ['Woche', 'Tag', 'Monat']],
] as const)('the header in %s', (locale, views) => {
  it('has a whole title, and buttons that are large enough, at every width', async () => {
    // Each title is one of the longest of its view.
    const view = await show('/calendar/week/2026-09-30', { locale, viewport: { width: 640, height: 400 } });
    for (const name of views) {
      await view.page.getByRole('radio', { name, exact: true }).check({ force: true });
      for (const width of [640, 700, 768, 839, 840, 1023, 1024, 1100, 1279, 1280]) {
        await view.page.setViewportSize({ width, height: 400 });
        await settled(view.page);
        expect({ name, width, ...((await view.page.evaluate(HEADER)) as Header) }).toEqual({
          name,
          width,
          cut: [],
          small: [],
          outside: [],
        });
      }
    }
  });
});

it.each([768, 1100])('the header has one height for all weeks at %d px', async (width) => {
  const view = await show('/calendar/week/2026-03-17', { viewport: { width, height: 700 } });
  const next = view.page.getByRole('button', { name: 'Next', exact: true });
  const before = await next.boundingBox();
  await view.show('/calendar/week/2026-09-30'); // 28 Sept – 4 Oct
  expect(await next.boundingBox()).toEqual(before);
});

interface Header {
  cut: string[];
  small: string[];
  outside: string[];
}

/** What is wrong with the header. */
const HEADER = `(() => {
  const header = document.querySelector('header:has(h1)');
  const title = header.querySelector('h1');
  const names = (all) => all.map((one) => one.ariaLabel ?? one.textContent);
  const shown = [...header.querySelectorAll('button, label')].filter((one) => one.getClientRects().length > 0);
  const box = (one) => one.getBoundingClientRect();
  return {
    cut: title.scrollWidth > title.clientWidth ? [title.textContent] : [],
    small: names(shown.filter((one) => box(one).width < 24 || box(one).height < 24)),
    outside: names([title, ...shown].filter((one) => box(one).right > innerWidth || box(one).bottom > box(header).bottom)),
  };
})()`;

describe('a short event', () => {
  it('shows that it repeats', async () => {
    const times = { start_at: '2025-02-03T10:00', end_at: '2025-02-03T10:30' };
    await create({ title: 'Again', ...times, recurrence: { freq: 'weekly', count: 2 } });
    await create({ title: 'Once', start_at: '2025-02-04T10:00', end_at: '2025-02-04T10:30' });
    const view = await show('/calendar/week/2025-02-03', {});
    const sign = view.event('Again').locator('svg');
    // Both are measured in one step, because the grid moves when the working hours are known.
    const isInside = () =>
      sign.evaluate((one) => {
        const [inner, outer] = [one, one.closest('[tabindex]')].map((part) => part?.getBoundingClientRect());
        return !!inner && !!outer && inner.width >= 10 && inner.top >= outer.top && inner.bottom <= outer.bottom;
      });
    await expect.poll(isInside).toBe(true);
    expect(await view.event('Once').locator('svg').count()).toBe(0);
    expect(await view.cutTexts()).toEqual([]);
  });

  it('says its new time while it is dragged, and while it is made longer', async () => {
    await create({ title: 'A title that fills the column', start_at: '2025-02-10T10:00', end_at: '2025-02-10T10:30' });
    const view = await show('/calendar/week/2025-02-10', {});
    const { mouse } = view.page;
    const from = await view.pointOf('A title');
    const to = await view.pointAt('2025-02-12', 11.4);
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y, { steps: 6 });
    const moved = await timeLike(view, /^(11:\d\d) – 1[12]:\d\d$/);
    await mouse.up();
    await view.toast(`Moved to Wed, 12 Feb 2025, ${moved[1]}.`).waitFor();

    const box = await view.event('A title').boundingBox();
    const end = (box?.y ?? 0) + (box?.height ?? 0) - 2;
    await mouse.move(to.x, end);
    await mouse.down();
    await mouse.move(to.x, end + 10, { steps: 6 });
    const longer = await timeLike(view, new RegExp(`^${moved[1]} – (?!${moved[0].slice(-5)})`));
    await mouse.up();
    await view.toast(`Length changed: Wed, 12 Feb 2025, ${longer.input}.`).waitFor();
  });

  it('that is new says its time while it is drawn', async () => {
    const view = await show('/calendar/week/2025-02-17', {});
    const { mouse } = view.page;
    const { x, y } = await view.pointAt('2025-02-19', 14);
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x, (await view.pointAt('2025-02-19', 14.3)).y, { steps: 6 });
    await timeLike(view, /^14:00 – 14:30$/);
    await mouse.up();
  });
});

/** The times of events that are inside their boxes. */
const TIMES = `[...document.querySelectorAll('[class*=columnEventInner]')].map((event) => {
  const box = event.getBoundingClientRect();
  const parts = [...event.querySelectorAll('[class*=time] > span')].filter((part) => {
    const { right, bottom } = part.getBoundingClientRect();
    return getComputedStyle(part).visibility === 'visible' && right <= box.right + 1 && bottom <= box.bottom + 1;
  });
  return parts.map((part) => part.textContent).join(' ');
})`;

/** Waits for an event whose time is visible and like this. */
async function timeLike(view: CalendarPage, pattern: RegExp): Promise<RegExpMatchArray> {
  const find = async () => ((await view.page.evaluate(TIMES)) as string[]).find((time) => pattern.test(time));
  await expect.poll(find).toBeDefined();
  return (await find())?.match(pattern) as RegExpMatchArray;
}

it('messages and the question are in German too', async () => {
  const times = { start_at: '2025-02-24T10:00', end_at: '2025-02-24T10:30' };
  await create({ title: 'Wöchentlich', ...times, recurrence: { freq: 'weekly', count: 2 } });
  const view = await show('/calendar/week/2025-02-24', { locale: 'de-DE' });
  await view.event('Wöchentlich').focus();
  await view.page.keyboard.press('Alt+ArrowDown');
  const question = view.page.getByRole('alertdialog');
  await question.getByText('Mo., 24. Feb. 2025, 10:00 – 10:30 → Mo., 24. Feb. 2025, 10:15 – 10:45').waitFor();
  await question.getByRole('button', { name: 'Nur diesen Termin' }).click();
  await view.toast('Verschoben auf Mo., 24. Feb. 2025, 10:15.').waitFor();
});
