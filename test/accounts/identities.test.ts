// Identities of email accounts: the name, the address, Reply-To and the signature with which mail is sent.
import { describe, expect, it, onTestFinished } from 'vitest';
import { addAccount } from '../support/accounts.ts';
import { type Scenario, scenarios, type World } from '../support/scenario.ts';
import { headersOf, startSending } from '../support/sending.ts';
import { account, smtp, useSendingAccount, world } from '../support/sending-world.ts';
import type { Letter } from '../support/smtp.ts';

const ME = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d11';
const WORK = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d12';
const NOBODY = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d13';
const idOf = (data: object) => (data as { id: string }).id;

const first = async ({ service }: World) => {
  const { data } = (await service.ask('GET', `/identities?account_id=${ME}`)).body as {
    data: { id: string; is_default: boolean }[];
  };
  return {
    id: data.find((one) => one.is_default)?.id as string,
    other: data.find((one) => !one.is_default)?.id as string,
  };
};
const refused = (what: string, body: object, field: string, says: string): Scenario => ({
  name: `${what} is refused`,
  ask: ['POST', '/identities', { account_id: ME, ...body }],
  status: 400,
  error: 'VALIDATION_ERROR',
  field,
  says,
  events: [],
});

// biome-ignore format: a row is a line
scenarios('identities', [
  { name: 'the first one is the default and has the address of the account', ask: ['POST', '/identities', { account_id: ME.toUpperCase(), signature_plain: 'Ann' }], status: 201, events: ['identity.created'],
    body: { data: { account_id: ME, name: null, address: 'me@example.org', reply_to: null, signature_plain: 'Ann', signature_html: null, is_default: true } } },
  { name: 'a second one is not', ask: ['POST', '/identities', { account_id: ME, name: 'Sales', address: 'sales@example.org', reply_to: 'team@example.org' }], status: 201, events: ['identity.created'], body: { data: { address: 'sales@example.org', is_default: false } } },
  { name: 'the list has them oldest first', ask: ['GET', `/identities?account_id=${ME}`], status: 200, body: { data: [{ signature_plain: 'Ann' }, { name: 'Sales' }], meta: { total: 2 } }, events: [] },
  { name: 'of another account are not in the list', ask: ['GET', `/identities?account_id=${WORK}`], status: 200, body: { data: [], meta: { total: 0 } }, events: [] },
  { name: 'one is read by its id', given: first, ask: ['GET', '/identities/{other}'], status: 200, body: { data: { name: 'Sales' } }, events: [] },
  { name: 'If-Match with an old ETag is 412', given: first, ask: ['PATCH', '/identities/{id}', { name: 'x' }, { 'if-match': '"0"' }], status: 412, error: 'PRECONDITION_FAILED', events: [] },
  { name: 'a PATCH changes what was sent', given: first, ask: ['PATCH', '/identities/{id}', { signature_html: '<p>Ann</p>' }], status: 200, body: { data: { signature_plain: 'Ann', signature_html: '<p>Ann</p>' } }, events: ['identity.updated'] },
  { name: 'the account of one cannot be changed', given: first, ask: ['PATCH', '/identities/{id}', { account_id: WORK }], status: 400, error: 'VALIDATION_ERROR', field: 'account_id', events: [] },
  { name: 'the default cannot be unset', given: first, ask: ['PATCH', '/identities/{id}', { is_default: false }], status: 400, error: 'VALIDATION_ERROR', field: 'is_default', says: 'make another identity the default', events: [] },
  refused('one of an account that does not exist', { account_id: NOBODY }, 'account_id', 'there is no email account'),
  refused('an address with a name', { address: 'Ann <ann@example.org>' }, 'address', 'one mail address'),
  refused('two addresses', { reply_to: 'a@b.org, c@d.org' }, 'reply_to', 'one mail address'),
  refused('a header in the name', { name: 'Ann\r\nBcc: x@y.org' }, 'name', 'one line'),
  refused('a misspelt field', { signature: 'x' }, 'signature', 'is not a field here'),
  { name: 'a draft is from the default one', ask: ['POST', '/emails/drafts', { to: 'b@x.org' }], status: 201, body: { data: { account_id: ME, from_address: 'me@example.org', from_name: 'Me Myself' } }, events: ['email.created'] },
  { name: 'a draft is from the one that it names', given: first, ask: ['POST', '/emails/drafts', { identity_id: '{other}' }], status: 201, body: { data: { account_id: ME, from_address: 'sales@example.org', from_name: 'Sales', reply_to: [{ address: 'team@example.org', name: null }] } }, events: ['email.created'],
    also: async (answer, { service }) => {
      const path = `/emails/drafts/${idOf((answer.body as { data: object }).data)}`;
      const saved = await service.ask('PATCH', path, { account_id: ME.toUpperCase(), subject: 'Saved with its account' });
      expect(saved.body).toMatchObject({ data: { account_id: ME, from_address: 'sales@example.org', from_name: 'Sales', reply_to: [{ address: 'team@example.org' }] } });
      const edited = await service.ask('PATCH', path, { account_id: ME, identity_id: null });
      expect(edited.body).toMatchObject({ data: { from_address: 'me@example.org' } });
      expect((edited.body as { data: object }).data).not.toHaveProperty('reply_to');
    } },
  { name: 'a draft does not take one of another account', given: first, ask: ['POST', '/emails/drafts', { identity_id: '{other}', account_id: WORK }], status: 400, error: 'VALIDATION_ERROR', field: 'identity_id', says: 'leave out account_id', events: [] },
  { name: 'a mail is not sent with one that does not exist', ask: ['POST', '/emails/send', { identity_id: NOBODY, to_addresses: ['b@x.org'], body_plain: 'x' }], status: 400, error: 'VALIDATION_ERROR', field: 'identity_id', says: 'GET /identities', events: [] },
  { name: 'a reply has the signature of the one that the mail was sent to, above the quote', given: async ({ make }) => ({ id: idOf(await make('POST', '/emails', { from_address: 'b@x.org', to_addresses: ['me@example.org'], received_at: '2026-02-17', body_html: '<p>Hi</p>' })) }), ask: ['POST', '/emails/{id}/reply', { body_plain: 'Yes' }], status: 201, events: ['email.created'],
    body: { data: { from_address: 'me@example.org', body_plain: expect.stringMatching(/^Yes\n\n-- \nAnn\n\nOn .* wrote:\n> Hi\n$/s), body_html: expect.stringMatching(/^<div>Yes<\/div><br><div>-- <br><p>Ann<\/p><\/div><br><p>On /) } } },
  { name: 'a reply has it below the quote where the setting says so', given: async ({ make }) => { await make('PATCH', '/settings', { signature_position: 'below' }); return { id: idOf(await make('POST', '/emails', { from_address: 'b@x.org', to_addresses: ['me@example.org'], received_at: '2026-02-17', body_plain: 'Hi' })) }; }, ask: ['POST', '/emails/{id}/reply'], status: 201, body: { data: { body_plain: expect.stringMatching(/^\n\nOn .* wrote:\n> Hi\n\n-- \nAnn\n$/s) } }, events: ['email.created'] },
  { name: 'a reply to all is from the one that the mail was sent to, and not to it', given: async ({ make }) => ({ id: idOf(await make('POST', '/emails', { from_address: 'b@x.org', to_addresses: ['SALES@example.org', 'c@x.org'], received_at: '2026-02-17' })) }), ask: ['POST', '/emails/{id}/reply-all'], status: 201, body: { data: { from_address: 'sales@example.org', to_addresses: [{ address: 'b@x.org' }, { address: 'c@x.org' }] } }, events: ['email.created'] },
  { name: 'another becomes the default instead', given: first, ask: ['PATCH', '/identities/{other}', { is_default: true }], status: 200, body: { data: { is_default: true } }, events: ['identity.updated', 'identity.updated'] },
  { name: 'when the default is removed, the oldest becomes it', given: first, ask: ['DELETE', '/identities/{id}'], status: 200, body: { data: { id: '{id}', deleted: true } }, events: ['identity.deleted', 'identity.updated'] },
], async ({ service }) => {
  await addAccount(service, { id: ME, isDefault: true });
  await addAccount(service, { id: WORK, address: 'work@example.com', fromName: null });
});

