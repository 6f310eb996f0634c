// The addresses of the user: those of the accounts and identities, and those that sent mail has as its sender, so that
// imported mail without an account is known as one's own too.
import { useMemo } from 'react';
import { daybook } from '../data/client.ts';
import { useCollection } from '../data/live.ts';
import { useQuery } from '../data/query.ts';

const RECENT = 50;

async function readSenders(signal: AbortSignal): Promise<string[]> {
  const query = { status: 'sent', fields: ['from_address'], limit: RECENT } as const;
  const { data } = await daybook.emails.list({ ...query, fields: [...query.fields] }, { signal });
  return [...new Set(data.flatMap(({ from_address }) => from_address ?? []))];
}

export function useOwnAddresses(): ReadonlySet<string> {
  const accounts = useCollection('accounts');
  const identities = useCollection('identities');
  const { data: senders } = useQuery('own-addresses', readSenders);
  return useMemo(() => {
    const known = [...accounts.map(({ address }) => address), ...identities.map(({ address }) => address)];
    return new Set([...known, ...(senders ?? [])].map((one) => one.toLowerCase()));
  }, [accounts, identities, senders]);
}
