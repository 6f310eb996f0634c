// A keyboard shortcut as keys: "mod+k", "g i", "Shift+u".
import { Fragment } from 'react';
import { classes } from '../classes.ts';
import { isMac } from '../platform.ts';
import { useUiWords } from '../words.ts';
import styles from './kbd.module.css';
import { keyNames } from './key-names.ts';

export function Kbd({ keys, className }: { keys: string; className?: string | undefined }) {
  const { thenKey } = useUiWords();
  return (
    <span className={classes(styles.keys, className)}>
      {keyNames(keys, isMac).map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a shortcut never change their order
        <Fragment key={index}>
          {index > 0 && <span className="visually-hidden"> {thenKey} </span>}
          {isMac ? <kbd>{step.join('')}</kbd> : step.map((name) => <kbd key={name}>{name}</kbd>)}
        </Fragment>
      ))}
    </span>
  );
}
