// The corpus: messages that cover how mail is written, each with what a correct reading of it is. They are made by this
// code alone, the same in every run.
import { addresses } from './addresses.ts';
import { attachments } from './attachments.ts';
import type { CorpusMessage } from './build.ts';
import { charsets } from './charsets.ts';
import { combinations } from './combinations.ts';
import { contentTypes } from './content-types.ts';
import { dates } from './dates.ts';
import { encodings } from './encodings.ts';
import { fileNames } from './file-names.ts';
import { frames } from './frames.ts';
import { headers } from './headers.ts';
import { lineEnds } from './line-ends.ts';
import { nested } from './nested.ts';
import { programs } from './programs.ts';
import { wildMail } from './wild.ts';

export const corpus: CorpusMessage[] = [
  ...frames,
  ...charsets,
  ...encodings,
  ...attachments,
  ...contentTypes,
  ...fileNames,
  ...lineEnds,
  ...addresses,
  ...dates,
  ...headers,
  ...programs,
  ...nested,
  ...wildMail,
  ...combinations,
];
