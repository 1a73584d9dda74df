import type { CSSProperties, ReactNode } from 'react'

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'idle'

interface StatusBadgeProps {
  tone: Tone
  /** Shows a ring instead of a dot, for states without activity. */
  isHollow?: boolean
  children: ReactNode
}

/** A coloured dot and a word. The word alone carries the meaning. */
export function StatusBadge({ tone, isHollow = false, children }: StatusBadgeProps) {
  const style = { '--status-colour': `var(--console-${tone})` } as CSSProperties
  return (
    <span className="status" style={style} data-hollow={isHollow || undefined}>
      {children}
    </span>
  )
}
