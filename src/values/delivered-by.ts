// Who delivered a mail to Daybook. A page of a mail that loads an image sends the URL of the image to its server, so
// whoever can write a mail that is believed can send data out.

export const DELIVERED_BY = ['account', 'command_line', 'sender', 'other'] as const;

/**
 * - account: the sync of a mail account fetched it.
 * - command_line: `daybook import`, run by a person who can read the data anyway.
 * - sender: a request whose token may send mail too, or whose session has such a token.
 * - other: a request whose token may not send mail; also mail of an earlier version, which did not store it.
 */
export type DeliveredBy = (typeof DELIVERED_BY)[number];
