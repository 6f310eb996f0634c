// Reports of mail servers as they are read.
import { parseMessage } from '../../src/protocols/mime/parse.ts';
import type { ParsedMail } from '../../src/values/parsed-mail.ts';

export const read = async (raw: Buffer): Promise<ParsedMail> => parseMessage(raw);
export const reportOf = async (raw: Buffer) => (await read(raw)).report;

export const recipient = (
  address: string | null,
  action: string,
  status: string | null,
  diagnostic: string | null,
) => ({
  address,
  action,
  status,
  diagnostic,
});
