import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import type { WayTaken } from '../flow-exits.ts'
import { pictureMessages } from './picture.messages.ts'
import { usePicture } from './picture-context.ts'

interface ContactCountProps {
  /** Undefined if nobody took it. */
  taken: WayTaken | undefined
  /** For screen readers: the card, and what is counted. */
  where: string
  what: string
  tone?: 'busy' | 'bad'
  children: ReactNode
}

/** A number of a picture; leads to the contacts that it counts. */
export function ContactCount({ taken, where, what, tone, children }: ContactCountProps) {
  const t = useMessages(pictureMessages)
  const { hrefOf } = usePicture()
  if (!taken || !hrefOf)
    return (
      <span className="picture-count" data-tone={tone}>
        {children}
      </span>
    )
  return (
    <Link
      href={hrefOf(taken)}
      className="picture-count nopan"
      data-tone={tone}
      aria-label={t.showContacts(where, what)}
    >
      {children}
    </Link>
  )
}
