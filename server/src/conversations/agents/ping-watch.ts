// Detects a connection that is dead and still looks open: it answers no pings.

interface PingWatchOptions {
  ping(): void
  /** Runs this after the time that an answer may take. */
  wait(run: () => void): void
  onSilent(): void
}

export function createPingWatch({ ping, wait, onSilent }: PingWatchOptions) {
  let hasAnswered = true

  function begin(): void {
    if (!hasAnswered) {
      onSilent()
      return
    }
    hasAnswered = false
    ping()
    wait(begin)
  }

  return {
    begin,
    /** With a pong or any message. */
    answered(): void {
      hasAnswered = true
    },
  }
}
