// Pollution of prototypes, seen from inside: a service in this process gets every body that could reach one, and the
// prototypes are what they were.
import { expect, it } from 'vitest';
import { startTestService } from '../support/service.ts';

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
const KEYS = ['__proto__', 'constructor', 'prototype', '__defineGetter__', 'toString'];

const shape = () => PROTOTYPES.map((one) => Reflect.ownKeys(one).map(String).sort());

export function pollution(): void {
  it('bodies, queries and messages leave every prototype as it was', async () => {
    const before = shape();
    const service = await startTestService();
    const made = await service.ask('POST', '/events', { title: 'x', start_at: '2026-02-17' });
    const { id } = (made.body as { data: { id: string } }).data;
    for (const key of KEYS) {
      const inner = `{"${key}":{"polluted":"yes","prototype":{"polluted":"yes"}},"constructor":{"prototype":{"polluted":"yes"}}}`;
      const bodies = [
        inner,
        `{"custom_fields":${inner}}`,
        `{"attendees":[${inner}]}`,
        `{"recurrence":${inner}}`,
        `[${inner}]`,
      ];
      for (const body of bodies) {
        await service.ask('POST', '/events', body);
        await service.ask('PATCH', `/events/${id}`, body);
        await service.ask('PATCH', `/events/${id}/custom`, body);
        await service.ask('POST', '/emails/batch', body);
      }
      await service.ask('POST', '/emails/batch', `{"ids":["x"],"action":"move","params":${inner}}`);
      await service.ask('GET', `/events?${key}[polluted]=yes&${key}.polluted=yes&fields=${key}&sort=${key}`);
    }
    await service.end();
    expect(shape()).toEqual(before);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
}
