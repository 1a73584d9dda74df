import { Skeleton, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface FigureProps {
  label: string
  value: ReactNode
  note?: ReactNode
  /** Where the figure leads. */
  href?: string
  /** The most important one of its page. */
  isLeading?: boolean
  /** Beside the value, such as a sparkline. */
  beside?: ReactNode
}

/** A number with its name above it. */
export function Figure({ label, value, note, href, isLeading = false, beside }: FigureProps) {
  return (
    <div
      className="card figure"
      data-leading={isLeading || undefined}
      data-link={href !== undefined || undefined}
    >
      <Text size="xs" c="dimmed" component="dt">
        {href === undefined ? (
          label
        ) : (
          <Link href={href} className="figure-link">
            {label}
          </Link>
        )}
      </Text>
      <dd>
        <span className="figure-value">{value}</span>
        {note !== undefined && (
          <Text span size="xs" c="dimmed" className="figure-note">
            {note}
          </Text>
        )}
        {beside}
      </dd>
    </div>
  )
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className="figures">{children}</dl>
}

/** Six figures, the first of them leading, before their values are known. */
export function FiguresSkeleton() {
  return (
    <div className="figures" aria-busy>
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the figures are identical
        <div key={index} className="card figure" data-leading={index === 0 || undefined}>
          <Skeleton h={118 - 16} />
        </div>
      ))}
    </div>
  )
}

/** A change against another period. More is neither good nor bad by itself, so it has no colour. */
export function Change({ isUp, children }: { isUp: boolean; children: ReactNode }) {
  const Icon = isUp ? IconArrowUpRight : IconArrowDownRight
  return (
    <span className="figure-change">
      <Icon size={14} aria-hidden />
      {children}
    </span>
  )
}
