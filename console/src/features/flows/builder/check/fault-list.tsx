import { Text } from '@mantine/core'
import type { Fault } from '../builder-context.ts'

/** What is wrong, where it is. */
export function FaultList({ faults }: { faults: Fault[] }) {
  if (faults.length === 0) return null
  return (
    <ul className="flow-faults">
      {faults.map(({ field, text }) => (
        <li key={field + text}>
          <Text size="xs" c="var(--mantine-color-error)">
            {text}
          </Text>
        </li>
      ))}
    </ul>
  )
}
