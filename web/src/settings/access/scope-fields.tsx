// The permissions of a new token: a preset, or single ones.
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { RadioGroup } from '../../ui/controls/radio-group.tsx';
import { useWords } from '../../words/words.ts';
import styles from './access.module.css';
import { SCOPE_GROUPS, type Scope } from './scopes.ts';
import type { TokenForm } from './token-dialog.tsx';

interface ScopeFieldsProps {
  form: TokenForm;
  change: (changes: Partial<TokenForm>) => void;
  error: string | undefined;
}

export function ScopeFields({ form: { preset, chosen }, change, error }: ScopeFieldsProps) {
  const { access } = useWords().settings;
  const toggle = (scope: Scope, isOn: boolean) =>
    change({ chosen: isOn ? [...chosen, scope] : chosen.filter((one) => one !== scope) });
  return (
    <div>
      <RadioGroup
        label={access.preset}
        value={preset}
        onChange={(value) => change({ preset: value })}
        options={(['read', 'all', 'custom'] as const).map((value) => ({
          value,
          label: access.presets[value],
          hint: access.presetHelp[value],
        }))}
      />
      {preset === 'custom' && (
        <div className={styles.scopes}>
          {SCOPE_GROUPS.map(({ name, scopes }) => (
            <fieldset key={name}>
              <legend className={styles.legend}>{access.groups[name]}</legend>
              {scopes.map((scope) => (
                <Checkbox
                  key={scope}
                  label={access.scopes[scope]}
                  checked={chosen.includes(scope)}
                  onChecked={(checked) => toggle(scope, checked)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
