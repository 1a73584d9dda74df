/** "1 contact", "1,234 contacts". For nouns whose plural ends in s. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
