// The shape of a WAV file, for drawing it: the loudest sample of each of a number of equal parts, from 0 to 1.

const HEADER = 12
const CHUNK_HEADER = 8
const PCM = 1
const LOUDEST = 32_768

/** All zeros for a file that is not 16-bit PCM: it can still be played. */
export function wavPeaks(file: ArrayBuffer, parts: number): number[] {
  const peaks = new Array<number>(parts).fill(0)
  const samples = samplesOf(new DataView(file))
  if (!samples) return peaks
  const perPart = Math.max(samples.length / parts, 1)
  for (const [index, sample] of samples.entries()) {
    const part = Math.min(Math.floor(index / perPart), parts - 1)
    peaks[part] = Math.max(peaks[part] ?? 0, Math.abs(sample) / LOUDEST)
  }
  return peaks
}

/** Of all channels, one after the other. */
function samplesOf(view: DataView): Int16Array | undefined {
  const tag = (at: number) =>
    String.fromCharCode(...new Uint8Array(view.buffer, at, Math.min(4, view.byteLength - at)))
  if (view.byteLength < HEADER || tag(0) !== 'RIFF') return undefined
  let isPcm16 = false
  for (let at = HEADER; at + CHUNK_HEADER <= view.byteLength; ) {
    const size = view.getUint32(at + 4, true)
    const content = at + CHUNK_HEADER
    if (tag(at) === 'fmt ' && content + 16 <= view.byteLength)
      isPcm16 = view.getUint16(content, true) === PCM && view.getUint16(content + 14, true) === 16
    if (tag(at) === 'data') {
      const bytes = Math.min(size === 0 ? Number.POSITIVE_INFINITY : size, view.byteLength - content)
      return isPcm16 ? new Int16Array(view.buffer.slice(content, content + bytes - (bytes % 2))) : undefined
    }
    at = content + size + (size % 2)
  }
  return undefined
}
