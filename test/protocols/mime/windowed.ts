// A message as it is read from a file through small windows, with every content in a file; its attachments are read back,
// so that the result can be compared with that of a message in memory.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSource } from '../../../src/protocols/mime/parse.ts';
import { Source } from '../../../src/protocols/mime/source.ts';
import { Workspace } from '../../../src/protocols/mime/workspace.ts';
import type { ParsedMail } from '../../../src/values/parsed-mail.ts';

export function parseWindowed(raw: Uint8Array, folder: string, window: number): ParsedMail {
  const path = join(folder, 'message');
  writeFileSync(path, raw);
  const workspace = new Workspace(join(folder, 'content'), { window, memory: 0 });
  const mail = parseSource(Source.ofFile(path, raw.length, window), workspace);
  workspace.clear();
  const attachments = mail.attachments.map(({ stored, content, ...attachment }) => {
    if (!stored) return { ...attachment, content: new Uint8Array(content) };
    const bytes = readFileSync(stored.temporary);
    if (stored.size !== bytes.length || stored.sha256 !== createHash('sha256').update(bytes).digest('hex'))
      throw new Error(`the content of ${attachment.filename} is not what was said of it`);
    rmSync(stored.temporary);
    return { ...attachment, content: new Uint8Array(bytes) };
  });
  rmSync(path);
  const left = readdirSync(folder);
  if (left.length > 0) throw new Error(`${left.join(', ')} were left behind`);
  return { ...mail, attachments };
}

/** The same for one in memory. */
export function plainContents(mail: ParsedMail): ParsedMail {
  return {
    ...mail,
    attachments: mail.attachments.map((one) => ({ ...one, content: new Uint8Array(one.content) })),
  };
}
