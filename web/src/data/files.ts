// Files of the service.

/** Where the content of a file is. */
export function fileAddress(fileId: string): string {
  return `/api/v1/files/${fileId}/content`;
}
