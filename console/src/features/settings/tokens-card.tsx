import type { Schemas } from '@carillon/client'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { wallMilliseconds } from '../../language/format.ts'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { type Column, DataTable, listOf } from '../../parts/tables/data-table.tsx'
import { useDangerousAction } from '../../parts/use-dangerous-action.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { useSystem } from '../../session/use-system.ts'
import { settingsMessages } from './settings.messages.ts'

const NewTokenDialog = lazyPart(async () => (await import('./new-token-dialog.tsx')).NewTokenDialog)

type Token = Schemas['AccessToken']

export function TokensCard() {
  const { tokens: t } = useMessages(settingsMessages)
  const system = useSystem()
  const rightReason = useRightReason()('administer')
  const [isCreating, setCreating] = useState(false)
  return (
    <Card
      title={t.title}
      isFlush
      beside={
        <ActionButton
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setCreating(true)}
          disabledReason={rightReason}
        >
          {t.create}
        </ActionButton>
      }
    >
      {rightReason !== undefined && <EmptyState title={t.notAllowed} hint={rightReason} />}
      {system && rightReason === undefined && <TokenTable now={system.time} ownName={system.token.name} />}
      {isCreating && <NewTokenDialog onClose={() => setCreating(false)} />}
    </Card>
  )
}

function TokenTable({ now, ownName }: { now: string; ownName: string }) {
  const { tokens: t } = useMessages(settingsMessages)
  const found = useApiQuery('/api/token/list', {})
  const columns = useColumns(now, useRevoke(ownName))
  return (
    <DataTable
      label={t.label}
      isBounded
      columns={columns}
      {...listOf(found)}
      keyOf={(token) => token.id}
      empty={<EmptyState title={t.empty} hint={t.emptyHint} />}
    />
  )
}

function useRevoke(ownName: string): (token: Token) => Promise<boolean> {
  const { tokens: t } = useMessages(settingsMessages)
  const run = useDangerousAction()
  const revoke = useApiMutation('/api/token/revoke')
  return ({ id, name }) => {
    const { title, text, own } = t.revokeQuestion
    return run({
      title: title(name),
      text: name === ownName ? `${text} ${own}` : text,
      action: t.revoke,
      act: () => revoke.mutateAsync({ body: { id } }),
      done: t.revoked(name),
      failed: 'revokeToken',
    })
  }
}

function useColumns(now: string, onRevoke: (token: Token) => void): Column<Token>[] {
  const { tokens: t } = useMessages(settingsMessages)
  const format = useFormat()
  const time = (text: string) => <span className="cell-time">{text}</span>
  return [
    {
      id: 'name',
      title: t.columns.name,
      cell: ({ name }) => (
        <span className="cell-name" title={name}>
          {name}
        </span>
      ),
    },
    {
      id: 'scope',
      title: t.columns.scope,
      cell: ({ scope, dataSourceIds }) => (dataSourceIds ? t.bound(scope, dataSourceIds.length) : scope),
    },
    { id: 'state', title: t.columns.state, cell: (token) => <TokenState state={stateOf(token, now)} /> },
    {
      id: 'created',
      title: t.columns.created,
      visibleFrom: 'sm',
      cell: ({ createTime }) => time(format.dateTime(createTime)),
    },
    {
      id: 'expires',
      title: t.columns.expires,
      visibleFrom: 'sm',
      cell: ({ expireTime }) => time(expireTime === null ? t.never : format.dateTime(expireTime)),
    },
    {
      id: 'used',
      title: t.columns.used,
      visibleFrom: 'md',
      cell: ({ usedTime }) => time(usedTime === null ? t.never : format.dateTime(usedTime)),
    },
    {
      id: 'calls',
      title: t.columns.calls,
      align: 'right',
      visibleFrom: 'md',
      cell: ({ maxCallsPerDay }) => (maxCallsPerDay === null ? t.noLimit : format.number(maxCallsPerDay)),
    },
    {
      id: 'actions',
      title: t.columns.actions,
      isActions: true,
      align: 'right',
      cell: (token) =>
        stateOf(token, now) !== 'revoked' && (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t.revokeName(token.name)}
            onClick={() => onRevoke(token)}
          >
            {t.revoke}
          </Button>
        ),
    },
  ]
}

type State = 'active' | 'expired' | 'revoked'

function stateOf({ revokeTime, expireTime }: Token, now: string): State {
  if (revokeTime !== null) return 'revoked'
  return expireTime !== null && wallMilliseconds(expireTime) <= wallMilliseconds(now) ? 'expired' : 'active'
}

function TokenState({ state }: { state: State }) {
  const { tokens: t } = useMessages(settingsMessages)
  return (
    <StatusBadge tone={state === 'active' ? 'good' : 'idle'} isHollow={state === 'revoked'}>
      {t.states[state]}
    </StatusBadge>
  )
}
