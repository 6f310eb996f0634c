// What takes the place of a message that could not be read whole.
import type { ParsedMail } from '../../values/parsed-mail.ts';

export type Problem = NonNullable<ParsedMail['problem']>;

/** A message beyond a budget: only the fields at its top are read. */
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

/** The fields of a message with a note in place of its text. */
export function withNote(mail: ParsedMail, problem: Problem): ParsedMail {
  const note = `This message could not be read whole. ${problem.message} Its source is kept as it came.`;
  return { ...mail, body_plain: note, body_html: null, problem };
}

export function tooLarge(what: string, bytes: number): Problem {
  return { code: 'TOO_LARGE', message: `${what} larger than ${bytes} bytes.` };
}
