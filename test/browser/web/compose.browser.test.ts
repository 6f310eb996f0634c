// Writing a mail: recipients, text, saving, sending and undoing it.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, type Draft, draftOf, draftsOf, emailOf } from './pages/composer.ts';
import { press, WAYS } from './pages/ways.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp();
});
afterEach(async () => {
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

describe('a new mail', () => {
  it('to a completed address is saved as one draft while it is typed', async () => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    await page.keyboard.type('anil');
    await page.getByRole('option', { name: /Anil Mehta/ }).click();
    await composer.subject.fill('Garden one');
    await composer.titled('Garden one').text.fill('Hello Anil');
    await composer.titled('Garden one').saved();
    await composer.titled('Garden one').text.pressSequentially(', how are you?');
    await expect.poll(async () => (await draftOf(app, 'Garden one')).body_plain).toBe('Hello Anil, how are you?');
    expect((await draftOf(app, 'Garden one')).to_addresses).toEqual([
      { address: 'anil.mehta@nordlicht.example', name: 'Anil Mehta' },
    ]);
  });

  it('is written and closed with the keyboard alone, and the focus returns', async () => {
    page = await app.open('/mail/inbox');
    const link = page.getByRole('link', { name: 'Contacts' });
    await link.focus();
    await ComposerPage.open(page);
    await page.keyboard.type('anil');
    await page.getByRole('option', { name: /Anil Mehta/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('toolbar').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Garden two');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Hello');
    await page.keyboard.press('Escape');
    await page.getByText('Draft saved').waitFor();
    const draft = await draftOf(app, 'Garden two');
    expect([draft.body_plain, draft.to_addresses[0]?.name]).toEqual(['Hello', 'Anil Mehta']);
    expect(await page.locator('a:focus').textContent()).toBe('Contacts');
  });

  it('without any text leaves no draft', async () => {
    page = await app.open('/mail/inbox');
    const before = await app.api<{ meta: { total: number } }>('GET', '/emails?status=draft');
    const composer = await ComposerPage.open(page);
    await composer.subject.fill('Nothing');
    await composer.titled('Nothing').saved();
    await composer.titled('Nothing').subject.fill('');
    await composer.button('Save and close').click();
    await composer.gone();
    await expect
      .poll(async () => (await app.api<{ meta: { total: number } }>('GET', '/emails?status=draft')).meta.total)
      .toBe(before.meta.total);
  });
});

describe('sending', () => {
  const subjectOf = (way: string) => `Undo me by ${way}`;
  const ways = {
    mouse: () => page.getByRole('button', { name: 'Undo' }).click(),
    keyboard: () => page.keyboard.press('z'),
  };
  it.each(Object.entries(ways))('is undone by %s: its draft and its composer are as they were', async (way, undo) => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    await composer.recipients('To').fill('ann@example.org');
    await composer.subject.fill(subjectOf(way));
    const named = composer.titled(subjectOf(way));
    await named.text.fill('Not yet');
    await named.button('Send').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Put in outbox' }).click();
    await named.gone();
    // Without an account it is not held, so that it is in the outbox and not among the scheduled mail.
    const { data } = await app.api<{ data: { id: string; subject: string }[] }>('GET', '/emails?status=queued');
    const [waiting] = data.filter(({ subject }) => subject === subjectOf(way));
    await page.getByText('In the outbox until you add an account').waitFor();
    await undo();
    await expect.poll(() => named.written()).toBe('Not yet');
    expect((await emailOf(app, waiting?.id ?? '')).status).toBe('draft');
    expect(await draftsOf(app, subjectOf(way))).toHaveLength(1);
  });

  const places = {
    'the subject': async () => {},
    'the text': (composer: ComposerPage) => composer.text.click(),
    'plain text': async (composer: ComposerPage) => {
      await composer.option('Write as plain text');
      await page.locator('textarea:focus').waitFor();
    },
  };
  it.each(Object.entries(places))('with mod+Enter in %s queues it once, as it was written', async (name, goThere) => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    const subject = `Sent by key in ${name}`;
    await page.keyboard.type('ann@example.org');
    await page.keyboard.press('Enter');
    await composer.subject.focus();
    await page.keyboard.type(subject);
    const named = composer.titled(subject);
    await named.text.fill('Hello');
    await named.subject.focus();
    await goThere(named);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('In the outbox until you add an account').waitFor();
    const { data } = await app.api<{ data: Draft[] }>('GET', '/emails?folder=OUTBOX');
    const found = data.filter((one) => one.subject === subject);
    expect(found.map(({ status, body_plain }) => [status, body_plain])).toEqual([['queued', 'Hello']]);
    await page.getByRole('button', { name: 'Add an account' }).click();
    await page.waitForURL('**/settings/accounts');
  });

  it.each(['mouse', 'Escape'])('without a subject is cancelled by %s, and the subject has the focus', async (way) => {
    page = await app.open('/compose?to=ann@example.org&body=Hello');
    const composer = new ComposerPage(page, 'New mail');
    await page.locator('[data-editor]:focus').waitFor(); // what has a text already goes on there
    await composer.button('Send').click();
    const question = page.getByRole('alertdialog', { name: 'Send without a subject?' });
    await question.waitFor();
    if (way === 'mouse') await question.getByRole('button', { name: 'Cancel' }).click();
    else await page.keyboard.press('Escape');
    await page.locator('[data-composer] input:focus').waitFor();
    await page.keyboard.type(`Cancelled by ${way}`);
    await composer.titled(`Cancelled by ${way}`).saved();
  });

  it('needs a recipient, and valid addresses', async () => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    await composer.button('Send').click();
    await composer.window.getByRole('alert').filter({ hasText: 'Add a recipient first.' }).waitFor();
    await composer.recipients('To').fill('ann at example');
    await composer.subject.focus();
    await composer.button('Send').click();
    await composer.window.getByRole('alert').filter({ hasText: 'Not a mail address: ann at example' }).waitFor();
    expect(await page.locator('button:focus').innerText()).toContain('ann at example');
  });
});

