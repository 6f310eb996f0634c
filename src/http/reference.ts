export function referencePage(_document: Record<string, unknown>): string {
  return '<!doctype html><title>Daybook</title>';
}
