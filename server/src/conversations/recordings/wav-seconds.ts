// How long a WAV file is, by its header. The length of the data is taken from the file: a recorder that was killed leaves 0 in
// the header.

/** Undefined: it is not a WAV file. */
export function wavSeconds(file: Uint8Array): number | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const tag = (at: number) => String.fromCharCode(...file.subarray(at, at + 4))
  if (file.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return undefined
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true)
    const content = at + 8
    if (tag(at) === 'fmt ' && content + 12 <= file.length) bytesPerSecond = view.getUint32(content + 8, true)
    if (tag(at) === 'data') {
      const length = size === 0 ? file.length - content : Math.min(size, file.length - content)
      return bytesPerSecond > 0 ? length / bytesPerSecond : undefined
    }
    at = content + size + (size % 2)
  }
  return undefined
}
