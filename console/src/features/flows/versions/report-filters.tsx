import { Select, Text } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { PeriodChoice } from '../../../parts/forms/period-choice.tsx'
import { ALL_VERSIONS, type ReportChoice } from './use-flow-report.ts'
import { versionsMessages } from './versions.messages.ts'

const PRESET_DAYS = [1, 7]

interface ReportFiltersProps {
  choice: ReportChoice
  /** How many calls were found. */
  calls: number | undefined
}

/** Which calls the numbers of a flow are about. */
export function ReportFilters({ choice, calls }: ReportFiltersProps) {
  const t = useMessages(versionsMessages)
  const format = useFormat()
  const { address, today, days, versions = [], chosen, other } = choice
  return (
    <div className="toolbar">
      <PeriodChoice
        presets={PRESET_DAYS}
        days={days}
        today={today}
        first={versions.at(-1)?.time.split(' ')[0]}
        onChange={(next) => address.set({ ...next })}
        onAll={() => address.set({ from: undefined, to: undefined })}
      />
      {versions.length > 1 && (
        <Select
          aria-label={t.choose}
          allowDeselect={false}
          data={[
            ...versions.map(({ version, isCurrent }) => ({
              value: String(version),
              label: isCurrent ? t.versionInUse(version) : t.version(version),
            })),
            { value: ALL_VERSIONS, label: t.allVersions },
          ]}
          value={chosen ? String(chosen.version) : ALL_VERSIONS}
          onChange={(next) => address.set({ version: next ?? undefined })}
        />
      )}
      {versions.length > 1 && chosen && (
        <Select
          aria-label={t.compare}
          placeholder={t.compareNothing}
          clearable
          data={versions
            .filter((each) => each !== chosen)
            .map(({ version }) => ({ value: String(version), label: t.version(version) }))}
          value={other ? String(other.version) : null}
          onChange={(next) => address.set({ with: next ?? undefined })}
        />
      )}
      {calls !== undefined && !other && (
        <Text size="xs" c="dimmed" role="status">
          {t.counted(format.number(calls))}
        </Text>
      )}
    </div>
  )
}
