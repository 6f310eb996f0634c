// Letters in the style of mail programs, old and new: the frames, labels and habits of each.
import type { CorpusMessage } from './build.ts';
import { apple, microsoft } from './programs-desktop.ts';
import { old, phones } from './programs-old.ts';
import { unix, web } from './programs-web.ts';

export const programs: CorpusMessage[] = [...microsoft(), ...apple(), ...web(), ...unix(), ...old(), ...phones()];
