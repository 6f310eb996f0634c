// Recipients, answers, attachments and senders of a mail that is being written.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSmtp, type TestSmtp } from '../../support/smtp.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, type Draft, draftOf, draftsOf } from './pages/composer.ts';
import { press, type Way } from './pages/ways.ts';

let app: WebApp;
let smtp: TestSmtp;
let page: Page;
let work: string;

beforeAll(async () => {
  smtp = await startSmtp({ security: 'none' });
  app = await startWebApp({ data: 'empty', args: ['--allow-hosts', '127.0.0.1'] });
  const account = { name: 'Home', address: 'me@example.org', from_name: 'Me', smtp: smtp.account };
  const { data } = await app.api('POST', '/email-accounts', account);
  await app.api('POST', `/email-accounts/${data.id}/test`);
  await identity(data.id as string, { name: 'Me', signature_plain: 'Me\nGarden Road 3', is_default: true });
  work = await identity(data.id as string, {
    name: 'Me at work',
    address: 'work@example.org',
    signature_plain: 'Work GmbH',
    signature_html: '<b>Work</b> GmbH',
  });
});
afterEach(async () => {
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  await smtp?.end();
  expectNoPageErrors();
});

async function identity(account_id: string, fields: Record<string, unknown>): Promise<string> {
  return (await app.api('POST', '/identities', { account_id, ...fields })).data.id as string;
}

/** A mail that has come. */
async function received(fields: Record<string, unknown>): Promise<Draft> {
  const mail = { from_address: 'Cleo <cleo@example.org>', received_at: '2026-03-16T09:00:00Z', ...fields };
  return (await app.api<{ data: Draft }>('POST', '/emails', mail)).data;
}

async function upload(name: string, text: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/plain' }), name);
  const response = await fetch(`${app.url}/api/v1/files`, { method: 'POST', body: form });
  return ((await response.json()) as { data: { id: string } }).data.id;
}

const addresses = (list: { address: string }[]) => list.map(({ address }) => address);

