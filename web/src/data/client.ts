// The client of the service. The app is served by the service itself, so it needs no address and no token: the browser
// sends its session cookie.
import { createClient } from 'daybook-client';
import { fetchWithEarly } from '../start/early-requests.ts';

export const daybook = createClient({ fetch: fetchWithEarly });
