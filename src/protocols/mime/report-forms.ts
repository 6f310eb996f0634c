// The forms in which servers report failures to people, without a part for programs. Each names its recipients at a fixed
// place: on lines of their own, below a sentence that is known.

export interface Form {
  /** What the text must have. */
  marks: RegExp[];
  action: 'failed' | 'delayed';
  /** The line that names a recipient: the address, and what follows it. */
  recipient: RegExp;
  /** Where the list of recipients begins and ends. */
  begin?: RegExp;
  end: RegExp;
  /** A sentence that other automatic mail can have as well. */
  isLoose?: true;
}

const ADDRESS = String.raw`[^\s<>@"()]{1,64}@[^\s<>@"():]{1,255}`;
const bracketed = new RegExp(`^<(${ADDRESS})>:?(.*)$`);
const indented = new RegExp(`^ {2}<?(${ADDRESS})>?:?()$`);

// With less around them: a bullet, a name before it, a reason after it.
const BARE = String.raw`[^\s<>@"()\[\]',;:]{1,64}@[^\s<>@"()\[\]',;:]{0,254}[a-z0-9]`;
const listed = new RegExp(
  String.raw`^[\s>*|-]*(?:(?:failed )?recipient:\s*)?(?:"[^"\n]{0,200}"\s*)?[<\["']*(?:smtp:)?(${BARE})[>\]"':;,.]*(?:$|\s+(.*)$)`,
  'i',
);
const copy =
  /^\s*[|]?[-=*]{3,}|^\s*(?:-- )?(?:original message|message headers?|the header|included is|old message)\b/i;

const plain = new RegExp(`^<?(${ADDRESS})>?()$`);

const DELAYED =
  /following recipients? (?:has|have) been delayed|^[ \t]*your message to:[ \t]*$(?=[\s\S]{0,400}has not yet been delivered)|^delivery of (?:e-?)?mail to this address[ \t]*$(?=[\s\S]{0,400}postponed)/im;
const FAILED =
  /(?:could not be delivered|was not delivered|not delivered|undeliverable|could not deliver message|unable to deliver (?:your )?message) to(?: the following)?[^@\n]{0,40}:?[ \t]*$|following (?:recipient|addresse)s? did not receive|following recipient(?:s|\(s\))? (?:could not be reached|did not receive)|recipients? (?:failed|was aborted)|did not reach the following recipient|failed (?:recipients|addresses)|address(?:es|\(es\))?[ \t]{1,4}failed|failed to these recipients/im;

export const reportForms: Form[] = [
  // qmail: https://cr.yp.to/proto/qsbmf.txt
  { marks: [/^Hi\. This is the\b/], action: 'failed', recipient: bracketed, end: /^-/ },
  {
    marks: [/^This is the (?:Postfix program|mail system) at host /m, /THIS IS A WARNING ONLY/],
    action: 'delayed',
    recipient: bracketed,
    end: /^\s*-{2,}/,
  },
  {
    marks: [/^This is the (?:[^\n]{1,60} program|mail system) at host /m, /could\s+not\s+be\s+delivered/],
    action: 'failed',
    recipient: bracketed,
    end: /^\s*-{2,}/,
  },
  {
    marks: [/^This message was created automatically by mail delivery software/m, /has not (?:yet )?been delivered to/],
    action: 'delayed',
    recipient: indented,
    begin: /not yet been delivered (?:is|are):/,
    end: /^-{2,}|^No action is required/,
  },
  {
    marks: [/^This message was created automatically by mail delivery software/m, /could not be\s+delivered to/],
    action: 'failed',
    recipient: indented,
    begin: /address\(es\) failed:|addresses failed:/,
    end: /^-{2,}/,
  },
  {
    marks: [/^[ \t]{0,8}-{3,60} The following addresses had (?:permanent|delivery) .*-{3,}/m],
    action: 'failed',
    recipient: plain,
    begin: /^\s*-{3,} The following addresses had/,
    end: /^\s*-{3,}/,
  },
  {
    marks: [/^[ \t]{0,8}-{3,60} The following addresses had transient .*-{3,}/m],
    action: 'delayed',
    recipient: plain,
    begin: /^\s*-{3,} The following addresses had/,
    end: /^\s*-{3,}/,
  },
  // Exchange 5.5 and 2000.
  {
    marks: [/^\s*Your message\b/, /did not reach the following recipient\(s\):/],
    action: 'failed',
    recipient: new RegExp(String.raw`^\s*(?:[^@\n]{0,200}SMTP=)?(${ADDRESS}?);? on \S.*?()$`),
    begin: /did not reach the following recipient\(s\):/,
    end: /^\s*-{3,}/,
  },
  // qmail in other words: an address in brackets with a colon, and a line before the copy of the message.
  {
    marks: [new RegExp(`^<${ADDRESS}>:[ \\t]*$`, 'm'), /^-{3,}\s?\S/m],
    action: 'failed',
    recipient: bracketed,
    end: /^-{3,}/,
  },
  // IMail and its kin: the reason and the address on one line.
  {
    marks: [oneLine('m')],
    action: 'failed',
    recipient: oneLine(''),
    end: copy,
  },
  // A sentence, and the addresses below it.
  {
    marks: [DELAYED],
    action: 'delayed',
    recipient: listed,
    begin: DELAYED,
    end: copy,
    isLoose: true,
  },
  {
    marks: [FAILED],
    action: 'failed',
    recipient: listed,
    begin: FAILED,
    end: copy,
    isLoose: true,
  },
];

// The rest of a sentence may be on the line of the address.
function oneLine(flags: string): RegExp {
  return new RegExp(
    String.raw`^[ \t]*(?:delivery failed \d{1,4} attempts|undeliverable\s{1,4}to|undeliverable address|unknown user|invalid final delivery userid|user mailbox exceeds allowed size|user's mailbox is full|intended recipient|error-for|did not reach the following recipient):?[ \t]*<?(${BARE})>?()[ \t]*$`,
    `i${flags}`,
  );
}
