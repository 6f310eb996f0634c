// A new user of a test service, who asks with a token of their own.
import { addUser } from '../../src/store/tables/users.ts';
import { keyOf } from './keys.ts';
import type { TestService } from './service.ts';

export async function newUser(
  service: TestService,
  name: string,
): Promise<Pick<TestService, 'ask'> & { user: number }> {
  const user = (await addUser(service.store, name))?.id as number;
  const { headers } = await keyOf(service, ['admin'], user);
  return { user, ask: (method, path, body) => service.ask(method, path, body, headers) };
}
