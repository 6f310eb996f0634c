// Where the reader of messages was.
export { createMessageReader } from '../protocols/mime/read-message.ts';
