// The screen Mail as it is painted before the app is there: the first conversations of its list.
import { addressesOf, type OwnRecords, ownPeople } from '../data/own-addresses.ts';
import { preferences } from '../data/storage/preferences.ts';
import type { Conversation } from '../data/types.ts';
import { FirstFrame } from '../shell/navigation/first-frame.tsx';
import { TRASH_PARTS } from '../shell/navigation/trash-parts.ts';
import screen from '../shell/screen.module.css';
import type { Answers, FirstRequests } from '../start/early-requests.ts';
import type { FirstContent } from '../start/first-content.ts';
import { OWN_PEOPLE, PAGE } from '../start/first-queries.ts';
import { classes } from '../ui/classes.ts';
import choice from '../ui/controls/choice.module.css';
import segmented from '../ui/controls/segmented.module.css';
import virtual from '../ui/lists/virtual-list.module.css';
import { formatListTime, formatNumber } from '../words/format.ts';
import { type Words, words } from '../words/words.ts';
import styles from './list/conversation-list.module.css';
import header from './list/list-header.module.css';
import pane from './list/list-pane.module.css';
import { rowHeight } from './list/row-height.ts';
import { RowView } from './list/row-view.tsx';
import { FILTERS, isUnsent, plainQueryOf } from './list-query.ts';
import { titleOf } from './lists.ts';
import { type MailList, parseMailPath } from './mail-address.ts';
import { WIDE } from './mail-layout.ts';
import panes from './mail-screen.module.css';

export const firstContentOfMail: FirstContent = {
  requests(pathname): FirstRequests {
    const { list } = parseMailPath(pathname);
    // A search needs the time zone, which the settings have.
    if (isUnsent(list) || list.kind === 'search') return { shared: {}, own: {} };
    return {
      shared: {
        page: ['/threads', { ...plainQueryOf(list, 'all'), limit: PAGE, offset: 0 }],
        identities: ['/identities', OWN_PEOPLE.identities],
        accounts: ['/email-accounts', OWN_PEOPLE.accounts],
        sent: ['/emails', OWN_PEOPLE.sent],
      },
      own: { settings: ['/settings'] },
    };
  },
  view(pathname, answers) {
    const { list, threadId } = parseMailPath(pathname);
    const rows = (answers.page?.data ?? []) as Conversation[];
    if (rows.length === 0 || threadId !== undefined) return null;
    return (
      <FirstFrame pathname={pathname} words={words().shell} hasSidebar>
        <div className={panes.panes} data-split={matchMedia(WIDE).matches || undefined}>
          <section className={pane.pane}>
            <Header list={list} total={answers.page?.meta?.total ?? 0} words={words()} />
            <Rows list={list} rows={rows} own={ownAddresses(answers)} words={words()} />
          </section>
        </div>
      </FirstFrame>
    );
  },
  complete(layer) {
    for (const time of layer.querySelectorAll('time')) time.textContent = formatListTime(time.dateTime);
  },
};

function ownAddresses(answers: Answers): ReadonlySet<string> {
  const records = (name: keyof OwnRecords) => answers[name]?.data ?? [];
  const own = { identities: records('identities'), accounts: records('accounts'), sent: records('sent') };
  return addressesOf(ownPeople(own as OwnRecords));
}

function Header({ list, total, words }: { list: MailList; total: number; words: Words }) {
  return (
    <header className={header.header}>
      <div className={header.title}>
        <span className={screen.menu} />
        <label className={classes(choice.choice, choice.bare, header.checkbox)}>
          <input type="checkbox" className={choice.checkbox} />
        </label>
        <h1>{titleOf(list, words)}</h1>
        <span className={header.total}>{formatNumber(total)}</span>
      </div>
      <div className={classes(segmented.segmented, header.filters)}>
        {(list.kind === 'trash' ? trashParts(words) : filters(words)).map((text, index) => (
          <span key={text} className={segmented.segment} data-checked={index === 0 || undefined}>
            {text}
          </span>
        ))}
      </div>
    </header>
  );
}

const filters = ({ mail }: Words) => FILTERS.map((filter) => mail.filters[filter]);
const trashParts = ({ deleted }: Words) => TRASH_PARTS.map((part) => deleted.parts[part]);

interface RowsProps {
  list: MailList;
  rows: readonly Conversation[];
  own: ReadonlySet<string>;
  words: Words;
}

const NO_HUES = new Map();

/** What is above the rows. */
const HEADER = 88;
/** Letters of the preview in a narrow column, which shows half as many: the layout of a text takes long. */
const SHOWN = 120;

/** As many as the window shows. */
function Rows({ list, rows, own, words }: RowsProps) {
  const isCompact = preferences.get().density === 'compact';
  const height = rowHeight(isCompact);
  const isSplit = matchMedia(WIDE).matches;
  return (
    <div className={classes(virtual.scroller, styles.list)}>
      <div className={virtual.rows}>
        {rows.slice(0, Math.ceil((innerHeight - HEADER) / height)).map((row, index) => (
          <div key={row.id} className={classes(virtual.row, styles.row)} style={{ top: index * height, height }}>
            <RowView
              row={isSplit ? { ...row, preview: row.preview?.slice(0, SHOWN) ?? null } : row}
              time=""
              words={words.mail}
              own={own}
              hues={NO_HUES}
              isSelected={false}
              isCompact={isCompact}
              isSent={list.kind === 'sent'}
              isTrash={list.kind === 'trash'}
              hiddenLabel={list.kind === 'label' ? list.name : undefined}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
