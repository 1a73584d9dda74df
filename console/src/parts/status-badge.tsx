import type { CSSProperties, ReactNode } from 'react'

/** What came of a call or a contact: the meanings of the palette. */
export const outcomeTones = ['success', 'answered', 'person', 'later', 'machine', 'silent', 'failed'] as const
type OutcomeTone = (typeof outcomeTones)[number]
/** How something is, or what came of it. */
export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'idle' | OutcomeTone

/** The custom property that has the colour of a tone. */
export const toneProperty = (tone: Tone): string =>
  (outcomeTones as readonly string[]).includes(tone) ? `--meaning-${tone}` : `--console-${tone}`

/** For the style sheet, which draws dots and bars in this colour. */
export const toneStyle = (tone: Tone) =>
  ({ '--status-colour': `var(${toneProperty(tone)})` }) as CSSProperties

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
