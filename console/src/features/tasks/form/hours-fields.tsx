// When calls may start: the zone and days of the daily window, and the schedule. Used by the form of a task and by its reschedule.
import { Chip, Group, Input, Select, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { TimeField } from '../../../parts/forms/time-field.tsx'
import { useSystem } from '../../../session/use-system.ts'
import { permissionMessages } from '../permission/permission.messages.ts'
import type { HoursValues } from './permission-values.ts'

interface HoursFieldsProps {
  values: HoursValues
  errors: Partial<Record<string, ReactNode>>
  onChange(change: Partial<HoursValues>): void
}

export function WindowFields({ values, errors, onChange }: HoursFieldsProps) {
  const t = useMessages(permissionMessages)
  const timeZone = useSystem()?.timeZone ?? ''
  return (
    <>
      <Select
        label={t.labels.zone}
        description={t.form.zoneHint}
        allowDeselect={false}
        data={[
          { value: 'service', label: t.zones.service(timeZone) },
          { value: 'recipient', label: t.zones.recipient },
        ]}
        value={values.windowZone}
        error={errors['windowZone']}
        onChange={(zone) => onChange({ windowZone: zone === 'recipient' ? 'recipient' : 'service' })}
      />
      <Input.Wrapper
        label={t.labels.weekdays}
        description={t.form.weekdaysHint}
        error={errors['weekdays']}
        labelElement="div"
      >
        <Chip.Group multiple value={values.weekdays} onChange={(weekdays) => onChange({ weekdays })}>
          <Group gap="xs" mt="2xs" role="group" aria-label={t.labels.weekdays}>
            {t.weekdays.map((name, index) => (
              <Chip key={name} value={String(index + 1)} size="xs" radius="sm" title={t.weekdaysLong[index]}>
                {name}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
    </>
  )
}

export function ScheduleFields({ values, errors, onChange }: HoursFieldsProps) {
  const { form: t } = useMessages(permissionMessages)
  const zone = useSystem()?.timeZone ?? ''
  const inputOf = (name: 'scheduledStartTime' | 'scheduledEndTime') => ({
    value: values[name],
    error: errors[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <div>
      <Group grow align="flex-start" gap="sm" preventGrowOverflow={false} wrap="wrap">
        <TimeField label={t.start} miw={180} {...inputOf('scheduledStartTime')} />
        <TimeField label={t.end} miw={180} {...inputOf('scheduledEndTime')} />
      </Group>
      <Text size="xs" c="dimmed" mt="2xs">
        {t.scheduleHint(zone)}
      </Text>
    </div>
  )
}
