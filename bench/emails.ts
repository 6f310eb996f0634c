// Invented emails for measuring: number n is always the same mail. Words have the uneven frequencies of real text,
// half of the mails answer an earlier one, and a tenth has letters beyond ASCII, as real mail has.

const COMMON =
  `the of and to a in that is was he for it with as his on be at by I this had not are but from or have an they
  which one you were her all she there would their we him been has when who will more no if out so said what up its
  about into than them can only other new some could time these two may then do first any my now such like our over
  man me even most made after also did many before must through back years where much your way well down should
  because each just those people how too little state good very make world still own see men work long get here
  between both life being under never day same another know while last might us great old year off come since go
  against came right used take three`.split(/\s+/);
const STEMS =
  `account address agree answer arrange book bridge budget build call card carry change charge check clean close
  collect contract cook copy count cover cross deliver design draft draw drive enter field file fill finish fix frame
  garden gather guest handle harvest house invoice join key lease letter lift list load lock mail map mark meet mend
  meter note offer open order pack paint park pay plan plant post press print quote rail rent repair report roof room
  sail school sell sign sort stamp station stock store table teach test ticket trade train travel turn visit walk
  wash watch water wind window write`.split(/\s+/);
const PREFIXES = ['', '', '', 're', 'un', 'pre', 'over', 'out'];
const ENDINGS = ['', 's', 'ed', 'ing', 'er', 'able', 'ment'];
const PEOPLE = ['Ann Lee', 'Bob Ray', 'Zoë Martin', 'Jürgen Vogt', 'Carla Rossi', 'Dev Patel', 'Eva Lund', 'Finn Hale'];
const FOLDERS = ['INBOX', 'INBOX', 'INBOX', 'INBOX', 'INBOX', 'INBOX', 'Archive', 'Archive', 'Travel', 'SPAM'];
const LABELS = ['home', 'work', 'bills', 'friends'];
const BODY_CHARS = 2048;
const FIRST_RECEIVED = Date.UTC(2026, 0, 1);
const APART = 7 * 60_000;

export interface NewEmail {
  message_id: string;
  subject: string;
  from_address: string;
  from_name: string;
  to_addresses: { address: string; name: string }[];
  body_plain: string;
  folder: string;
  is_read: boolean;
  is_starred: boolean;
  received_at: string;
  in_reply_to: string | null;
  references: string[];
  labels: string[];
}

/** Words worth searching for: neither in every mail nor in hardly any. */
export const searchWords: string[] = STEMS.flatMap((stem) => [`re${stem}ing`, `un${stem}able`]);

export function emailNumber(n: number): NewEmail {
  const chance = chances(n);
  const from = pick(PEOPLE, chance);
  const to = pick(PEOPLE, chance);
  const chain = ancestorsOf(n);
  const topic = sentence(chance, 5);
  return {
    message_id: messageId(n),
    subject: chain.length > 0 ? `Re: ${topic}` : topic,
    from_address: addressOf(from),
    from_name: from,
    to_addresses: [{ address: addressOf(to), name: to }],
    body_plain: bodyOf(chance),
    folder: pick(FOLDERS, chance),
    is_read: chance() < 0.7,
    is_starred: chance() < 0.05,
    received_at: new Date(FIRST_RECEIVED + n * APART).toISOString(),
    in_reply_to: chain[0] ?? null,
    references: chain.toReversed(),
    labels: chance() < 0.3 ? [pick(LABELS, chance)] : [],
  };
}

function bodyOf(chance: () => number): string {
  let text = chance() < 0.1 ? 'Grüße aus Malmö — it’s been a while.\n\n' : 'Hello,\n\n';
  while (text.length < BODY_CHARS)
    text += sentence(chance, 6 + Math.floor(chance() * 10)) + pick(['. ', '.\n'], chance);
  return text.slice(0, BODY_CHARS);
}

function sentence(chance: () => number, words: number): string {
  const text = Array.from({ length: words }, () => word(chance)).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Squared chances make the front of a list common and its end rare.
function word(chance: () => number): string {
  if (chance() < 0.6) return COMMON[Math.floor(chance() ** 2 * COMMON.length)] as string;
  return pick(PREFIXES, chance) + (STEMS[Math.floor(chance() ** 2 * STEMS.length)] as string) + pick(ENDINGS, chance);
}

// The messages that a mail answers, nearest first, at most five.
function ancestorsOf(n: number): string[] {
  const chain: string[] = [];
  for (let at = parentOf(n); at !== null && chain.length < 5; at = parentOf(at)) chain.push(messageId(at));
  return chain;
}

function parentOf(n: number): number | null {
  const chance = chances(n + 0x5eed);
  const parent = n - 1 - Math.floor(chance() * 8);
  return chance() < 0.5 && parent >= 0 ? parent : null;
}

function messageId(n: number): string {
  return `<${String(n).padStart(8, '0')}@mail.example.org>`;
}

function addressOf(name: string): string {
  return `${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(' ', '.')}@example.org`;
}

export function pick<T>(from: readonly T[], chance: () => number): T {
  return from[Math.floor(chance() * from.length)] as T;
}

/** Repeatable numbers from 0 to below 1 (xorshift32 on a scrambled seed). */
export function chances(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}
