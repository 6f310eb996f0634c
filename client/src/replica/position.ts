// How far a copy has come in the change log, and whether the log is still the same one: after the restore of an older
// backup the same numbers can belong to other changes.
import { DaybookError } from '../errors.ts';

/** The last change that was received. */
interface Mark {
  seq: number;
  timestamp: string;
}

export interface Place {
  seq: number;
  mark?: Mark | undefined;
}

export interface Position {
  readonly place: Place;
  /** From where the log is to be read. The last change that was received comes again, for comparison. */
  since(): number;
  /** Whether the change is new. Throws if the log is another one. */
  accept(message: Mark): boolean;
  /** Everything up to this seq was received, or is not part of the copy. */
  reach(seq: number): void;
  startAt(place: Place): void;
}

export function createPosition(): Position {
  let place: Place = { seq: 0 };
  let expected: Mark | undefined;
  const compare = (mark?: Mark) => {
    const { seq, timestamp } = expected ?? {};
    if (expected && (mark?.seq !== seq || mark?.timestamp !== timestamp)) throw anotherLog();
    expected = undefined;
  };
  return {
    get place() {
      return place;
    },
    since() {
      expected = place.mark;
      return expected ? expected.seq - 1 : place.seq;
    },
    accept({ seq, timestamp }) {
      compare({ seq, timestamp });
      if (seq === place.mark?.seq) return false;
      // Every change up to there was received: one that was not belongs to another log.
      if (seq <= place.seq) throw anotherLog();
      place = { seq, mark: { seq, timestamp } };
      return true;
    },
    reach(seq) {
      compare();
      place = { ...place, seq: Math.max(seq, place.seq) };
    },
    startAt(start) {
      place = start;
      expected = undefined;
    },
  };
}

function anotherLog(): DaybookError {
  return new DaybookError('CURSOR_EXPIRED', 'The change log of the service is not the one that was read before.');
}
