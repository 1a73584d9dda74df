import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from './parts.messages.ts'

const historyOf = (phoneNumber: string) => `/numbers?number=${encodeURIComponent(phoneNumber)}`

/** A phone number that leads to its history. */
export function PhoneLink({ phoneNumber }: { phoneNumber: string }) {
  return (
    <Link href={historyOf(phoneNumber)} className="cell-link tabular" style={{ whiteSpace: 'nowrap' }}>
      {phoneNumber}
    </Link>
  )
}

/** A link to the history of a number, where the number itself is already shown. */
export function NumberHistoryLink({ phoneNumber }: { phoneNumber: string }) {
  const t = useMessages(partsMessages)
  return (
    <Anchor component={Link} href={historyOf(phoneNumber)}>
      {t.numberHistory}
    </Anchor>
  )
}
