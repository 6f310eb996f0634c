// The layout of the screen Mail.

/** From this width on, list and conversation are side by side. */
export const WIDE = '(width >= 1100px)';
