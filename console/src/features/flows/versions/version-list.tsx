import { Anchor, Badge, Button, Text } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { ActionButton } from '../../../parts/action-button.tsx'
import { Card } from '../../../parts/card.tsx'
import { useConfirm } from '../../../parts/confirm.tsx'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation } from '../../../session/api-hooks.ts'
import type { CallSettings } from '../flow.ts'
import type { FlowVersion, ReportChoice } from './use-flow-report.ts'
import './versions.css'
import { versionsMessages } from './versions.messages.ts'

const ChangeDialog = lazyPart(async () => (await import('./change-dialog.tsx')).ChangeDialog)

const SHOWN_AT_FIRST = 10

interface VersionListProps {
  taskId: string
  dataSourceId: string
  settings: CallSettings
  choice: ReportChoice
  /** Why the task takes no other version now. */
  disabledReason: string | undefined
}

/** The versions of a task's flow: to look at, to bring back, and to add another. */
export function VersionList({ taskId, dataSourceId, settings, choice, disabledReason }: VersionListProps) {
  const t = useMessages(versionsMessages)
  const [isChanging, setChanging] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const bringBack = useBringBack(taskId, choice)
  const { address, versions = [], current } = choice
  const currentFlow = JSON.stringify(current?.flow)
  /** The calls that start from now on are of another version than the one that was looked at. */
  const showCurrent = () => address.set({ version: undefined, with: undefined })
  return (
    <Card
      title={t.versions}
      beside={
        <ActionButton
          leftSection={<IconEdit size={14} aria-hidden />}
          disabledReason={disabledReason}
          onClick={() => setChanging(true)}
        >
          {t.change}
        </ActionButton>
      }
    >
      <ol className="flow-versions" aria-label={t.versions}>
        {versions.slice(0, isWhole ? versions.length : SHOWN_AT_FIRST).map((version) => (
          <VersionRow
            key={version.version}
            version={version}
            onShow={() => address.set({ version: String(version.version), with: undefined })}
            disabledReason={
              disabledReason ?? (JSON.stringify(version.flow) === currentFlow ? t.sameFlow : undefined)
            }
            onBringBack={() => bringBack(version.version, showCurrent)}
          />
        ))}
      </ol>
      {versions.length > SHOWN_AT_FIRST && !isWhole && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          {t.older(versions.length - SHOWN_AT_FIRST)}
        </Button>
      )}
      {isChanging && (
        <ChangeDialog
          taskId={taskId}
          dataSourceId={dataSourceId}
          settings={settings}
          onChanged={showCurrent}
          onClose={() => setChanging(false)}
        />
      )}
    </Card>
  )
}

interface VersionRowProps {
  version: FlowVersion
  disabledReason: string | undefined
  onShow(): void
  onBringBack(): void
}

function VersionRow({ version: row, disabledReason, onShow, onBringBack }: VersionRowProps) {
  const t = useMessages(versionsMessages)
  const format = useFormat()
  const { version, actor, time, isCurrent, calls } = row
  return (
    <li className="flow-version">
      <div>
        <Anchor component="button" type="button" size="sm" fw={600} onClick={onShow}>
          {t.version(version)}
        </Anchor>
        {isCurrent && (
          <Badge variant="light" size="sm" tt="none" ml="xs">
            {t.inUse}
          </Badge>
        )}
        <Text size="xs" c="dimmed">
          {t.made(actor, format.dateTime(time))} · {t.calls(format.number(calls))}
        </Text>
      </div>
      {!isCurrent && (
        <ActionButton size="compact-sm" disabledReason={disabledReason} onClick={onBringBack}>
          {t.bringBack(version)}
        </ActionButton>
      )}
    </li>
  )
}

function useBringBack(taskId: string, { versions = [] }: ReportChoice) {
  const t = useMessages(versionsMessages)
  const confirm = useConfirm()
  const notify = useNotify()
  const change = useApiMutation('/api/task/changeFlow')
  return async (version: number, onChanged: () => void): Promise<void> => {
    const next = (versions[0]?.version ?? 0) + 1
    const question = { title: t.bringBackTitle(version), text: t.bringBackText(version, next) }
    if (!(await confirm({ ...question, action: t.bringBack(version) }))) return
    try {
      const changed = await change.mutateAsync({ body: { id: taskId, version } })
      notify.done(t.changed(changed.version))
      onChanged()
    } catch (error) {
      notify.failed(error, 'changeFlow')
    }
  }
}
