// What a page about one thing begins with: one large figure, the largest thing on the page, and small facts in one line.
import './headline.css'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

export interface HeadlineFact {
  label: string
  value: ReactNode
  /** Where the fact leads. */
  href?: string | undefined
}

interface HeadlineProps {
  /** What the figure is called. Left out on a page whose leading figure is elsewhere. */
  figure?: HeadlineFact & { of?: string }
  facts: readonly HeadlineFact[]
}

export function Headline({ figure, facts }: HeadlineProps) {
  return (
    <dl className="headline" data-small={!figure || undefined}>
      {figure && (
        <div className="headline-figure">
          <Term {...figure} />
          <dd>
            <span className="headline-value">{figure.value}</span>
            {figure.of !== undefined && <span className="headline-of">{figure.of}</span>}
          </dd>
        </div>
      )}
      {facts.map((fact) => (
        <div key={fact.label} className="headline-fact">
          <Term {...fact} />
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The whole fact can be clicked. */
function Term({ label, href }: HeadlineFact) {
  return (
    <dt>
      {href === undefined ? (
        label
      ) : (
        <Link href={href} className="figure-link">
          {label}
        </Link>
      )}
    </dt>
  )
}

interface HeadlineSkeletonProps {
  facts?: number
  hasFigure?: boolean
}

/** The same room, before anything is known. */
export function HeadlineSkeleton({ facts = 5, hasFigure = true }: HeadlineSkeletonProps) {
  return (
    <div className="headline" data-small={!hasFigure || undefined} aria-busy>
      {hasFigure && (
        <div className="headline-figure">
          <Skeleton h={68} w={190} />
        </div>
      )}
      {Array.from({ length: facts }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts are identical
        <div key={index} className="headline-fact" style={{ height: 48 }}>
          <Skeleton h={40} w={84} />
        </div>
      ))}
    </div>
  )
}
