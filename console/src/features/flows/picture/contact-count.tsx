import { Link } from 'wouter'

export interface ContactCountProps {
  text: string
  /** Where the contacts are that it counts; undefined for nowhere. */
  href: string | undefined
  /** For screen readers. */
  label: string
  tone?: 'busy' | 'bad'
}

/** A number of a picture; leads to the contacts that it counts. The link may be larger than the number, so that it can be touched. */
export function ContactCount({ text, href, label, tone }: ContactCountProps) {
  if (href === undefined)
    return (
      <span className="picture-count" data-tone={tone}>
        {text}
      </span>
    )
  return (
    <Link href={href} className="picture-count nopan" data-tone={tone} aria-label={label}>
      <span>{text}</span>
    </Link>
  )
}
