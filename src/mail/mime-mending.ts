// Character sets as they are in the field: what calls itself UTF-8 or ASCII, or nothing, and is no UTF-8, is read as
// Windows-1252; what calls itself ASCII and is UTF-8, as that; and so are the lines of headers. postal-mime believes
// the label, so its two methods that decode are given bytes and labels that are true. And it joins the lines of a body by
// a Blob, which takes seconds for a hundred thousand lines; here they are joined by copying.
import { isUtf8 } from 'node:buffer';
import PostalMime from 'postal-mime';

interface Decoder {
  chunks?: (Uint8Array | ArrayBuffer | string)[];
  flushRemainder?(): void;
  flushBuffer?(): void;
  finalize(): Promise<ArrayBuffer>;
}

interface Node {
  contentDecoder: Decoder | null;
  setupContentDecoder(encoding: string): void;
  state: string;
  content: ArrayBuffer | null;
  contentType: { parsed: { params: Record<string, string> } };
  feed(line: Uint8Array): void;
  getTextContent(): string;
}

const VAGUE =
  /^\s*(?:|utf-?8|us-?ascii|ascii|ansi_x3\.4-1968|unknown(?:-8bit)?|x-unknown|default|binary|8bit|7bit)\s*$/i;
const windows1252 = new TextDecoder('windows-1252');

/** Applied once in a thread that reads messages. */
export function mendParser(): void {
  const node = Object.getPrototypeOf((new PostalMime() as unknown as { root: Node }).root) as Node;
  const { feed, getTextContent, setupContentDecoder } = node;
  node.setupContentDecoder = function (encoding) {
    setupContentDecoder.call(this, encoding);
    const decoder = this.contentDecoder;
    if (!decoder?.chunks || decoder.flushBuffer) return; // quoted-printable has few and large pieces
    decoder.finalize = async () => {
      decoder.flushRemainder?.();
      return joined(decoder.chunks ?? []);
    };
  };
  node.feed = function (line) {
    feed.call(this, this.state === 'header' && !isUtf8(line) ? asUtf8(line) : line);
  };
  node.getTextContent = function () {
    const { params } = this.contentType.parsed;
    if (this.content && VAGUE.test(params.charset ?? ''))
      params.charset = isUtf8(this.content) ? 'utf-8' : 'windows-1252';
    return getTextContent.call(this);
  };
}

function joined(chunks: NonNullable<Decoder['chunks']>): ArrayBuffer {
  const sizeOf = (chunk: (typeof chunks)[number]) => (typeof chunk === 'string' ? chunk.length : chunk.byteLength);
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + sizeOf(chunk), 0));
  let at = 0;
  for (const chunk of chunks) {
    if (typeof chunk === 'string')
      whole[at] = 0x0a; // only line ends are texts
    else whole.set(chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : chunk, at);
    at += sizeOf(chunk);
  }
  return whole.buffer;
}

function asUtf8(line: Uint8Array): Uint8Array {
  return new TextEncoder().encode(windows1252.decode(line));
}