it.each(WAYS)('a draft that is discarded by %s is in the trash, and undoing opens it again', async (way) => {
  page = await app.open('/mail/inbox');
  const composer = await ComposerPage.open(page);
  const subject = `Discard me by ${way}`;
  await composer.subject.fill(subject);
  const named = composer.titled(subject);
  await named.text.fill('Words');
  await named.saved();
  const { id } = await draftOf(app, subject);
  await press(way, named.button('Discard draft'));
  await named.gone();
  await expect.poll(async () => (await emailOf(app, id)).deleted_at).not.toBeNull();
  await press(way, page.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => named.written()).toBe('Words');
  await expect.poll(async () => (await emailOf(app, id)).deleted_at).toBeNull();
});

describe('formatting', () => {
  const ways = {
    mouse: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    keyboard: (name: string) =>
      page.keyboard.press({ Bold: 'Control+b', 'Bulleted list': 'Control+Shift+8' }[name] as string),
  };
  it.each(Object.entries(ways))('by %s reaches the HTML and the plain text', async (way, format) => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    const subject = `Formatted by ${way}`;
    await composer.subject.fill(subject);
    const named = composer.titled(subject);
    await named.text.click();
    await page.keyboard.type('Dear ');
    await format('Bold');
    await page.keyboard.type('all');
    await format('Bold');
    await page.keyboard.press('Enter');
    await format('Bulleted list');
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await expect
      .poll(async () => (await draftsOf(app, subject))[0]?.body_html)
      .toBe('<div>Dear <strong>all</strong></div><ul><li>one</li><li>two</li></ul>');
    expect((await draftOf(app, subject)).body_plain).toBe('Dear all\n- one\n- two');
  });

  it('is removed in plain text with every word kept, and undoing brings it back', async () => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    await composer.subject.fill('Plain');
    const named = composer.titled('Plain');
    await named.text.click();
    await page.keyboard.type('Some **bold** words  here');
    await named.option('Write as plain text');
    await expect.poll(() => named.text.inputValue()).toBe('Some bold words  here');
    await expect.poll(async () => (await draftsOf(app, 'Plain'))[0]?.body_html).toBeNull();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect
      .poll(async () => (await draftsOf(app, 'Plain'))[0]?.body_html)
      .toBe('<div>Some <strong>bold</strong> words&nbsp; here</div>');
  });

  it('is switched on and off, and the cursor is in the text afterwards', async () => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    await composer.subject.fill('Switched');
    const named = composer.titled('Switched');
    await named.text.click();
    await page.keyboard.type('one');
    await named.option('Write as plain text');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type(' two');
    await named.option('Write with formatting');
    await page.locator('[data-editor][contenteditable]:focus').waitFor();
    await page.keyboard.type(' three');
    await expect.poll(async () => (await draftsOf(app, 'Switched'))[0]?.body_plain).toBe('one two three');
  });

  it('of a web page is reduced to what belongs into a mail', async () => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    await composer.subject.fill('Pasted');
    const named = composer.titled('Pasted');
    await named.text.click();
    await named.paste({
      'text/html':
        '<p class=MsoNormal style="color:red"><b>Hi</b> <script>1</script><a href="javascript:x">a</a><o:p></o:p></p><p onclick="x">two<img src="http://127.0.0.1:1/x.png"></p>',
      'text/plain': 'Hi',
    });
    await expect
      .poll(async () => (await draftsOf(app, 'Pasted'))[0]?.body_html)
      .toBe('<div><strong>Hi</strong> a</div><div><br></div><div>two</div>');
  });
});

