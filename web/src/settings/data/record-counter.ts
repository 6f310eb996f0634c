// Counts the records of an exported file while it arrives: lines, or messages of a mailbox file, in which only the
// separator lines begin with "From ".
const NEWLINE = 10;
const SEPARATOR = [...'From '].map((char) => char.charCodeAt(0));

/** A function for the pieces of the file in their order; returns how many records have begun, or ended as lines. */
export function createRecordCounter(format: 'mbox' | 'lines'): (piece: Uint8Array) => number {
  return format === 'lines' ? countLines() : countMessages();
}

function countLines(): (piece: Uint8Array) => number {
  let count = 0;
  return (piece) => {
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) count++;
    return count;
  };
}

function countMessages(): (piece: Uint8Array) => number {
  let count = 0;
  let matched = 0; // characters of the separator at the beginning of the current line; -1 if it is another line
  return (piece) => {
    for (let at = 0; at < piece.length; at++) {
      if (matched < 0) {
        at = piece.indexOf(NEWLINE, at);
        if (at < 0) break;
        matched = 0;
      } else if (piece[at] === SEPARATOR[matched]) {
        matched++;
        if (matched < SEPARATOR.length) continue;
        count++;
        matched = -1;
      } else matched = piece[at] === NEWLINE ? 0 : -1;
    }
    return count;
  };
}
