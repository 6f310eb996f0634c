// A modal dialog with a title, content and a footer of buttons. On phones it is a sheet at the bottom of the screen.
import { type KeyboardEventHandler, type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { Close } from '../icons.ts';
import { useUiWords } from '../words.ts';
import styles from './dialog.module.css';
import { Modal } from './modal.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Buttons; the primary one last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** On phones the dialog takes the whole screen, for long forms. */
  fullScreenOnPhone?: boolean;
  /** Whether a press on the backdrop closes the dialog. Off for forms. */
  lightDismiss?: boolean;
  /** "alertdialog" for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
  /** With it, the dialog is a form, and Enter in an input submits it. */
  onSubmit?: () => void;
  onKeyDown?: KeyboardEventHandler<HTMLDialogElement> | undefined;
  className?: string;
  children?: ReactNode;
}

export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { onClose, title, description, footer, size = 'medium', lightDismiss, role, onSubmit, children } = props;
  const id = useId();
  const words = useUiWords();
  const content = (
    <>
      <header className={styles.header}>
        <h2 id={`${id}-title`}>{title}</h2>
        {role !== 'alertdialog' && (
          <IconButton className={styles.close} label={words.close} icon={<Close />} onClick={onClose} />
        )}
      </header>
      {(description || children) && (
        <div className={styles.body}>
          {description && (
            <p id={`${id}-description`} className={styles.description}>
              {description}
            </p>
          )}
          {children}
        </div>
      )}
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </>
  );
  return (
    <Modal
      onKeyDown={props.onKeyDown}
      role={role}
      onClose={onClose}
      lightDismiss={lightDismiss ?? onSubmit === undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={classes(styles.dialog, styles[size], props.fullScreenOnPhone && styles.fullScreen, props.className)}
    >
      {onSubmit ? (
        <form
          className={styles.content}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {content}
        </form>
      ) : (
        <div className={styles.content}>{content}</div>
      )}
    </Modal>
  );
}
