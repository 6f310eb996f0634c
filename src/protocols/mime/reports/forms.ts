// Forms in which servers report failures as text for people, without a machine-readable part. Each form names the
// recipients at a fixed position: on separate lines, below a known sentence.
export interface Form {
  /** Patterns that the text must match. */
  patterns: RegExp[];
  action: 'failed' | 'delayed';
  /** The line that names a recipient: the address, and what follows it. */
  recipient: RegExp;
  /** A replacement that is applied before the text is parsed. */
  rewrite?: [RegExp, string];
  /** Where the list of recipients begins and ends. */
  begin?: RegExp;
  end: RegExp;
  /** Whether other automatic mail can contain the same sentence. */
  isLoose?: true;
}

const ADDRESS = String.raw`[^\s<>@"()]{1,64}@[^\s<>@"():]{1,255}`;
const bracketed = new RegExp(`^<(${ADDRESS})>:?(.*)$`);
// Exim: an address that results from an alias or a forward, and the address that the mail was sent to.
const generated: [RegExp, string] = [
  new RegExp(String.raw`^ {2}[^\n]{1,320}\n {4}\((?:ultimately )?generated from (${ADDRESS})\)$`, 'gm'),
  '  $1',
];
const indented = new RegExp(`^ {2}<?(${ADDRESS})>?:?()$`);

// With less context: a bullet, a name before the address, a reason after it.
const BARE = String.raw`[^\s<>@"()\[\]',;:]{1,64}@[^\s<>@"()\[\]',;:]{0,254}[a-z0-9]`;
const listed = new RegExp(
  String.raw`^[\s>*|-]*(?:(?:failed )?recipient:\s*)?(?:"[^"\n]{0,200}"\s*)?[<\["']*(?:smtp:)?(${BARE})[>\]"':;,.]*(?:$|\s+(.*)$)`,
  'i',
);
const copy =
  /^\s*[|]?[-=*]{3,}|^\s*(?:-- )?(?:original message|message headers?|the header|included is|old message)\b/i;
const copied = /^\s*[|]?[-=]{3,}|^\s*(?:-- )?(?:original message|a copy of|message headers?)\b/i; // not asterisks

const plain = new RegExp(`^<?(${ADDRESS})>?()$`);

const DELAYED =
  /following recipients? (?:has|have) been delayed|^[ \t]*your message to:[ \t]*$(?=[\s\S]{0,400}has not yet been delivered)|^delivery of (?:e-?)?mail to this address[ \t]*$(?=[\s\S]{0,400}postponed)/im;
