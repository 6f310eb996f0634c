// What the command palette offers: actions that apply now, lists, folders and labels of mail, people, and a search.

import { actions } from '../actions.ts';
import { daybook } from '../data/client.ts';
import { useCollection } from '../data/live/live.ts';
import { useQuery } from '../data/live/query.ts';
import { iconOf } from '../mail/list/list-icons.ts';
import { useCurrentTarget } from '../shell/actions/action-target.ts';
import { goTo } from '../shell/navigation/navigation-state.ts';
import type { Icon } from '../ui/icon.ts';
import { Person, Search } from '../ui/icons.ts';
import { useWords } from '../words/words.ts';
import { mailPlaces } from './mail-places.ts';
import { scoreOf } from './match.ts';

export interface PaletteItem {
  id: string;
  label: string;
  /** The heading above it. */
  group: string;
  keys?: string | undefined;
  Icon?: Icon | undefined;
  run: () => void;
}

const MOST_PLACES = 5;
const MOST_PEOPLE = 4;

/** The items that fit, best first within their groups. */
export function usePaletteItems(typed: string): PaletteItem[] {
  const { search } = useWords();
  const query = typed.trim();
  const ask: PaletteItem = {
    id: 'search-for',
    label: search.searchFor(query),
    group: search.title,
    Icon: Search,
    run: () => goTo(`/search?${new URLSearchParams({ q: query })}`),
  };
  return [...useActionItems(query), ...usePlaces(query), ...usePeople(query), ...(query ? [ask] : [])];
}

function useActionItems(query: string): PaletteItem[] {
  const words = useWords();
  const target = useCurrentTarget();
  const fitting = actions
    .filter(({ id, isAvailable }) => id !== 'palette' && (isAvailable?.(target) ?? true))
    .map((action) => ({ action, label: action.label(words, target) }))
    .map((one) => ({ ...one, score: scoreOf(one.label, query) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const groups = [...new Set(fitting.map(({ action }) => action.group))];
  return groups.flatMap((group) =>
    fitting
      .filter(({ action }) => action.group === group)
      .map(({ action: { id, keys, icon, run }, label }) => ({
        id,
        label,
        group: words.search.groups[group],
        keys: keys?.[0],
        Icon: icon,
        run: () => void run(target),
      })),
  );
}

/** Lists, folders and labels, only when something is typed: there can be many. */
function usePlaces(query: string): PaletteItem[] {
  const words = useWords();
  const folders = useCollection('folders');
  const labels = useCollection('labels');
  if (query === '') return [];
  return mailPlaces(words, folders, labels)
    .map((place) => ({ place, score: scoreOf(place.title, query) }))
    .filter(({ score }) => score > 1)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_PLACES)
    .map(({ place: { list, title, path } }) => ({
      id: path,
      label: title,
      group: words.search.emails,
      Icon: iconOf(list),
      run: () => goTo(path),
    }));
}

function usePeople(query: string): PaletteItem[] {
  const { search } = useWords();
  const { data } = useQuery(
    query.length < 2 ? null : `palette-people/${query}`,
    (signal) => daybook.contacts.suggest({ q: query, limit: MOST_PEOPLE }, { signal }),
    { isStored: false },
  );
  return (data ?? []).map(({ address, name, contact_id: contact }) => ({
    id: `person ${address}`,
    label: name ? `${name} (${address})` : address,
    group: search.people,
    Icon: Person,
    run: () => goTo(contact ? `/contacts/${contact}` : `/search?${new URLSearchParams({ q: `from:${address}` })}`),
  }));
}
