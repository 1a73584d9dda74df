import type { Schemas } from '@carillon/client'
import { Modal } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { SecretValue } from '../../parts/secret-value.tsx'
import { peopleMessages } from './people.messages.ts'

/** The link of an invitation, once. */
export function LinkDialog({ person, onClose }: { person: Schemas['InvitedPerson']; onClose(): void }) {
  const t = useMessages(peopleMessages)
  const address = `${window.location.origin}/invitation#${person.token}`
  return (
    <Modal opened onClose={onClose} title={t.linkTitle(person.name)} withCloseButton={false}>
      <SecretValue label={t.linkLabel} value={address} note={t.linkNote} onClose={onClose} />
    </Modal>
  )
}
