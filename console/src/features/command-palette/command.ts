import type { ReactNode } from 'react'

export interface Command {
  id: string
  title: string
  hint?: string
  icon?: ReactNode
  run(): void
}

export interface CommandGroup {
  title: string
  commands: Command[]
}

/** The commands whose title has every word of the query. What the service has found is asked too: it may answer an earlier query. */
export function matching(commands: Command[], query: string): Command[] {
  const words = query.toLocaleLowerCase().split(/\s+/)
  return commands.filter(({ title }) => words.every((word) => title.toLocaleLowerCase().includes(word)))
}
