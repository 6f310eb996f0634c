// Bounces about sent mail, imported as a mailbox: how much longer the import of one takes than that of a mail with the same
// parts that is no report. That is to find the mail that it is about, among all that there is, and to change it.
import { setTimeout as sleep } from 'node:timers/promises';
import { quantiles } from './figures.ts';
import { ROUNDS } from './measure.ts';
import type { Program } from './programs.ts';
import type { Special } from './special.ts';

const BOUNCES = 500;
const REPORT = 'multipart/report; report-type=delivery-status';

export const reports: Special = {
  name: 'report',
  about: 'an imported bounce about sent mail, more than a mail with the same parts',
  lanes: 1,
  async run({ daybook: { program } }) {
    const times: number[] = [];
    let errors = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const idOf = (n: number) => `<sent-${process.pid}-${round}-${n}@mail.example.org>`;
      const sent = await importMails(program, 'SENT', (n) => sentMail(idOf(n)));
      const mails = await importMails(program, 'INBOX', (n) => withParts(idOf(n), 'multipart/mixed'));
      const bounces = await importMails(program, 'INBOX', (n) => withParts(idOf(n), REPORT));
      times.push(Math.max(0, bounces.took - mails.took) / BOUNCES);
      errors += sent.missing + mails.missing + bounces.missing;
    }
    return { ...quantiles(times), errors, memory: program.memory() };
  },
};

async function importMails({ port }: Program, folder: string, mail: (n: number) => string) {
  const mailbox = Array.from({ length: BOUNCES }, (_, n) => `From - Mon Jan 05 10:00:00 2026\n${mail(n)}\n`).join('');
  const form = new FormData();
  form.append('file', new Blob([mailbox]), 'mails.mbox');
  const address = `http://127.0.0.1:${port}/api/v1`;
  const started = performance.now();
  const begun = await fetch(`${address}/imports?folder=${folder}`, { method: 'POST', body: form });
  let { data: task } = (await begun.json()) as { data: Task };
  while (task.finished_at === null) {
    await sleep(10);
    task = ((await (await fetch(`${address}/tasks/${task.id}`)).json()) as { data: Task }).data;
  }
  return { took: performance.now() - started, missing: BOUNCES - (task.progress?.imported ?? 0) };
}

interface Task {
  id: string;
  finished_at: string | null;
  progress: { imported: number } | null;
}

function sentMail(id: string): string {
  return `From: ann@example.org
To: bob@example.net
Date: Mon, 05 Jan 2026 10:00:00 +0000
Subject: The lease
Message-ID: ${id}

Hello Bob.
`;
}

function withParts(about: string, type: string): string {
  return `From: MAILER-DAEMON@mx.example.org
To: ann@example.org
Date: Mon, 05 Jan 2026 10:00:05 +0000
Subject: Undelivered mail
Message-ID: ${about.replace('<', type === REPORT ? '<bounce-of-' : '<mail-of-')}
MIME-Version: 1.0
Content-Type: ${type}; boundary="b1"

--b1
Content-Type: text/plain

It could not be delivered.
--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; bob@example.net
Action: failed
Status: 5.1.1

--b1
Content-Type: text/rfc822-headers

From: ann@example.org
Message-ID: ${about}
--b1--
`;
}
