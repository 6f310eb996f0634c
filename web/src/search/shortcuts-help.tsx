// The help on keyboard shortcuts, from the action table.
import { listedKeys } from '../actions.ts';
import { setPreferences, usePreferences } from '../data/storage/preferences.ts';
import type { Action } from '../shell/actions/action.ts';
import { Button } from '../ui/controls/button.tsx';
import { Kbd } from '../ui/display/kbd.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { useWords } from '../words/words.ts';
import { closeOverlay } from './overlays.ts';
import styles from './shortcuts-help.module.css';

export function ShortcutsHelp() {
  const words = useWords();
  const { search } = words;
  const { shortcuts } = usePreferences();
  const groups = Object.keys(search.groups) as Action['group'][];
  const toggle = (
    <Button onClick={() => setPreferences({ shortcuts: !shortcuts })}>
      {shortcuts ? search.switchOff : search.switchOn}
    </Button>
  );
  return (
    <Dialog open size="large" title={search.shortcutsTitle} onClose={closeOverlay} footer={toggle}>
      {!shortcuts && <p>{search.shortcutsOff}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that the list can be scrolled with the keyboard. */}
      <section data-autofocus className={styles.groups} tabIndex={0} aria-label={search.shortcutsTitle}>
        {groups.map((group) => {
          const listed = listedKeys.filter((one) => one.group === group && one.keys?.length);
          return listed.length === 0 ? null : (
            <section key={group} aria-label={search.groups[group]}>
              <h3>{search.groups[group]}</h3>
              <dl>
                {listed.map((action) => (
                  <div key={action.id}>
                    <dt>{action.label(words)}</dt>
                    <dd>
                      {action.keys?.map((keys) => (
                        <Kbd key={keys} keys={keys} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </section>
    </Dialog>
  );
}
