// What must hold when all of it is over: the service is healthy, stops when asked, and its data is sound.
import { expect, it } from 'vitest';
import { problemsOf } from '../support/soundness.ts';
import type { Victim } from './victim.ts';

export function afterwards(victim: () => Victim): void {
  it('the service is healthy and takes new records', async () => {
    expect((await victim().ask('GET', '//health')).status).toBe(200);
    const { id } = await victim().make('/contacts', { display_name: 'the last one' });
    expect((await victim().ask('GET', `/contacts/${id}`)).body.data?.display_name).toBe('the last one');
  });

  it('nothing has failed inside the service', () => {
    expect(victim().complaints()).toEqual([]);
  });

  it('it stops when asked, though half a request is open', async () => {
    const halves = [
      '',
      'G',
      'GET /health HTTP/1.1\r\nHost: ',
      'POST /api/v1/contacts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ];
    for (const half of halves) {
      const socket = await victim().open();
      socket.on('error', () => {});
      socket.write(half);
    }
    expect(await victim().stop()).toMatchObject({ code: 0 });
  });

  it('its data is sound', async () => {
    expect(await problemsOf(victim().place)).toEqual([]);
  });
}
