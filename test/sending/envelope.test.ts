// The envelope has the recipients of the record: addresses that would be changed are refused before a mail is queued,
// what is built is compared with the mail, and a mail is from the account that it goes through.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKey, envelopeAddress } from '../../src/values/addresses.ts';
import { startSending } from '../support/sending.ts';
import { account, fake, useFakeAccount, world } from '../support/sending-world.ts';

useFakeAccount();

const ODD = ['good@corp.org/evil', 'a@%65vil.org', 'a@127.1', '<a@x.org>,<victim@x.org>', 'a@ｅvil.org'];
const outgoing = { to_addresses: ['bob@example.net'], body_plain: 'x' };

const mailsBegun = () => fake.commands.filter((one) => one.startsWith('MAIL')).length;

/** Refused with this field at fault, and nothing was said to the server. */
async function refused(path: string, body: object | undefined, field: string): Promise<void> {
  const before = mailsBegun();
  const answer = await world.service.ask('POST', path, body);
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR', details: { field } } } });
  expect(mailsBegun()).toBe(before);
}

describe('an address that would be changed by normalisation', () => {
  it.each(ODD)('%s is refused in every address list, as an object and as a string', async (address) => {
    for (const field of ['to_addresses', 'cc_addresses', 'bcc_addresses'])
      for (const item of [address, { address }]) {
        await refused('/emails/send', { ...outgoing, [field]: [item] }, `${field}[0].address`);
        const queued = { ...outgoing, status: 'queued', from_address: 'ann@example.org', [field]: [item] };
        await refused('/emails', queued, `${field}[0].address`);
      }
  });

  it.each(ODD)('%s is refused as a sender and as the address of an account', async (address) => {
    await refused('/emails', { ...outgoing, status: 'queued', from_address: address }, 'from_address');
    await refused('/email-accounts', { address, smtp: fake.account }, 'address');
  });

  it.each(['good@corp.org/evil', 'a@%65vil.org', 'a@127.1'])('%s stays in a draft, which is not sent', async (to) => {
    const draft = await world.make('POST', '/emails/drafts', { to, body_plain: 'x' });
    expect(draft.to_addresses).toEqual([{ address: to, name: null }]);
    await refused(`/emails/${draft.id}/send`, undefined, 'to_addresses[0].address');
    expect(await world.get(draft.id)).toMatchObject({ status: 'draft' });
  });

  it('in a mail stored before the rule existed fails the mail, and nothing is sent', async () => {
    const { id } = await world.send(account, { scheduled_at: '2099-01-01T00:00:00Z' });
    const odd = "replace(doc, 'bob@example.net', 'bob@example.net/evil')";
    const before = mailsBegun();
    await world.service.store.write(1, (tx) => {
      tx.run(`update emails set doc = ${odd} where user_id = ?1 and id = ?2`, id);
      tx.run('update jobs set due_at = ?3 where user_id = ?1 and record_id = ?2', id, tx.now);
      tx.wake(tx.now);
    });
    const { send_error } = await world.untilEvent(id, 'email.send_failed');
    expect(send_error).toMatchObject({ code: 'BAD_MESSAGE', message: expect.stringContaining('bob@example.net/evil') });
    expect(mailsBegun()).toBe(before);
  });
});

describe('any set of recipients', () => {
  it('the envelope has exactly the recipients and the sender of the record', async () => {
    const local = fc.string({ unit: fc.constantFrom(..."ab0.-+_'!#|"), minLength: 1, maxLength: 12 });
    const quoted = fc
      .string({ unit: fc.constantFrom(...'ab .,;:@()[]"\\'), minLength: 1, maxLength: 8 })
      .map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`);
    const domain = fc.constantFrom('x.org', 'X.Org', 'bücher.example', 'xn--bcher-kva.example', '例え.テスト');
    const addresses = fc
      .sample(fc.tuple(fc.oneof(local, quoted), domain), { numRuns: 90, seed: 7 })
      .map(([part, at]) => `${part}@${at}`)
      .filter((address) => envelopeAddress(address) !== undefined);
    const list = (index: number) => addresses.filter((_, at) => at % 3 === index).map((address) => ({ address }));
    const { id } = await world.send(account, {
      to_addresses: list(0),
      cc_addresses: list(1),
      bcc_addresses: list(2),
    });
    await world.untilEvent(id, 'email.sent');
    const { from, to } = fake.accepted.at(-1) as { from: string; to: string[] };
    const keys = (some: string[]) => [...new Set(some.map(addressKey))].sort();
    expect(addresses.length).toBeGreaterThan(60);
    expect(from).toBe('ann@example.org');
    expect(keys(to)).toEqual(keys(addresses));
  });
});

describe('a mail that is queued', () => {
  const forged = { ...outgoing, from_address: 'ceo@example.org' };

  it.each(['queued', 'scheduled'])('as %s has an address of its account as its sender', async (status) => {
    const scheduled_at = status === 'scheduled' ? '2099-01-01T00:00:00Z' : null;
    await refused('/emails', { ...forged, status, scheduled_at, account_id: account }, 'from_address');
    await refused('/emails', { ...forged, status, scheduled_at }, 'from_address');
    const own = { ...forged, from_address: 'Ann Lee <Ann@Example.org>', status, scheduled_at, account_id: account };
    const made = await world.make('POST', '/emails', own);
    expect(made).toMatchObject({ status, from_address: 'Ann@Example.org' });
    if (status === 'queued') await world.untilEvent(made.id, 'email.sent');
  });

  it('from a draft with another sender is refused, and sent once the draft has the sender of the account', async () => {
    const draft = await world.make('POST', '/emails', { ...forged, status: 'draft', account_id: account });
    await refused(`/emails/${draft.id}/send`, undefined, 'from_address');
    await world.make('PATCH', `/emails/drafts/${draft.id}`, { account_id: account });
    await world.make('POST', `/emails/${draft.id}/send`);
    expect(await world.untilEvent(draft.id, 'email.sent')).toMatchObject({ from_address: 'ann@example.org' });
  });

  it('before there is an account fails when the first account has another address', async () => {
    const other = await startSending();
    try {
      const { id } = await other.make('POST', '/emails', { ...forged, status: 'queued' });
      const mine = await other.make('POST', '/emails', {
        ...forged,
        status: 'queued',
        from_address: 'ann@example.org',
      });
      const before = mailsBegun();
      await other.addAccount(fake.account);
      expect((await other.untilEvent(id, 'email.send_failed')).send_error).toMatchObject({ code: 'FROM_MISMATCH' });
      await other.untilEvent(mine.id, 'email.sent');
      expect(mailsBegun()).toBe(before + 1);
    } finally {
      await other.end();
    }
  });
});
