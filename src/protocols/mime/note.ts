// Replaces the text of a message that could not be parsed completely with a note.
import type { ParsedMail } from '../../values/parsed-mail.ts';

export type Problem = NonNullable<ParsedMail['problem']>;

/** A message that exceeds a budget: only its header fields are read. */
export class MailProblem extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** A message of which nothing could be read. */
export function unreadMail(problem: Problem): ParsedMail {
  return withNote(emptyMail(), problem);
}

export function emptyMail(): ParsedMail {
  return {
    message_id: null,
    in_reply_to: null,
    references: [],
    subject: null,
    from: null,
    to: [],
    cc: [],
    bcc: [],
    reply_to: [],
    date: null,
    body_plain: null,
    body_html: null,
    attachments: [],
    read_receipt_requested: false,
    report: null,
    list: null,
    authentication: [],
    problem: null,
  };
}

/** The fields of a message, with a note in place of its text. */
export function withNote(mail: ParsedMail, problem: Problem): ParsedMail {
  const note = `This message could not be read completely. ${problem.message} The original message is kept unchanged.`;
  return { ...mail, body_plain: note, body_html: null, problem };
}

export function tooLarge(what: string, bytes: number): Problem {
  return { code: 'TOO_LARGE', message: `${what} larger than ${bytes} bytes.` };
}
