// Caches the platform's text decoders, and converts UTF-16 code units to text.
const decoders = new Map<string, TextDecoder>();

export function decoderOf(label: string): TextDecoder {
  let decoder = decoders.get(label);
  if (!decoder) {
    decoder = new TextDecoder(label, { ignoreBOM: false });
    decoders.set(label, decoder);
  }
  return decoder;
}

export function fromUnits(units: Uint16Array): string {
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
}
