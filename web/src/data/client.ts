// The client of the service. The app is served by the service itself, so it needs no address and no token: the browser
// sends its session cookie.
import { createClient } from 'daybook-client';

export const daybook = createClient();
