// For a test file of incoming mail: one service, and one reader of messages.
import { afterAll, beforeAll } from 'vitest';
import { createMessageReader, type MessageReader } from '../../src/protocols/mime/read-message.ts';
import { startTestService, type TestService } from './service.ts';

export let service: TestService;
export let reader: MessageReader;

export function useMailService(): void {
  beforeAll(async () => {
    service = await startTestService();
    reader = createMessageReader();
  });
  afterAll(async () => {
    await reader.close();
    await service.end();
  });
}
