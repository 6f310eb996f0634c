// Mail as it is found in archives: faults that programs, gateways and lists made together, and habits that have no
// names.
import type { CorpusMessage } from './build.ts';
import { bodies, headers } from './wild-bodies.ts';
import { frames, rawFileNames, rawHeaders } from './wild-frames.ts';

export const wildMail: CorpusMessage[] = [...rawHeaders(), ...rawFileNames(), ...frames(), ...bodies(), ...headers()];
