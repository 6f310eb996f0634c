// Reading a conversation: expanding mails, quotes, images, colours, attachments.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ConversationPage, storeConversation, storeFile } from './pages/conversation.ts';
import { press, WAYS } from './pages/ways.ts';

let app: WebApp;
let opened: ConversationPage;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty', keepsPage: true });
});
afterEach(async () => {
  await app.leave(opened?.page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const open = async (threadId: string, options: Parameters<WebApp['open']>[1] = {}) => {
  opened = await ConversationPage.open(app, threadId, options);
  return opened;
};

describe('mails', () => {
  it.each(WAYS)('are expanded if they are unread or the last, and toggled by %s', async (way) => {
    const { threadId } = await storeConversation(app, [
      { body_plain: 'one' },
      { body_plain: 'two', is_read: false },
      { body_plain: 'three' },
      { body_plain: 'four' },
    ]);
    const conversation = await open(threadId);
    expect(await conversation.expanded()).toEqual([false, true, false, true]);
    await press(way, conversation.toggle(0));
    await conversation.mail(0).getByText('one', { exact: true }).waitFor();
    await press(way, conversation.toggle(3));
    expect(await conversation.expanded()).toEqual([true, true, false, false]);
  });

  it('are reached with n and p, and expanded all with ;', async () => {
    const { threadId } = await storeConversation(app, [{ body_plain: 'a' }, { body_plain: 'b' }, { body_plain: 'c' }]);
    const conversation = await open(threadId);
    await conversation.page.keyboard.press('n');
    await conversation.page.keyboard.press('n');
    await conversation.page.keyboard.press('p');
    await conversation.page.keyboard.press('n');
    await conversation.page.keyboard.press('Enter');
    expect(await conversation.expanded()).toEqual([false, true, true]);
    // The ring is around the header, below the line of the addresses: it crosses no text.
    const ring = await conversation.page.evaluate(`(() => {
      const button = document.activeElement;
      const { outlineStyle, height } = getComputedStyle(button, '::before');
      const below = parseFloat(height) - button.parentElement.getBoundingClientRect().height;
      return [getComputedStyle(button).outlineStyle, outlineStyle, Math.round(below)];
    })()`);
    expect(ring).toEqual(['none', 'solid', 8]);
    await conversation.page.keyboard.press(';');
    expect(await conversation.expanded()).toEqual([true, true, true]);
    await conversation.page.keyboard.press(';');
    expect(await conversation.expanded()).toEqual([false, false, false]);
  });

  it('of a long conversation are left out in the middle until they are asked for', async () => {
    const mails = Array.from({ length: 60 }, (_, at) => ({ body_plain: `number ${at}` }));
    const { threadId } = await storeConversation(app, mails);
    const conversation = await open(threadId);
    expect(await conversation.mails.count()).toBe(4);
    await conversation.view.getByRole('button', { name: 'Show 56 more' }).click();
    await expect.poll(() => conversation.mails.count()).toBe(60);
    await conversation.mail(30).getByText('number 30').waitFor();
  });

  it('that arrive while the conversation is open appear, are read, and do not move the reader', async () => {
    const long = Array.from({ length: 80 }, (_, at) => `line ${at}`).join('\n');
    const { threadId } = await storeConversation(app, [{ body_plain: 'one' }, { body_plain: long }]);
    const conversation = await open(threadId);
    await conversation.view.getByText('line 79').waitFor();
    await conversation.view.evaluate((view) => view.scrollTo(0, 300));
    const body = { thread_id: threadId, from_address: 'bob@example.org', from_name: 'Bob', body_plain: 'Me too' };
    const { data } = await app.api('POST', '/emails', { ...body, received_at: '2026-03-17T09:00:00Z' });
    await conversation.mail(2).waitFor();
    expect(await conversation.view.evaluate((view) => view.scrollTop)).toBe(300);
    expect(await conversation.view.getByRole('status').last().textContent()).toBe('New mail from Bob');
    await expect.poll(async () => (await app.api('GET', `/emails/${data.id}`)).data.is_read).toBe(true);
  });

  it('are marked as unread from one on, and starred', async () => {
    const { threadId, ids } = await storeConversation(app, [{ body_plain: 'a' }, { body_plain: 'b', is_read: true }]);
    const conversation = await open(threadId);
    await conversation.mail(1).getByRole('button', { name: 'Star' }).click();
    const isStarred = async () => (await app.api('GET', `/emails/${ids[1]}`)).data.is_starred;
    await expect.poll(isStarred).toBe(true);
    await conversation.undo('Starred.');
    await expect.poll(isStarred).toBe(false);
    await conversation.choose(1, 'Mark unread from here');
    await expect.poll(async () => (await app.api('GET', `/emails/${ids[1]}`)).data.is_read).toBe(false);
    expect((await app.api('GET', `/emails/${ids[0]}`)).data.is_read).toBe(true);
  });
});

describe('a conversation', () => {
  it('that is deleted or merged says so, and leads to where its mails are', async () => {
    const { threadId } = await storeConversation(app, [{ body_plain: 'a', message_id: '<merge-a@example.org>' }]);
    const other = await storeConversation(app, [
      { body_plain: 'older', message_id: '<merge-b@example.org>', received_at: '2026-01-01T00:00:00Z' },
    ]);
    const conversation = await open(other.threadId);
    await app.api('POST', '/emails', {
      from_address: 'ann@example.org',
      received_at: '2026-03-17T09:00:00Z',
      message_id: '<merge-c@example.org>',
      references: ['<merge-a@example.org>', '<merge-b@example.org>'],
    });
    await conversation.view.getByText('This conversation does not exist any more').waitFor();
    await conversation.view.getByRole('button', { name: 'Open the other conversation' }).click();
    await expect.poll(() => conversation.mails.count()).toBeGreaterThan(1);
    expect(conversation.page.url()).toContain(threadId);
  });
});

describe('the text', () => {
  it.each(WAYS)('of plain mails has links and folded quotes, opened by %s', async (way) => {
    const { threadId } = await storeConversation(app, [
      { body_plain: 'See https://example.org/x\n\nOn 3 March 2026, Ann wrote:\n> Come <b>soon</b>?\n> Yes?' },
    ]);
    const conversation = await open(threadId);
    const link = conversation.view.getByRole('link', { name: 'https://example.org/x' });
    expect(await link.getAttribute('rel')).toContain('noopener noreferrer');
    expect(await conversation.view.getByText('Come <b>soon</b>?').count()).toBe(0);
    await press(way, conversation.view.getByRole('button', { name: 'Show quoted text' }));
    await conversation.view.getByText('Come <b>soon</b>?').waitFor();
  });

  it('of HTML mails is in a frame as high as its content, which runs nothing and forwards keys', async () => {
    const html = `${'<p>Line</p>'.repeat(60)}<a href="mailto:bob@example.org?subject=Hi">write</a>
      <script>top.xss = 1</script><blockquote type="cite">Old</blockquote>`;
    const { threadId } = await storeConversation(app, [{ body_plain: 'first' }, { body_html: html }]);
    const conversation = await open(threadId);
    const frame = await conversation.frame(1);
    const size = () =>
      conversation.page.evaluate<number[]>(`(() => {
        const frame = document.querySelector('article iframe');
        return [frame.clientHeight, frame.contentDocument.documentElement.scrollHeight];
      })()`);
    await expect.poll(async () => (await size())[0]).toBeGreaterThan(1500);
    expect((await size())[0]).toBe((await size())[1]);
    const [before = 0] = await size();
    await frame.getByText('Show quoted text').click();
    await expect.poll(async () => (await size())[0]).toBeGreaterThan(before);
    await frame.getByText('Line').first().click();
    await conversation.page.keyboard.press(';');
    expect(await conversation.expanded()).toEqual([true, true]);
    expect(await conversation.page.evaluate('window.xss')).toBeUndefined();
  });

  it('opens the composer for mail links', async () => {
    const html = '<a href="mailto:bob@example.org?subject=Hi">write</a>';
    const { threadId } = await storeConversation(app, [{ body_html: html }]);
    const conversation = await open(threadId);
    await (await conversation.frame(0)).getByText('write').click();
    await conversation.page.locator('[data-composer]').getByText('bob@example.org').waitFor();
  });

  it.each(WAYS)('shows images of other servers once by %s, and always for a trusted sender', async (way) => {
    const sender = { from_address: `${way}@shop.example`, from_name: 'Shop' };
    const html = '<p>Hi</p><img src="http://127.0.0.1:9/1.gif" alt="logo">';
    const { threadId } = await storeConversation(app, [{ ...sender, body_html: html }]);
    const conversation = await open(threadId);
    const image = (await conversation.frame(0)).getByRole('img');
    const bar = conversation.view.getByText('Images from other servers are not shown.');
    await bar.waitFor();
    expect(await image.getAttribute('src')).toBeNull();
    await press(way, conversation.view.getByRole('button', { name: 'Show', exact: true }));
    await expect.poll(() => image.getAttribute('src')).toContain('/remote-image?');
    await conversation.page.reload();
    await press(way, conversation.view.getByRole('button', { name: 'Always from this sender' }));
    await expect.poll(() => image.getAttribute('src')).toContain('/remote-image?');
    const { data } = await app.api<{ data: { sender: string }[] }>('GET', '/trusted-senders');
    expect(data.map((one) => one.sender)).toContain(`${way}@shop.example`);
    await conversation.page.reload();
    await expect.poll(() => image.getAttribute('src')).toContain('/remote-image?');
    expect(await bar.count()).toBe(0);
  });

  it('shows images of a sender who is trusted, until that is undone', async () => {
    const sender = { from_address: 'once@shop.example', from_name: 'Shop' };
    const html = '<p>Hi</p><img src="http://127.0.0.1:9/1.gif" alt="logo">';
    const { threadId } = await storeConversation(app, [{ ...sender, body_html: html }]);
    const conversation = await open(threadId);
    const senders = async () =>
      (await app.api<{ data: { sender: string }[] }>('GET', '/trusted-senders')).data.map((one) => one.sender);
    await conversation.view.getByRole('button', { name: 'Always from this sender' }).click();
    await expect.poll(senders).toContain(sender.from_address);
    await conversation.undo('Images from Shop are always shown now');
    await expect.poll(senders).not.toContain(sender.from_address);
  });

  it('leaves it to the service whether a mail is from the sender who is trusted now', async () => {
    const sender = { from_address: 'forged@shop.example', from_name: 'Shop' };
    const html = '<p>Hi</p><img src="http://127.0.0.1:9/1.gif" alt="logo">';
    const { data } = await app.api<{ data: { thread_id: string } }>('POST', '/emails', {
      ...{ ...sender, subject: 'Posted', body_html: html, received_at: '2026-03-16T09:00:00Z' },
    });
    const conversation = await open(data.thread_id);
    await conversation.view.getByRole('button', { name: 'Always from this sender' }).click();
    await conversation.view.getByText('the sender could not be verified').waitFor();
    expect(await (await conversation.frame(0)).getByRole('img').getAttribute('src')).toBeNull();
  });

  it('offers no undo for a sender who was trusted before', async () => {
    const sender = { from_address: 'before@shop.example', from_name: 'Shop' };
    await app.api('POST', '/trusted-senders', { sender: sender.from_address });
    const { threadId } = await storeConversation(app, [{ ...sender, body_html: '<p>Hi</p>' }]);
    const conversation = await open(threadId);
    await conversation.choose(0, 'Always show images of this sender');
    const message = conversation.page.getByText('Images from Shop are always shown now');
    await message.waitFor();
    expect(await message.locator('..').getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });

  it.each(WAYS)('is dark in the dark, and has its own colours on request by %s', async (way) => {
    const { threadId } = await storeConversation(app, [{ body_html: '<p style="color: #111">Night</p>' }]);
    const conversation = await open(threadId, { colorScheme: 'dark' });
    const source = () => conversation.view.locator('iframe').getAttribute('src');
    await conversation.frame(0);
    expect(await source()).toContain('theme=dark');
    await press(way, conversation.view.getByRole('button', { name: 'Show original colours' }));
    await conversation.frame(0);
    expect(await source()).not.toContain('theme=dark');
    await press(way, conversation.view.getByRole('button', { name: 'Show dark colours' }));
    await expect.poll(source).toContain('theme=dark');
  });
});

describe('attachments', () => {
  const pixel = Uint8Array.from(atob('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='), (c) => c.charCodeAt(0));

  it('are pictures and PDF documents, which the arrow keys go through', async () => {
    const files = [
      await storeFile(app, 'dot.gif', 'image/gif', pixel),
      await storeFile(app, 'plan.pdf', 'application/pdf', '%PDF-1.4\n%%EOF\n'),
    ];
    const { threadId } = await storeConversation(app, [{ body_plain: 'See', attachments: files }]);
    const conversation = await open(threadId);
    const { page } = conversation;
    // The test browser has no viewer; what it is given can be seen all the same.
    await page.evaluate(`{
      Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true });
      window.refused = [];
      addEventListener('securitypolicyviolation', ({ blockedURI }) => refused.push(blockedURI));
    }`);
    await conversation.view.getByRole('button', { name: 'Open dot.gif' }).press('Enter');
    const dialog = page.getByRole('dialog');
    const image = dialog.getByRole('img', { name: 'dot.gif' });
    const width = () => image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth);
    await expect.poll(width).toBe(1);
    await page.keyboard.press('ArrowRight');
    const frame = dialog.locator('iframe');
    await expect.poll(() => frame.getAttribute('src')).toMatch(/^blob:/);
    expect(await page.evaluate('refused')).toEqual([]); // by the policy of the page
    await page.keyboard.press('ArrowLeft');
    await image.waitFor();
    await page.keyboard.press('Escape');
  });

  it.each(WAYS)('are previewed and stepped through by %s, and downloaded', async (way) => {
    const files = [
      await storeFile(app, 'notes.txt', 'text/plain', 'Dear <b>diary</b>'),
      await storeFile(app, 'more.csv', 'text/csv', 'a,b'),
    ];
    const { threadId } = await storeConversation(app, [{ body_plain: 'See', attachments: files }]);
    const conversation = await open(threadId);
    const { page } = conversation;
    const card = conversation.view.getByRole('button', { name: 'Open notes.txt' });
    await press(way, card);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Dear <b>diary</b>').waitFor();
    await press(way, dialog.getByRole('button', { name: 'Next attachment' }));
    await dialog.getByText('a,b').waitFor();
    const downloading = page.waitForEvent('download');
    await press(way, dialog.getByRole('button', { name: 'Download' }));
    expect((await downloading).suggestedFilename()).toBe('more.csv');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await card.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  });

  it('show the end of a long name', async () => {
    const name = `${'Hafenmuseum, wall map of the middle basin, '.repeat(4)}proof 2.pdf`;
    const files = [
      await storeFile(app, name, 'application/pdf', 'x'),
      await storeFile(app, 'Plan.pdf', 'text/pdf', 'x'),
    ];
    const { threadId } = await storeConversation(app, [{ body_plain: 'See', attachments: files }]);
    const conversation = await open(threadId);
    const shown = conversation.view.getByRole('button', { name: `Open ${name}` }).locator('[data-end]');
    expect(await shown.getAttribute('data-end')).toBe('of 2.pdf');
    // Its parts have room: the start gives way, and nothing is beyond the card.
    const isWithin = await shown.evaluate((element) => {
      const card = element.closest('li')?.getBoundingClientRect().right ?? 0;
      return element.scrollWidth <= element.clientWidth && element.getBoundingClientRect().right < card;
    });
    expect(isWithin).toBe(true);
  });

  it('that are pictures within the HTML are not listed', async () => {
    const picture = { ...(await storeFile(app, 'a.gif', 'image/gif', pixel)), inline: true, content_id: 'p1' };
    const html = '<p>Look</p><img src="cid:p1" alt="dot">';
    const { threadId } = await storeConversation(app, [{ body_html: html, attachments: [picture] }]);
    const conversation = await open(threadId);
    const image = (await conversation.frame(0)).getByRole('img');
    expect(await image.getAttribute('src')).toBe(`/api/v1/files/${picture.file_id}/content`);
    expect(await image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth)).toBe(1);
    expect(await conversation.view.getByRole('button', { name: 'Open a.gif' }).count()).toBe(0);
  });
});
