import './page-figure.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface PageFigureProps {
  label: string
  value: string
  /** Of what it is a part, and how it was before. */
  note: ReactNode
  /** Where the figure leads. */
  href?: string
  facts: { label: string; value: string; note?: ReactNode }[]
}

/** The one figure of a page, its largest thing, and a few facts beside it. */
export function PageFigure({ label, value, note, href, facts }: PageFigureProps) {
  return (
    <div className="page-figure">
      <dl className="page-figure-leading">
        <dt>{href === undefined ? label : <Link href={href}>{label}</Link>}</dt>
        <dd>
          <span className="page-figure-value">{value}</span>
          <span className="page-figure-note">{note}</span>
        </dd>
      </dl>
      <dl className="page-figure-facts">
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>
              {fact.value}
              {fact.note !== undefined && <small>{fact.note}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
