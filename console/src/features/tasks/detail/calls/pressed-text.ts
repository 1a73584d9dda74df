import type { Schemas } from '@carillon/client'

/** What was pressed, as a cell shows it: the keys alone if there was one question, else each with its step. */
export function pressedText(result: Schemas['CallResult'] | null): string {
  const pressed = Object.entries(result?.digits ?? {})
  const isOneQuestion = pressed.length === 1
  return pressed
    .filter(([, keys]) => keys !== '')
    .map(([step, keys]) => (isOneQuestion ? keys : `${step} ${keys}`))
    .join(' · ')
}
