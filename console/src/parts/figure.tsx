import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface FigureProps {
  label: string
  value: ReactNode
  note?: ReactNode
}

/** A number with its name above it. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="card figure">
      <Text size="xs" c="dimmed" component="dt">
        {label}
      </Text>
      <dd>
        <span className="figure-value">{value}</span>
        {note !== undefined && (
          <Text span size="xs" c="dimmed" ml={6}>
            {note}
          </Text>
        )}
      </dd>
    </div>
  )
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className="figures">{children}</dl>
}
