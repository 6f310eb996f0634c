// The lines of a page that are not folded.

export function visible(page: string): string[] {
  return page
    .replaceAll(/<details.*?<\/details>/gs, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '\u00a0');
}
