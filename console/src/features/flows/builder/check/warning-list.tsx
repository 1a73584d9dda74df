import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { builderMessages } from '../builder.messages.ts'
import type { FlowWarning } from './flow-warnings.ts'

/** What is probably not meant, where it is. The flow can be saved with it. */
export function WarningList({ warnings }: { warnings: FlowWarning[] }) {
  const t = useMessages(builderMessages)
  if (warnings.length === 0) return null
  return (
    <ul className="flow-faults">
      {warnings.map((warning) => {
        const text = warning.kind === 'noWords' ? t.noWords : t.unknownField(warning.field)
        return (
          <li key={text}>
            <Text size="xs" c="var(--console-warn)">
              <IconAlertTriangle size={13} aria-hidden style={{ verticalAlign: '-2px' }} /> {text}
            </Text>
          </li>
        )
      })}
    </ul>
  )
}