it.each(['rich', 'plain'] as const)('a %s draft is opened with the cursor at the end of its text', async (mode) => {
  const subject = `Unfinished ${mode}`;
  const { data } = await app.api<{ data: { id: string } }>('POST', '/emails/drafts', {
    to: 'ann@example.org',
    subject,
    body_plain: 'Begun\n\n-- \nAnn',
    ...(mode === 'rich' && { body_html: '<div>Begun</div><br><div>-- <br><div>Ann</div></div>' }),
  });
  page = await app.open(`/compose?draft=${data.id}`);
  await page.locator('[data-editor]:focus').waitFor();
  await page.keyboard.type(', done');
  await expect.poll(async () => (await draftOf(app, subject)).body_plain).toBe('Begun, done\n\n-- \nAnn\n');
});

it.each(WAYS)('a mail is scheduled for later by %s, and this can be undone', async (way) => {
  page = await app.open('/mail/inbox');
  const composer = await ComposerPage.open(page);
  await composer.recipients('To').fill('ann@example.org');
  const later = `Later by ${way}`;
  await composer.subject.fill(later);
  const named = composer.titled(later);
  await press(way, named.button('Send later'));
  await page.getByRole('dialog', { name: 'Send later' }).getByRole('combobox').fill('fri 9:15');
  const time = page.getByRole('option', { name: /09:15/ });
  await time.waitFor();
  if (way === 'mouse') await time.click();
  else await page.keyboard.press('Enter');
  await press(way, page.getByRole('alertdialog').getByRole('button', { name: 'Put in outbox' }));
  await page.getByText(/^Will be sent Fri/).waitFor();
  const { data } = await app.api<{ data: { subject: string; scheduled_at: string }[] }>(
    'GET',
    '/emails?status=scheduled',
  );
  expect(data.find(({ subject }) => subject === later)?.scheduled_at).toBe('2026-03-20T08:15:00Z');
  await press(way, page.getByRole('button', { name: 'Undo' }));
  await named.subject.waitFor();
  expect(await draftsOf(app, later)).toHaveLength(1);
});

it('a phone shows the composer on the whole screen', async () => {
  page = await app.open('/mail/inbox', { viewport: PHONE, hasTouch: true });
  const composer = await ComposerPage.open(page);
  const box = await composer.window.boundingBox();
  expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, PHONE.width, PHONE.height]);
  await composer.recipients('To').fill('ann@example.org');
  await composer.subject.fill('From a phone');
  const named = composer.titled('From a phone');
  await named.text.tap();
  await page.keyboard.type('Hi');
  await named.button('Send').tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put in outbox' }).tap();
  await named.gone();
});
