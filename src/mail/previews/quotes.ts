// Which lines of a mail its sender wrote: not quoted lines, the line that introduces them, the header that Outlook and
// others put above the quoted mail, and the signature (RFC 3676 section 4.3).

const QUOTED = /^\s{0,3}>/;
const SIGNATURE = /^-- ?$/;
const RULE = /^\s*[-_=*–—]{5,}\s*$/;

// English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Finnish, Polish, Czech,
// Turkish, Russian, Chinese and Japanese, each in lower case.
const ORIGINAL = words(
  'original message|original appointment|ursprüngliche nachricht|originalnachricht|message d.origine|message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|wiadomość oryginalna|původní zpráva|orijinal ileti|исходное сообщение|原始邮件|原始郵件|元のメッセージ',
);
const FORWARDED = words(
  'forwarded message|begin forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|message transféré|début du message réexpédié|mensaje reenviado|messaggio inoltrato|inizio messaggio inoltrato|mensagem encaminhada|doorgestuurd bericht|vidarebefordrat meddelande|videresendt meddelelse|videresendt melding|wiadomość przesłana dalej|přeposlaná zpráva|iletilen mesaj|пересылаемое сообщение|пересланное сообщение|转发的邮件|轉寄郵件|転送されたメッセージ',
);
const WROTE =
  /[\s,>）)](?:wrote|writes|schrieb|hat geschrieben|a écrit|escribió|ha scritto|escreveu|schreef|skrev|kirjoitti|napisał(?:\(a\)|a)?|pisze|napsal(?:\(a\)|a)?|şunu yazdı|yazdı|пишет|написал(?:\(а\)|а)?|写道|寫道|のメール|は書きました)(?:\s.{0,200})?\s?[:：]$/u;
/** The beginning of such a line that can continue on the next one. */
const WROTE_BEGIN = /^(?:On|Am|Den|Le|El|Il|Em|Op|På|W dniu|Dnia|Dne|В|在|於|于)\s?\S/u;

const SENDER = words('from|von|de|da|van|från|fra|lähettäjä|od|kimden|gönderen|от|发件人|寄件者|差出人');
const SENT = words(
  'sent|date|gesendet|datum|envoyé|enviado|enviada|enviado el|fecha|inviato|data|verzonden|skickat|sendt|dato|lähetetty|päivämäärä|wysłano|odesláno|gönderme tarihi|tarih|отправлено|дата|发送时间|日期|寄件日期|送信日時|日付',
);
const SUBJECT = words(
  'subject|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|emne|aihe|temat|předmět|konu|тема|主题|主旨|件名',
);
const HEADER = /^\s{0,3}\*?([^:：]{2,30}?)\*?\s?[:：]/u;

const LINE_CHARS = 500; // of a line that are compared: an introduction has a date, a name and an address
const HEADER_LINES = 8; // of the header above a quoted mail

function words(list: string): ReadonlySet<string> {
  return new Set(list.split('|'));
}

/**
 * The numbers of these lines. With `isWhole`, quoted mail and the signature do not end the text, and only their marks are
 * left out: for a mail that would have no lines otherwise.
 */
export function* ownLines(lines: readonly string[], isWhole = false): Generator<number> {
  let isForwarded = isWhole;
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] as string).trimEnd();
    const title = titleOf(line);
    if (SIGNATURE.test(line.trimStart()) || ORIGINAL.has(title)) {
      if (isWhole) continue;
      return;
    }
    if (FORWARDED.has(title)) {
      isForwarded = true;
      continue;
    }
    const header = headerLines(lines, at).length;
    if (header > 0 && !isForwarded) return;
    // What is forwarded is not a quote of this conversation: it is shown, without its header.
    const skipped = header || introductionLines(lines, at);
    if (skipped > 0) at += skipped - 1;
    else if (!isQuoted(line) && !RULE.test(line)) yield at;
  }
}

/** The number of the first of these lines that is not empty. */
export function firstOwnLine(lines: readonly string[]): number | undefined {
  for (const at of ownLines(lines)) if ((lines[at] as string).trim() !== '') return at;
  return undefined;
}

export function isQuoted(line: string): boolean {
  return QUOTED.test(line);
}

/**
 * Whether a quoted mail certainly begins here: a line such as -----Original Message-----, or a header with sender, date
 * and subject. The dates of a trip also have From, Date and To.
 */
export function beginsQuotedMail(lines: readonly string[], at: number): boolean {
  const line = lines[at] as string;
  if (ORIGINAL.has(titleOf(line)) && /^\s*[-_]{2}/.test(line)) return true;
  return headerLines(lines, at).hasSubject;
}

/** The words of a line such as -----Original Message----- in lower case. */
function titleOf(line: string): string {
  if (line.length > 100) return '';
  return line
    .replace(/^[\s\-_*]+|[\s\-_*:：]+$/g, '')
    .replaceAll('’', "'")
    .toLowerCase();
}

/** How many lines from here on introduce quoted lines, such as "On Tuesday Ann wrote:"; 0 if these do not. */
function introductionLines(lines: readonly string[], at: number): number {
  let text = '';
  for (let count = 1; count <= 3; count++) {
    const line = lines[at + count - 1]?.trim() ?? '';
    if (line === '' || line.length > LINE_CHARS) return 0;
    text = text === '' ? line : `${text} ${line}`;
    // Without a date or an address it may be a sentence of the sender.
    if (/[:：]$/.test(line) && /[\d@]/.test(text) && WROTE.test(text)) return count;
    if (!WROTE_BEGIN.test(text)) return 0;
  }
  return 0;
}

/** How many lines from here on are the header of another mail, 0 if these are not; and whether it has a subject. */
function headerLines(lines: readonly string[], at: number): { length: number; hasSubject: boolean } {
  if (!SENDER.has(nameOf(lines[at]))) return NONE;
  let [last, isDated, hasSubject] = [at, false, false];
  for (let next = at + 1; next < at + HEADER_LINES && next < lines.length; next++) {
    const name = nameOf(lines[next]);
    if (name === '') {
      if ((lines[next] as string).trim() === '' && last > at) break;
      continue; // the rest of a long line, or an empty line between them
    }
    isDated ||= SENT.has(name);
    hasSubject ||= SUBJECT.has(name);
    last = next;
  }
  return isDated ? { length: last - at + 1, hasSubject } : NONE;
}

const NONE = { length: 0, hasSubject: false };

function nameOf(line = ''): string {
  const [, name = ''] = HEADER.exec(line.slice(0, LINE_CHARS)) ?? [];
  return name.trim().toLowerCase();
}
