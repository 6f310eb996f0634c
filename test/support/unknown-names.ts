// Names of the examples in the documentation, such as mail.example.org, are unknown to this process: no test asks a name
// server for them.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const { lookup } = dns;

/** From now on names of example.org are unknown; returns what undoes it. */
export function makeExamplesUnknown(): () => void {
  const unknown = (host: string, ...rest: unknown[]) => {
    if (!/(^|\.)example\.(org|com|net)$/.test(host)) return (lookup as (...all: unknown[]) => void)(host, ...rest);
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
    setImmediate(rest.at(-1) as (error: Error) => void, error);
  };
  dns.lookup = unknown as typeof lookup;
  syncBuiltinESMExports();
  return () => {
    dns.lookup = lookup;
    syncBuiltinESMExports();
  };
}
