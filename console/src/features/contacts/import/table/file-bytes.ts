// A file a piece at a time: pieces are read when they are asked for, so the page stays responsive however big it is.

const PIECE_BYTES = 256 * 1024

export async function* readBytes(file: Blob, onRead?: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.size; start += PIECE_BYTES) {
    const piece = new Uint8Array(await file.slice(start, start + PIECE_BYTES).arrayBuffer())
    yield piece
    onRead?.(start + piece.length)
  }
}

export async function readHead(file: Blob, length: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, length).arrayBuffer())
}