const FAILED =
  /(?:could not be delivered|was not delivered|not delivered|undeliverable|could not deliver message|(?:unable|n't able|not able) to deliver (?:your )?message) to(?: the following)?[^@\n]{0,40}:?[ \t]*$|following (?:recipient|addresse)s? did not receive|following recipient(?:s|\(s\))? (?:could not be reached|did not receive)|recipients? (?:failed|was aborted)|did not reach the following recipient|failed (?:recipients|addresses)|address(?:es|\(es\))?[ \t]{1,4}failed|failed to these recipients/im;

// Sentences that contain the address: InterScan and EarthLink, MDaemon, mail.ru.
const SENTENCES = [
  String.raw`^[ \t]{0,20}(?:sorry, )?unable to deliver (?:your )?message to <?(${BARE})>?(?:[ .,]()|()$)`,
  String.raw`^[ \t]{0,20}<?(${BARE})>? - (no such user here\b.*)$`,
  String.raw`^[ \t]{0,20}(?:local )?mailbox <?(${BARE})>? is unavailable:(.*)$`,
];

export const reportForms: Form[] = [
  // qmail: https://cr.yp.to/proto/qsbmf.txt
  { patterns: [/^Hi\. This is the\b/], action: 'failed', recipient: bracketed, end: /^-/ },
  {
    patterns: [/^This is the (?:Postfix program|mail system) at host /m, /THIS IS A WARNING ONLY/],
    action: 'delayed',
    recipient: bracketed,
    end: /^\s*-{2,}/,
  },
  {
    patterns: [/^This is the (?:[^\n]{1,60} program|mail system) at host /m, /could\s+not\s+be\s+delivered/],
    action: 'failed',
    recipient: bracketed,
    end: /^\s*-{2,}/,
  },
  {
    patterns: [
      /^This message was created automatically by mail delivery software/m,
      /has not (?:yet )?been delivered to/,
    ],
    action: 'delayed',
    rewrite: generated,
    recipient: indented,
    begin: /not yet been delivered (?:is|are):/,
    end: /^-{2,}|^No action is required/,
  },
  {
    patterns: [/^This message was created automatically by mail delivery software/m, /could not be\s+delivered to/],
    action: 'failed',
    rewrite: generated,
    recipient: indented,
    begin: /address\(es\) failed:|addresses failed:/,
    end: /^-{2,}/,
  },
  {
    patterns: [/^[ \t]{0,8}-{3,60} The following addresses had (?:permanent|delivery) .*-{3,}/m],
    action: 'failed',
    recipient: plain,
    begin: /^\s*-{3,} The following addresses had/,
    end: /^\s*-{3,}/,
  },
  {
    patterns: [/^[ \t]{0,8}-{3,60} The following addresses had transient .*-{3,}/m],
    action: 'delayed',
    recipient: plain,
    begin: /^\s*-{3,} The following addresses had/,
    end: /^\s*-{3,}/,
  },
  // Exchange 5.5 and 2000.
  {
    patterns: [/^\s*Your message\b/, /did not reach the following recipient\(s\):/],
    action: 'failed',
    recipient: new RegExp(String.raw`^\s*(?:[^@\n]{0,200}SMTP=)?(${ADDRESS}?);? on \S.*?()$`),
    begin: /did not reach the following recipient\(s\):/,
    end: /^\s*-{3,}/,
  },
  // Variants of qmail: an address in brackets with a colon, and a line of dashes before the copy of the message.
  {
    patterns: [new RegExp(`^<${ADDRESS}>:[ \\t]*$`, 'm'), /^-{3,}\s?\S/m],
    action: 'failed',
    recipient: bracketed,
    end: /^-{3,}/,
  },
  // IMail and similar servers: the reason and the address on one line.
  {
    patterns: [oneLine('m')],
    action: 'failed',
    recipient: oneLine(''),
    end: copy,
  },
  // MailEnable.
  {
    patterns: [/^This is a delivery failure notification message/m],
    action: 'failed',
    recipient: new RegExp(`^-- <?(${ADDRESS})>?()$`),
    begin: /addressed to email address/,
    end: /^-{3,}/,
  },
  // Yahoo: the fields of the message that it could not deliver.
  {
    patterns: [/^I'm afraid I wasn't able to deliver the following message/m],
    action: 'failed',
    recipient: new RegExp(`^To: <?(${ADDRESS})>?()$`),
    end: /^-{3,}/,
    isLoose: true,
  },
  ...SENTENCES.map(
    (sentence): Form => ({
      patterns: [new RegExp(sentence, 'im')],
      action: 'failed',
      recipient: new RegExp(sentence, 'i'),
      end: copied,
      isLoose: true,
    }),
  ),
  // A sentence with the addresses below it.
  {
    patterns: [DELAYED],
    action: 'delayed',
    recipient: listed,
    begin: DELAYED,
    end: copy,
    isLoose: true,
  },
  {
    patterns: [FAILED],
    action: 'failed',
    recipient: listed,
    begin: FAILED,
    end: copy,
    isLoose: true,
  },
];

// The rest of the sentence can be on the same line as the address.
function oneLine(flags: string): RegExp {
  return new RegExp(
    String.raw`^[ \t]*(?:delivery failed \d{1,4} attempts|undeliverable\s{1,4}to|undeliverable address|unknown user|invalid final delivery userid|user mailbox exceeds allowed size|user's mailbox is full|intended recipient|error-for|did not reach the following recipient):?[ \t]*<?(${BARE})>?()[ \t]*$`,
    `i${flags}`,
  );
}
