// Files for scenarios, and what is stored of them.
import { join } from 'node:path';
import { expect } from 'vitest';
import { onDisk, type Part, upload } from './files.ts';
import type { Scenario } from './scenario.ts';
import type { TestService } from './service.ts';

export const refused = { status: 400, error: 'VALIDATION_ERROR', events: [] };

export function stored(part: Part = {}) {
  return async ({ service }: { service: TestService }): Promise<Record<string, string>> => {
    const { id, sha256 } = await upload(service, part);
    return { id, sha256 };
  };
}

export const filesOf = (service: TestService) => onDisk(join(service.folder, 'files'));

export const part =
  (text: string, contentRange: string): Scenario['also'] =>
  (answer) =>
    expect([answer.text, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
      text,
      contentRange,
      String(text.length),
    ]);

export const received = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z' };
