import { Fragment, type ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

interface FactListProps {
  facts: readonly Fact[]
  /** Beside other things, or in a drawer. */
  isNarrow?: boolean
}

export function FactList({ facts, isNarrow = false }: FactListProps) {
  return (
    <dl className="settings-list" data-narrow={isNarrow || undefined}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
