// Requests whose responses are checked against the OpenAPI document.
import { expect } from 'vitest';
import type { Answered, TestService } from '../../support/service.ts';
import { document, faults } from './document.ts';

export type Ask = (
  operation: string,
  status: number,
  ids?: Record<string, string>,
  body?: unknown,
  headers?: Record<string, string>,
  query?: string,
) => Promise<Answered>;

/** Asks, checks the answer against the entry of its operation, and notes the operation. */
export async function askAndCheck(
  service: TestService,
  seen: Set<string>,
  ...[operation, status, ids = {}, body, headers, query = '']: Parameters<Ask>
): ReturnType<Ask> {
  const [method, path] = operation.split(' ') as [string, string];
  const full = path.startsWith('/health') || path.startsWith('/metrics') ? path : `/api/v1${path}`;
  const address = full.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] as string) + query;
  const answer = await service.ask(method, address, body, headers);
  expect(answer.status, answer.text).toBe(status);
  const entry = document.paths[full]?.[method.toLowerCase()]?.responses[status];
  expect(entry, `${operation} does not tell of ${status}`).toBeDefined();
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] as string;
  const place = ['paths', full, method.toLowerCase(), 'responses', String(status)];
  const form = query.includes('format=compact') ? 'x-compact' : 'schema';
  if (entry?.content) expect(faults(answer.body, ...place, 'content', type, form)).toEqual([]);
  else expect(answer.text).toBe('');
  if (status >= 400) {
    const { code } = (answer.body as { error: { code: string } }).error;
    expect(Object.keys(entry?.content?.[type]?.examples ?? {}), `${operation} does not tell of ${code}`).toContain(
      code,
    );
  }
  seen.add(`${method} ${full}`);
  return answer;
}
