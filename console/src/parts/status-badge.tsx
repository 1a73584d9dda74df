import type { CSSProperties, ReactNode } from 'react'
import type { Meaning } from '../shell/palette.ts'

const states = ['good', 'bad', 'warn', 'busy', 'idle'] as const

/** A state of the service, or what came of calls. */
export type Tone = (typeof states)[number] | Meaning

/** The name of its variable in styles. */
export function toneVariable(tone: Tone): string {
  return (states as readonly string[]).includes(tone) ? `--console-${tone}` : `--meaning-${tone}`
}

/** For the style sheet, which draws dots and bars in this colour. */
export const toneStyle = (tone: Tone) =>
  ({ '--status-colour': `var(${toneVariable(tone)})` }) as CSSProperties

interface StatusBadgeProps {
  tone: Tone
  /** Shows a ring instead of a dot, for states without activity. */
  isHollow?: boolean
  children: ReactNode
}

/** A coloured dot and a word. The word alone carries the meaning. */
export function StatusBadge({ tone, isHollow = false, children }: StatusBadgeProps) {
  return (
    <span className="status" style={toneStyle(tone)} data-hollow={isHollow || undefined}>
      {children}
    </span>
  )
}
