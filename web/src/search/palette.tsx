// The command palette: a field, and below it everything that fits what is typed.
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { Kbd } from '../ui/display/kbd.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import { useWords } from '../words/words.ts';
import { closeOverlay } from './overlays.ts';
import styles from './palette.module.css';
import { type PaletteItem, usePaletteItems } from './palette-items.ts';

export function Palette() {
  const { search } = useWords();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const items = usePaletteItems(typed);
  const current = Math.min(active, items.length - 1);
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row changes with the index.
  useEffect(() => {
    // Newer browsers return a promise from it, which React would take for a cleanup function.
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const run = (item: PaletteItem | undefined) => {
    if (!item) return;
    closeOverlay();
    item.run();
  };
  const move = (to: number) => setActive((to + items.length) % Math.max(1, items.length));
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(current + 1),
    ArrowUp: () => move(current - 1),
    Home: () => move(0),
    End: () => move(items.length - 1),
    Enter: () => run(items[current]),
  };
  return (
    <Modal className={styles.palette} aria-label={search.palette} onClose={closeOverlay}>
      <input
        data-autofocus
        className={styles.input}
        role="combobox"
        aria-label={search.paletteField}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={items[current] && `${id}-${current}`}
        placeholder={search.paletteField}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          const handle = keys[event.key];
          if (!handle || event.nativeEvent.isComposing) return;
          event.preventDefault();
          handle();
        }}
      />
      <div ref={list} id={`${id}-list`} className={styles.list} role="listbox" aria-label={search.palette}>
        {items.map((item, index) => (
          <Fragment key={item.id}>
            {item.group !== items[index - 1]?.group && (
              <div className={styles.group} role="presentation">
                {item.group}
              </div>
            )}
            <Item id={`${id}-${index}`} item={item} isActive={index === current} onRun={() => run(item)} />
          </Fragment>
        ))}
        {items.length === 0 && <p className={styles.group}>{search.noCommand}</p>}
      </div>
    </Modal>
  );
}

interface ItemProps {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onRun: () => void;
}

function Item({ id, item: { label, keys, Icon }, isActive, onRun }: ItemProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
    <div id={id} role="option" tabIndex={-1} aria-selected={isActive} className={styles.item} onClick={onRun}>
      {Icon && <Icon aria-hidden />}
      <span className={styles.label}>{label}</span>
      {keys && <Kbd keys={keys} />}
    </div>
  );
}
