import { Group, Switch, Text } from '@mantine/core'
import { IconActivity, IconPencil, IconPhoneCall, IconPhoneIncoming, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useNotify } from '../../parts/notify.ts'
import { NameCell } from '../../parts/tables/cells.tsx'
import type { Column } from '../../parts/tables/data-table.tsx'
import { ListCard } from '../../parts/tables/list-card.tsx'
import { RowAction } from '../../parts/tables/row-action.tsx'
import { useDelete } from '../../parts/use-dangerous-action.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { type Condition, TrunkState } from './trunk-state.tsx'
import { isOfConsole, type Trunk } from './trunk-values.ts'
import { trunkMessages } from './trunks.messages.ts'
import { useSimulatedTasks } from './use-simulated-tasks.ts'

const InboundDialog = lazyPart(async () => (await import('./inbound-dialog.tsx')).InboundDialog)
const TrunkDialog = lazyPart(async () => (await import('./trunk-dialog.tsx')).TrunkDialog)
const TrunkHealthDrawer = lazyPart(async () => (await import('./trunk-health-drawer.tsx')).TrunkHealthDrawer)
const TrunkTestDrawer = lazyPart(async () => (await import('./trunk-test-drawer.tsx')).TrunkTestDrawer)

const STATES_EVERY_MS = 5000

const EnableDialog = lazyPart(async () => (await import('./simulated-choice.tsx')).EnableDialog)

type Opened = { kind: 'new' } | { kind: 'enable' | 'edit' | 'inbound' | 'test' | 'health'; trunk: Trunk }

/** The ways out to the phone network. */
export function TrunksCard() {
  const t = useMessages(trunkMessages)
  const rightReason = useRightReason()('administer')
  const [opened, setOpened] = useState<Opened>()
  const found = useApiQuery('/api/trunk/list', {})
  const hasTrunks = found.data !== undefined && found.data.rows.length > 0
  const states = useApiQuery(
    '/api/trunk/states',
    {},
    { isEnabled: hasTrunks, refetchEveryMs: STATES_EVERY_MS },
  )
  const simulated = useSimulatedTasks()
  const columns = useColumns(states.data?.rows ?? [], setOpened, simulated.total > 0)
  const close = () => setOpened(undefined)
  return (
    <ListCard
      words={t}
      columns={columns}
      found={found}
      disabledReason={rightReason}
      onAdd={() => setOpened({ kind: 'new' })}
    >
      {opened?.kind === 'new' && <TrunkDialog trunk={undefined} onClose={close} />}
      {opened?.kind === 'enable' && <EnableDialog {...simulated} trunk={opened.trunk} onClose={close} />}
      {opened?.kind === 'edit' && <TrunkDialog trunk={opened.trunk} onClose={close} />}
      {opened?.kind === 'inbound' && <InboundDialog trunk={opened.trunk} onClose={close} />}
      {opened?.kind === 'health' && (
        <TrunkHealthDrawer
          trunk={opened.trunk}
          condition={states.data?.rows.find(({ id }) => id === opened.trunk.id)}
          onClose={close}
        />
      )}
      {opened?.kind === 'test' && <TrunkTestDrawer trunk={opened.trunk} onClose={close} />}
    </ListCard>
  )
}

/** `asksFirst`: the first trunk that is enabled makes calls real, and tasks run on the simulator. */
function useColumns(
  conditions: Condition[],
  open: (opened: Opened) => void,
  asksFirst: boolean,
): Column<Trunk>[] {
  const t = useMessages(trunkMessages)
  const format = useFormat()
  const rightReason = useRightReason()
  const canChange = rightReason('administer') === undefined
  const canTest = rightReason('call') === undefined
  const turn = useTurn()
  const remove = useDelete('/api/trunk/delete', t, 'deleteTrunk')
  const actions: Column<Trunk> = {
    id: 'actions',
    title: t.columns.actions,
    isActions: true,
    width: canChange ? 160 : canTest ? 80 : 50,
    cell: (trunk) => (
      <Group gap={2} wrap="nowrap" justify="flex-end">
        <RowAction
          label={t.health.open(trunk.name)}
          Icon={IconActivity}
          onClick={() => open({ kind: 'health', trunk })}
        />
        {canTest && isOfConsole(trunk) && (
          <RowAction
            label={t.test(trunk.name)}
            Icon={IconPhoneCall}
            onClick={() => open({ kind: 'test', trunk })}
          />
        )}
        {canChange && isOfConsole(trunk) && (
          <RowAction
            label={t.inbound.title(trunk.name)}
            Icon={IconPhoneIncoming}
            onClick={() => open({ kind: 'inbound', trunk })}
          />
        )}
        {canChange && (
          <RowAction
            label={t.edit(trunk.name)}
            Icon={IconPencil}
            onClick={() => open({ kind: 'edit', trunk })}
          />
        )}
        {canChange && isOfConsole(trunk) && (
          <RowAction label={t.delete(trunk.name)} Icon={IconTrash} onClick={() => remove(trunk)} />
        )}
      </Group>
    ),
  }
  return [
    {
      id: 'name',
      title: t.columns.name,
      cell: ({ name, kind, host, port }) => (
        <>
          <NameCell name={name} />
          <Text size="xs" c="dimmed" className="cell-name" title={host}>
            {kind === 'sip' ? (port === null ? host : `${host}:${port}`) : t.fromEnvironment[kind]}
          </Text>
        </>
      ),
    },
    {
      id: 'isOn',
      title: t.columns.isOn,
      width: 60,
      cell: (trunk) => (
        <Switch
          size="xs"
          aria-label={t.isOn(trunk.name)}
          checked={trunk.isEnabled}
          disabled={!canChange || !isOfConsole(trunk)}
          onChange={({ currentTarget: { checked } }) =>
            checked && asksFirst ? open({ kind: 'enable', trunk }) : turn(trunk, checked)
          }
        />
      ),
    },
    {
      id: 'state',
      title: t.columns.state,
      cell: (trunk) => (
        <TrunkState isOn={trunk.isEnabled} condition={conditions.find(({ id }) => id === trunk.id)} />
      ),
    },
    {
      id: 'priority',
      title: t.columns.priority,
      align: 'right',
      visibleFrom: 'sm',
      cell: ({ priority }) => format.number(priority),
    },
    actions,
  ]
}

function useTurn() {
  const notify = useNotify()
  const update = useApiMutation('/api/trunk/update')
  return ({ id }: Trunk, isEnabled: boolean) =>
    update.mutateAsync({ body: { id, isEnabled } }).catch((error) => notify.failed(error, 'saveTrunk'))
}
