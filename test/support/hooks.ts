// Webhooks of a test service.
import { expect } from 'vitest';
import type { DeliveryState, WebhookRecord } from '../../src/resources/webhook.ts';
import type { TestService } from './service.ts';
import { waitUntil } from './wait-until.ts';

export interface Hook {
  id: string;
  secret: string;
  delivery: DeliveryState;
}

type Shown = WebhookRecord & { delivery: DeliveryState };

export async function hookAt(service: Pick<TestService, 'ask'>, url: string, values: object): Promise<Hook> {
  const answer = await service.ask('POST', '/webhooks', { url, events: ['contact.*'], ...values });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { data: Hook }).data;
}

export async function state(service: Pick<TestService, 'ask'>, { id }: Hook): Promise<Shown> {
  return ((await service.ask('GET', `/webhooks/${id}`)).body as { data: Shown }).data;
}

export async function untilState(
  service: Pick<TestService, 'ask'>,
  hook: Hook,
  fits: (shown: Shown) => boolean,
): Promise<void> {
  await waitUntil(
    () => state(service, hook),
    (shown) => fits(shown),
  );
}
