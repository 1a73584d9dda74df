// The value of a datetime-local input and an API timestamp: `2026-03-02T09:30` and `2026-03-02 09:30:00`.

export function toTimestamp(local: string): string {
  const [date = '', time = ''] = local.split('T')
  return `${date} ${time.length === 5 ? `${time}:00` : time}`
}

/** Without seconds if there are none: a browser would show them. */
export function toLocal(timestamp: string | null): string {
  return timestamp === null ? '' : timestamp.replace(' ', 'T').replace(/:00$/, '')
}
