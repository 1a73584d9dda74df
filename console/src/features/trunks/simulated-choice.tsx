// What becomes of running tasks whose calls are simulated, asked before the first trunk makes calls real.
import type { Schemas } from '@carillon/client'
import { Alert, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { ActionDialog } from '../../parts/forms/action-dialog.tsx'
import { useApiMutation } from '../../session/api-hooks.ts'
import type { Trunk } from './trunk-values.ts'
import { trunkMessages } from './trunks.messages.ts'

export type SimulatedTasks = NonNullable<Schemas['NewTrunk']['simulatedTasks']>

const CHOICES: SimulatedTasks[] = ['pause', 'keep', 'move']
const SHOWN = 5

interface SimulatedChoiceProps {
  names: string[]
  total: number
  value: SimulatedTasks
  onChange(value: SimulatedTasks): void
}

export function SimulatedChoice({ names, total, value, onChange }: SimulatedChoiceProps) {
  const { simulated: t } = useMessages(trunkMessages)
  const more = total - Math.min(names.length, SHOWN)
  return (
    <Alert color="yellow" variant="outline">
      <Radio.Group
        label={t.question(total)}
        description={t.tasks(names.slice(0, SHOWN), more)}
        value={value}
        onChange={(next) => onChange(next as SimulatedTasks)}
      >
        <Stack gap="xs" mt="xs">
          {CHOICES.map((choice) => (
            <Radio key={choice} size="xs" value={choice} label={t.choices[choice]} />
          ))}
        </Stack>
      </Radio.Group>
    </Alert>
  )
}

interface EnableDialogProps {
  trunk: Trunk
  names: string[]
  total: number
  onClose(): void
}

/** Enables the first trunk, while tasks run on the simulator. */
export function EnableDialog({ trunk, names, total, onClose }: EnableDialogProps) {
  const { simulated: t, form } = useMessages(trunkMessages)
  const update = useApiMutation('/api/trunk/update')
  const [choice, setChoice] = useState<SimulatedTasks>('pause')
  return (
    <ActionDialog
      title={t.enableTitle(trunk.name)}
      action={t.enable}
      failed="saveTrunk"
      onClose={onClose}
      send={async () => {
        await update.mutateAsync({ body: { id: trunk.id, isEnabled: true, simulatedTasks: choice } })
        return form.saved
      }}
    >
      <SimulatedChoice names={names} total={total} value={choice} onChange={setChoice} />
    </ActionDialog>
  )
}
