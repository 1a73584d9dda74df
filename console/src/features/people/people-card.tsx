// Who may sign in, and with which rights. As long as there is nobody, it offers to make the first account.
import type { Schemas } from '@carillon/client'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useNotify } from '../../parts/notify.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { NameCell } from '../../parts/tables/cells.tsx'
import type { Column } from '../../parts/tables/data-table.tsx'
import { ListCard } from '../../parts/tables/list-card.tsx'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { peopleMessages } from './people.messages.ts'

const PersonDialog = lazyPart(async () => (await import('./person-dialog.tsx')).PersonDialog)
const LinkDialog = lazyPart(async () => (await import('./link-dialog.tsx')).LinkDialog)

type Person = Schemas['Person']

export function PeopleCard() {
  const t = useMessages(peopleMessages)
  const rightReason = useRightReason()('administer')
  const me = useApiQuery('/api/session/me', {}).data
  if (rightReason !== undefined)
    return (
      <Card title={t.title}>
        <EmptyState title={t.notAllowed} hint={rightReason} />
      </Card>
    )
  return <PeopleList isFirst={me?.hasPeople === false} />
}

function PeopleList({ isFirst }: { isFirst: boolean }) {
  const t = useMessages(peopleMessages)
  const found = useApiQuery('/api/person/list', {})
  const [edited, setEdited] = useState<Person | 'new' | 'first'>()
  const [link, setLink] = useState<Schemas['InvitedPerson']>()
  const columns = useColumns({ onEdit: setEdited, onLink: setLink })
  return (
    <ListCard
      words={isFirst ? { ...t, add: t.addFirst, emptyHint: t.firstHint } : t}
      columns={columns}
      found={found}
      disabledReason={undefined}
      onAdd={() => setEdited(isFirst ? 'first' : 'new')}
    >
      {edited && <PersonDialog edited={edited} onLink={setLink} onClose={() => setEdited(undefined)} />}
      {link && <LinkDialog person={link} onClose={() => setLink(undefined)} />}
    </ListCard>
  )
}

interface Actions {
  onEdit(person: Person): void
  onLink(person: Schemas['InvitedPerson']): void
}

function useColumns({ onEdit, onLink }: Actions): Column<Person>[] {
  const t = useMessages(peopleMessages)
  const format = useFormat()
  const { disable, enable, reset } = usePersonActions(onLink)
  const rights = ({ role, permissions, dataSourceIds, issuer }: Person) => {
    const facts = [t.roles[role].name, ...permissions.map((each) => t.extras[each])]
    if (dataSourceIds) facts.push(t.bound(dataSourceIds.length))
    if (issuer !== null) facts.push(t.ofProvider)
    return facts.join(t.comma)
  }
  return [
    { id: 'name', title: t.columns.name, cell: ({ name }) => <NameCell name={name} /> },
    {
      id: 'rights',
      title: t.columns.rights,
      cell: (person) => (
        <Text span size="sm">
          {rights(person)}
        </Text>
      ),
    },
    { id: 'state', title: t.columns.state, cell: (person) => <PersonState person={person} /> },
    {
      id: 'used',
      title: t.columns.used,
      visibleFrom: 'sm',
      cell: ({ usedTime }) => (
        <span className="cell-time">{usedTime ? format.dateTime(usedTime) : t.never}</span>
      ),
    },
    {
      id: 'actions',
      title: t.columns.actions,
      isActions: true,
      align: 'right',
      cell: (person) => (
        <Group gap="2xs" justify="flex-end">
          {person.disableTime === null ? (
            <>
              {person.issuer === null && (
                <>
                  <Small label={t.editName(person.name)} text={t.edit} onClick={() => onEdit(person)} />
                  <Small label={t.linkName(person.name)} text={t.link} onClick={() => reset(person)} />
                </>
              )}
              <Small label={t.disableName(person.name)} text={t.disable} onClick={() => disable(person)} />
            </>
          ) : (
            <Small label={t.enableName(person.name)} text={t.enable} onClick={() => enable(person)} />
          )}
        </Group>
      ),
    },
  ]
}

function Small({ label, text, onClick }: { label: string; text: string; onClick(): void }) {
  return (
    <Button variant="default" size="compact-xs" aria-label={label} onClick={onClick}>
      {text}
    </Button>
  )
}

function PersonState({ person }: { person: Person }) {
  const t = useMessages(peopleMessages)
  if (person.disableTime !== null) return <StatusBadge tone="idle">{t.states.disabled}</StatusBadge>
  if (!person.hasPassword && person.issuer === null)
    return (
      <StatusBadge tone="idle" isHollow>
        {t.states.invited}
      </StatusBadge>
    )
  return <StatusBadge tone="good">{t.states.active}</StatusBadge>
}

function usePersonActions(onLink: Actions['onLink']) {
  const t = useMessages(peopleMessages)
  const confirm = useConfirm()
  const notify = useNotify()
  const disabling = useApiMutation('/api/person/disable')
  const enabling = useApiMutation('/api/person/enable')
  const resetting = useApiMutation('/api/person/reset')
  const attempt = (run: () => Promise<unknown>) => run().catch((error) => notify.failed(error, 'savePerson'))
  return {
    async disable({ id, name, tokens }: Person) {
      const { title, text, tokensEnd, action } = t.disableQuestion
      const question = tokens > 0 ? `${text} ${tokensEnd(tokens)}` : text
      if (!(await confirm({ title: title(name), text: question, action, isDangerous: true }))) return
      await attempt(async () => {
        await disabling.mutateAsync({ body: { id, ...(tokens > 0 && { tokens: 'end' as const }) } })
        notify.done(t.disabled(name))
      })
    },
    enable: ({ id }: Person) => attempt(() => enabling.mutateAsync({ body: { id } })),
    reset: ({ id }: Person) => attempt(async () => onLink(await resetting.mutateAsync({ body: { id } }))),
  }
}
