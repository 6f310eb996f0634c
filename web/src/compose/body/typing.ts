// Whether an editor that appears may take the focus.

const FIELDS = 'input, textarea, [contenteditable="true"]';

/** Whoever is already typing in another field of the same composer goes on there. */
export function isTypingElsewhere(editor: Element): boolean {
  const active = document.activeElement;
  const composer = editor.closest('[role="dialog"]');
  return active !== null && active !== editor && active.matches(FIELDS) && (composer?.contains(active) ?? false);
}
