// The parts of the trash, and where each of them is.

export const TRASH_PATHS = { mail: '/mail/trash', events: '/calendar/deleted', contacts: '/contacts/deleted' } as const;

export type TrashPart = keyof typeof TRASH_PATHS;

/** In the order in which they are shown. */
export const TRASH_PARTS = Object.keys(TRASH_PATHS) as TrashPart[];
