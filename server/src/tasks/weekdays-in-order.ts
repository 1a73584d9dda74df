/** Each once, from Monday to Sunday. */
export function weekdaysInOrder(weekdays: number[] | null | undefined): number[] | null {
  return weekdays ? [...new Set(weekdays)].sort((a, b) => a - b) : null
}