useSendingAccount();

describe('a mail', () => {
  it('without an account is sent as an identity of the default account, and without a sender as the default one', async () => {
    const own = await startSending();
    onTestFinished(() => own.end());
    const draft = await own.make('POST', '/emails/drafts', { to: 'bob@example.net', body_plain: 'Hi' });
    const account_id = await own.addAccount(smtp.account);
    const first = { name: 'Ann', address: 'lee@example.org', reply_to: 'replies@example.org' };
    await own.make('POST', '/identities', { account_id, ...first });
    await own.make('POST', '/identities', { account_id, address: 'alias@example.org' });
    const mail = { status: 'queued', to_addresses: ['bob@example.net'], from_address: 'alias@example.org' };
    const { id } = await own.make('POST', '/emails', mail);
    await own.make('POST', `/emails/${draft.id}/send`);
    expect(await own.untilEvent(id, 'email.sent')).toMatchObject({ from_address: 'alias@example.org' });
    expect(await own.untilEvent(draft.id, 'email.sent')).toMatchObject({
      from_name: first.name,
      from_address: first.address,
      reply_to: [{ address: first.reply_to }],
    });
  });

  it('is sent with the address and Reply-To of its identity, and follows the account', async () => {
    const own = await world.make('POST', '/identities', { account_id: account });
    const alias = { account_id: account, name: 'Sales', address: 'sales@example.org', reply_to: 'team@example.org' };
    const { id } = await world.make('POST', '/identities', alias);
    const draft = await world.make('POST', '/emails/drafts', {
      identity_id: id,
      to: 'bob@example.net',
      body_plain: 'Hi',
    });
    await world.make('POST', `/emails/${draft.id}/send`);
    await world.untilEvent(draft.id, 'email.sent');
    const headers = headersOf((smtp.letters.at(-1) as Letter).bytes);
    expect([headers.from, headers['reply-to']]).toEqual(['Sales <sales@example.org>', 'team@example.org']);
    await world.make('PATCH', `/email-accounts/${account}`, { address: 'lee@example.org' });
    expect(await world.make('GET', `/identities/${own.id}`)).toMatchObject({ address: 'lee@example.org' });
    expect(await world.make('GET', `/identities/${id}`)).toMatchObject({ address: 'sales@example.org' });
    const since = world.feed.changes().length;
    await world.make('DELETE', `/email-accounts/${account}`);
    expect((await world.service.ask('GET', `/identities/${id}`)).status).toBe(404);
    await world.feed.until((all) => all.some(({ event }) => event === 'email_account.deleted'));
    const events = world.feed
      .changes()
      .slice(since)
      .map(({ event }) => event)
      .filter((event) => event.endsWith('.deleted')); // those of the PATCH may arrive late
    expect(events).toEqual(['identity.deleted', 'identity.deleted', 'email_account.deleted']);
  });
});
