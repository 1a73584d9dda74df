// The shape of a WAV file, for drawing it: the loudest sample of each of a number of equal parts, from 0 to 1, of each channel.

const HEADER = 12
const CHUNK_HEADER = 8
const PCM = 1
const LOUDEST = 32_768
/** More sides than two has no call. */
const MAX_CHANNELS = 2

/** One flat channel for a file that is not 16-bit PCM: it can still be played. */
export function wavPeaks(file: ArrayBuffer, parts: number): number[][] {
  const { samples, channels } = readSamples(new DataView(file))
  const peaks = Array.from({ length: channels }, () => new Array<number>(parts).fill(0))
  const perPart = Math.max(samples.length / parts, 1)
  for (const [index, sample] of samples.entries()) {
    const channel = peaks[index % channels] ?? []
    const part = Math.min(Math.floor(index / perPart), parts - 1)
    channel[part] = Math.max(channel[part] ?? 0, Math.abs(sample) / LOUDEST)
  }
  return peaks
}

/** Of all channels, one after the other at each moment. */
function readSamples(view: DataView): { samples: Int16Array; channels: number } {
  const nothing = { samples: new Int16Array(), channels: 1 }
  const tag = (at: number) =>
    String.fromCharCode(...new Uint8Array(view.buffer, at, Math.min(4, view.byteLength - at)))
  if (view.byteLength < HEADER || tag(0) !== 'RIFF') return nothing
  let channels = 0
  for (let at = HEADER; at + CHUNK_HEADER <= view.byteLength; ) {
    const size = view.getUint32(at + 4, true)
    const content = at + CHUNK_HEADER
    if (tag(at) === 'fmt ' && content + 16 <= view.byteLength) {
      const isPcm16 = view.getUint16(content, true) === PCM && view.getUint16(content + 14, true) === 16
      channels = isPcm16 ? view.getUint16(content + 2, true) || 1 : 0
    }
    if (tag(at) === 'data') {
      const bytes = Math.min(size === 0 ? Number.POSITIVE_INFINITY : size, view.byteLength - content)
      if (channels === 0 || channels > MAX_CHANNELS) return nothing
      return { samples: new Int16Array(view.buffer.slice(content, content + bytes - (bytes % 2))), channels }
    }
    at = content + size + (size % 2)
  }
  return nothing
}