describe('recipients', () => {
  it('are read from a pasted list, and what is no address is kept and marked', async () => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    await composer.paste({ 'text/plain': 'Bob <b@x.org>, "Lee, Ann" <a@x.org>; c@y.org\nnobody' });
    await expect.poll(() => composer.chips('To').allInnerTexts()).toHaveLength(4);
    expect(await composer.window.getByRole('button', { name: /nobody \(This is not/ }).count()).toBe(1);
    await composer.subject.fill('Pasted list');
    await expect
      .poll(async () => addresses((await draftsOf(app, 'Pasted list'))[0]?.to_addresses ?? []))
      .toEqual(['b@x.org', 'a@x.org', 'c@y.org', 'nobody']);
  });

  const ways = {
    async mouse(composer: ComposerPage) {
      // Cc can be dropped on without having been asked for.
      const begin = async () => {
        await page.mouse.up(); // a drag does not begin on a chip that is drawn elsewhere meanwhile
        await composer.chips('To').nth(1).hover();
        await page.mouse.down();
        await composer.subject.hover();
        await page.waitForTimeout(200);
        return composer.recipients('Cc').count();
      };
      await expect.poll(begin).toBe(1);
      await composer.recipients('Cc').hover();
      await composer.recipients('Bcc').waitFor();
      await page.mouse.up();
      await composer.recipients('Bcc').waitFor({ state: 'detached' });
    },
    async keyboard(composer: ComposerPage) {
      await composer.recipients('To').focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Move to Cc' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
  };
  it.each(Object.entries(ways))('are moved from To to Cc by %s', async (way, move) => {
    page = await app.open(`/compose?to=a@x.org,b@x.org&subject=Move+by+${way}`);
    const composer = new ComposerPage(page, `Move by ${way}`);
    await composer.chips('To').nth(1).waitFor();
    await move(composer);
    await composer.chips('Cc').first().waitFor();
    await expect
      .poll(async () => addresses((await draftsOf(app, `Move by ${way}`))[0]?.cc_addresses ?? []))
      .toEqual(['b@x.org']);
    expect(addresses((await draftOf(app, `Move by ${way}`)).to_addresses)).toEqual(['a@x.org']);
  });

  it('are in the mail that is sent while the name that was typed is still being looked up', async () => {
    await app.api('POST', '/contacts', { display_name: 'Nora Quick', emails: [{ address: 'nora@x.org' }] });
    page = await app.open('/compose?to=a@x.org&subject=Quickly');
    await page.route('**/api/v1/correspondents*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    const composer = new ComposerPage(page, 'Quickly');
    await composer.text.fill('now');
    await composer.recipients('To').focus();
    await page.keyboard.type('nora');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Enter');
    await composer.gone();
    const { data } = await app.api<{ data: Draft[] }>('GET', '/emails?limit=50&search=Quickly');
    const sent = data.find(({ subject }) => subject === 'Quickly');
    expect(addresses(sent?.to_addresses ?? [])).toEqual(['a@x.org', 'nora@x.org']);
  });

  it('are edited and removed with the keyboard', async () => {
    page = await app.open('/compose?to=a@x.org,b@x.org&subject=Remove');
    const composer = new ComposerPage(page, 'Remove');
    await composer.recipients('To').focus();
    await page.keyboard.press('Backspace'); // reaches the last one
    await page.keyboard.press('Backspace'); // and removes it
    await expect.poll(() => composer.chips('To').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter'); // Edit
    await page.keyboard.press('End');
    await page.keyboard.type('anization');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => addresses((await draftsOf(app, 'Remove'))[0]?.to_addresses ?? []))
      .toEqual(['a@x.organization']);
  });
});

describe('an answer', () => {
  it('has the quoted mail folded, and sends it unchanged', async () => {
    const html = '<p>Tea <b>at five</b>?</p><table><tr><td>x</td></tr></table>';
    const mail = await received({
      subject: 'Tea',
      body_plain: 'Tea at five?',
      body_html: html,
      to_addresses: ['me@example.org'],
    });
    const reply = await app.api<{ data: Draft }>('POST', `/emails/${mail.id}/reply`);
    page = await app.open(`/compose?reply=${mail.id}`);
    const composer = new ComposerPage(page, 'Re: Tea');
    await composer.button('Show quoted text').waitFor();
    await composer.text.focus();
    await page.keyboard.type('Gladly.');
    await composer.saved();
    await composer.button('Show quoted text').click();
    expect(await composer.window.getByRole('region', { name: /Quoted text/ }).innerText()).toContain('> Tea at five?');
    const saved = (await draftsOf(app, 'Re: Tea')).find(({ id }) => id !== reply.data.id) as Draft;
    expect(saved.body_html).toBe(reply.data.body_html?.replace('<div><br></div>', '<div>Gladly.</div>'));
    expect(saved.body_plain).toBe(`Gladly.${reply.data.body_plain}`);
    expect(addresses(saved.to_addresses)).toEqual(['cleo@example.org']);
  });

  it('to all has all recipients; without changes it leaves no draft', async () => {
    const mail = await received({
      subject: 'All',
      body_plain: 'Hi',
      to_addresses: ['me@example.org', 'bob@example.org'],
      cc_addresses: ['dora@example.org'],
    });
    page = await app.open(`/compose?reply-all=${mail.id}`);
    const composer = new ComposerPage(page, 'Re: All');
    await composer.chips('Cc').first().waitFor();
    expect(await composer.chips('To').allInnerTexts()).toHaveLength(2);
    await composer.button('Save and close').click();
    await expect.poll(async () => (await draftsOf(app, 'Re: All')).length).toBe(0);
  });

  it.each([
    ['of the device', null, '05:00'],
    ['of the settings', 'Asia/Tokyo', '18:00'],
  ])('quotes the time that the mail is shown with, in the zone %s', async (name, timezone, time) => {
    const subject = `Zone ${name}`;
    const mail = await received({ subject, body_plain: 'When?' });
    await app.api('PATCH', '/settings', { timezone });
    page = await app.open(`/mail/inbox/${mail.thread_id}`, { timezoneId: 'America/New_York' });
    await page.getByRole('article').getByText(`Mon 16 Mar, ${time}`).waitFor();
    await page.keyboard.press('r');
    const composer = new ComposerPage(page, `Re: ${subject}`);
    await composer.text.fill('Now');
    await composer.saved();
    await app.api('PATCH', '/settings', { timezone: null });
    expect((await draftOf(app, `Re: ${subject}`)).body_plain).toContain(`On Mon, 16 Mar 2026 at ${time}, Cleo`);
  });

  it('from a zone that the service does not know is an answer all the same', async () => {
    const mail = await received({ subject: 'Far away', body_plain: 'When?', message_id: '<far@example.org>' });
    page = await app.open(`/compose?reply=${mail.id}`);
    await page.route('**/reply', (route) => {
      const { timezone } = route.request().postDataJSON() as { timezone?: string };
      return route.continue(timezone ? { postData: { timezone: 'Mars/Olympus' } } : {});
    });
    const composer = new ComposerPage(page, 'Re: Far away');
    await composer.text.fill('Now');
    await composer.saved();
    const { in_reply_to, body_plain } = await draftOf(app, 'Re: Far away');
    expect([in_reply_to, body_plain]).toEqual(['<far@example.org>', expect.stringMatching(/^Now[\s\S]*> When\?/)]);
  });

  it('that forwards keeps the attachments', async () => {
    const file = await upload('lease.txt', 'the lease');
    const mail = await received({
      subject: 'Lease',
      body_plain: 'See the file',
      attachments: [{ filename: 'lease.txt', mime: 'text/plain', size: 9, file_id: file }],
    });
    page = await app.open(`/compose?forward=${mail.id}`);
    const composer = new ComposerPage(page, 'Fwd: Lease');
    await composer.window.getByRole('listitem').filter({ hasText: 'lease.txt' }).waitFor();
    await composer.text.fill('As promised');
    await expect.poll(async () => (await draftsOf(app, 'Fwd: Lease'))[0]?.body_plain).toMatch(/^As promised/);
    expect((await draftOf(app, 'Fwd: Lease')).attachments.map(({ file_id }) => file_id)).toEqual([file]);
  });
});

describe('a file is attached', () => {
  const content = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') };
  const ways = {
    mouse: (composer: ComposerPage) => choose('mouse', composer),
    keyboard: (composer: ComposerPage) => choose('keyboard', composer),
    async drop(composer: ComposerPage) {
      const dataTransfer = await page.evaluateHandle(`{
        const data = new DataTransfer();
        data.items.add(new File(['the plan'], 'plan.txt', { type: 'text/plain' }));
        data;
      }`);
      await composer.subject.dispatchEvent('dragover', { dataTransfer });
      await composer.window.getByText('Drop files to attach them').waitFor();
      await composer.subject.dispatchEvent('drop', { dataTransfer });
    },
    async paste(composer: ComposerPage) {
      await composer.text.focus();
      await page.evaluate(`{
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(['the plan'], 'plan.txt', { type: 'text/plain' }));
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(event);
      }`);
    },
  };
  async function choose(way: Way, composer: ComposerPage): Promise<void> {
    const chooser = page.waitForEvent('filechooser');
    await press(way, composer.button('Attach files'));
    await (await chooser).setFiles(content);
  }

  /** The name of the button that is seen where this one is. */
  async function seenAt(button: Locator): Promise<unknown> {
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const middle = `${x + width / 2}, ${y + height / 2}`;
    return page.evaluate(`document.elementFromPoint(${middle})?.closest('button')?.getAttribute('aria-label')`);
  }

  it.each(Object.entries(ways))('by %s, and is seen below a long text', async (way, attach) => {
    const subject = `Attached by ${way}`;
    const text = encodeURIComponent('A line.\n'.repeat(60));
    page = await app.open(`/compose?subject=${encodeURIComponent(subject)}&body=${text}`);
    const composer = new ComposerPage(page, subject);
    await composer.text.waitFor();
    await attach(composer);
    await composer.button('Remove plan.txt').waitFor();
    expect(await seenAt(composer.button('Remove plan.txt'))).toBe('Remove plan.txt');
    await expect
      .poll(async () => (await draftsOf(app, subject))[0]?.attachments.map(({ filename }) => filename))
      .toEqual(['plan.txt']);
    await press(way === 'keyboard' ? 'keyboard' : 'mouse', composer.button('Remove plan.txt'));
    await expect.poll(async () => (await draftOf(app, subject)).attachments).toEqual([]);
  });

  it('after a failed upload is tried again', async () => {
    page = await app.open('/compose?subject=Retry');
    await page.route('**/api/v1/files', (route) => route.abort(), { times: 1 });
    const composer = new ComposerPage(page, 'Retry');
    await composer.subject.waitFor();
    await ways.mouse(composer);
    await composer.window.getByRole('alert').filter({ hasText: 'Not attached' }).waitFor();
    await composer.button('Send').click();
    await composer.button('Try again to upload plan.txt').click();
    await composer.button('Remove plan.txt').waitFor();
  });
});

it('a mail that a link begins has a sender and a signature, also if the composer is there before they are known', async () => {
  page = await app.open('/mail/inbox');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/identities*', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.evaluate(
    'indexedDB.databases().then((all) => all.map(({ name }) => indexedDB.deleteDatabase(name)).length)',
  );
  await page.goto(`${app.url}/compose?subject=Linked`);
  await page.getByRole('dialog').waitFor();
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  release();
  const composer = new ComposerPage(page, 'Linked');
  await composer.text.fill('My words');
  await expect.poll(async () => (await draftsOf(app, 'Linked'))[0]?.body_plain).toMatch(/^My words\n\n-- \nMe\n/);
});

it('another sender brings its signature, and what was typed stays', async () => {
  page = await app.open('/compose?subject=Signed');
  const composer = new ComposerPage(page, 'Signed');
  await composer.text.fill('My words');
  await expect
    .poll(async () => (await draftsOf(app, 'Signed'))[0]?.body_plain)
    .toBe('My words\n\n-- \nMe\nGarden Road 3\n');
  await composer.window
    .getByRole('combobox', { name: 'From' })
    .selectOption({ label: 'Me at work <work@example.org>' });
  await expect.poll(async () => (await draftOf(app, 'Signed')).body_plain).toBe('My words\n\n-- \nWork GmbH\n');
  const draft = await draftOf(app, 'Signed');
  expect(draft.body_html).toBe('<div>My words</div><br><div>-- <br><b>Work</b> GmbH</div>');
  expect([draft.from_address, draft.from_name]).toEqual(['work@example.org', 'Me at work']);
  expect(work).not.toBe('');
});

it('a mail is sent after its hold and not before; an undone one is not sent', async () => {
  await app.api('PATCH', '/settings', { hold_seconds: 20 });
  page = await app.open('/compose?to=ann@example.org&subject=Undone');
  const undone = new ComposerPage(page, 'Undone');
  await undone.text.fill('wrong');
  await undone.button('Send').click();
  await page.getByText(/^Sending in/).waitFor();
  await app.api('PATCH', '/settings', { hold_seconds: 1 }); // for the next one
  await page.getByRole('button', { name: 'Undo' }).click();
  await undone.text.fill('right');
  await undone.button('Send').click();
  const letters = () => smtp.letters.filter(({ bytes }) => bytes.toString().includes('Subject: Undone'));
  await expect.poll(() => letters().length).toBe(1);
  expect(letters()[0]?.to).toEqual(['ann@example.org']);
  expect(letters()[0]?.bytes.toString()).toContain('right');
});
