// A choice of one of the twelve hues of labels and calendars.
import { type ReactNode, useId } from 'react';
import { HUES, type Hue, hueStyle } from '../hues.ts';
import { Check } from '../icons.ts';
import { tooltip } from '../overlays/tooltip.tsx';
import { useUiWords } from '../words.ts';
import styles from './color-picker.module.css';

export interface ColorPickerProps {
  label: ReactNode;
  value: Hue;
  onChange: (hue: Hue) => void;
}

export function ColorPicker({ label, value, onChange }: ColorPickerProps) {
  const name = useId();
  const words = useUiWords();
  return (
    <fieldset>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.swatches}>
        {HUES.map((hue) => {
          const text = words.hues[hue] ?? hue;
          return (
            <label key={hue} className={styles.swatch} style={hueStyle(hue)} {...tooltip(text)}>
              <input
                type="radio"
                className="visually-hidden"
                name={name}
                aria-label={text}
                checked={hue === value}
                onChange={() => onChange(hue)}
              />
              <Check aria-hidden="true" />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
