import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface CardProps {
  title: string
  beside?: ReactNode
  /** Without padding, for tables. */
  isFlush?: boolean
  children: ReactNode
}

/** A titled box on a page. */
export function Card({ title, beside, isFlush = false, children }: CardProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-title">
        <Title order={2} id={id}>
          {title}
        </Title>
        {beside}
      </div>
      {isFlush ? children : <div className="card-body">{children}</div>}
    </section>
  )
}
