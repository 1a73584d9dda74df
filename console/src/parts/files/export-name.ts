/** What cannot be in the name of a file on some system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters cannot be in a file name either
const FORBIDDEN = /[\\/:*?"<>|\u0000-\u001f]+/g
const MAX_LENGTH = 150

/** The name under which a file is saved: what it is of, and the day. The ending is that of the file as the API names it. */
export function exportName(of: string[], day: string, apiName: string): string {
  const ending = /\.[a-z]+$/i.exec(apiName)?.[0] ?? ''
  const name = of.join(' ').replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH).trim()
  return `${[name, day].filter(Boolean).join(' ')}${ending}`
}
