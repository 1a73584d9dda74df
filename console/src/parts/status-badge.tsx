import type { CSSProperties, ReactNode } from 'react'

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'idle'

export interface StatusBadgeProps {
  tone: Tone
  /** A ring instead of a dot: nothing is going on. */
  isHollow?: boolean
  children: ReactNode
}

/** A dot and a word: the word says it all, the colour helps to find it. */
export function StatusBadge({ tone, isHollow = false, children }: StatusBadgeProps) {
  const style = { '--status-colour': `var(--console-${tone})` } as CSSProperties
  return (
    <span className="status" style={style} data-hollow={isHollow || undefined}>
      {children}
    </span>
  )
}
