const MEBIBYTE = 1024 * 1024

/** `20 MiB`, `16 KiB`. */
export function bytes(count: number): string {
  return count >= MEBIBYTE ? `${Math.round(count / MEBIBYTE)} MiB` : `${Math.round(count / 1024)} KiB`
}
