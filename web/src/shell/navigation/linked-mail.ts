// Addresses that lead to one mail of a conversation: the address of the conversation with #mail-<id>.

/** The mail that the address of the page leads to. */
export function linkedMail(): string | undefined {
  return /^#mail-(.+)$/u.exec(location.hash)?.[1];
}

/** The end of an address that leads to the mail. */
export function mailHash(id: string): string {
  return `#mail-${id}`;
}
