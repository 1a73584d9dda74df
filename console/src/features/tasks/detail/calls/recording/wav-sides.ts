// Which channel of a recording is ours: platforms do not agree on it, but what we say begins at known times.

const LISTENED_SECONDS = 1.5

/** Ours first. The channel that is louder after each of our sentences has begun is the one that says them. */
export function sidesOf(channels: number[][], saidSeconds: readonly number[], seconds: number): number[][] {
  const [first, second] = channels
  if (!first || !second) return channels
  const loudness = (channel: number[]) =>
    saidSeconds.reduce((sum, from) => {
      const place = (at: number) => Math.floor((at / seconds) * channel.length)
      const heard = channel.slice(Math.max(place(from), 0), place(from + LISTENED_SECONDS) + 1)
      return sum + heard.reduce((all, peak) => all + peak, 0)
    }, 0)
  return loudness(second) > loudness(first) ? [second, first] : [first, second]
}
