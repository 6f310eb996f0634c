// Messages within messages, lists and digests, signed and encrypted mail, calendars, partial and external bodies, and
// the reports of mail servers.
import type { CorpusMessage } from './build.ts';
import { forwards, lists } from './nested-forwards.ts';
import { reports } from './nested-reports.ts';
import { others, sealed } from './nested-sealed.ts';

export const nested: CorpusMessage[] = [...forwards(), ...lists(), ...sealed(), ...others(), ...reports()];
