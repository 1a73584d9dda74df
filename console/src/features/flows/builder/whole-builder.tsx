// The builder in the whole window: the picture, with the settings of the call in a sheet at its side. The address says so, so that
// Back leaves it and a link leads to it. It edits what the form behind it edits: whoever closes it goes on there.
import './whole-builder.css'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { builderMessages } from './builder.messages.ts'

const PARAMETER = 'build'

export function useWholeWindow() {
  const [params, setParams] = useSearchParams()
  return {
    isWhole: params.has(PARAMETER),
    open: () => setParams((now) => new URLSearchParams([...now, [PARAMETER, '1']])),
    close: () =>
      setParams((now) => new URLSearchParams([...now].filter(([name]) => name !== PARAMETER)), {
        replace: true,
      }),
  }
}

interface WholeBuilderProps {
  tools: ReactNode
  settings: ReactNode
  /** What is said about all of it. */
  foot: ReactNode
  children: ReactNode
  onClose(): void
}

export function WholeBuilder({ tools, settings, foot, children, onClose }: WholeBuilderProps) {
  const t = useMessages(builderMessages)
  const [hasSheet, setSheet] = useState(false)
  return (
    // Escape closes what is open in it: the form of a step, a menu.
    <Modal opened fullScreen closeOnEscape={false} onClose={onClose} title={t.wholeTitle}>
      <div className="builder-whole" data-sheet={hasSheet || undefined}>
        <div className="builder-whole-main">
          <Group gap="xs" justify="space-between">
            {tools}
            <Button
              variant="default"
              leftSection={<IconAdjustments size={14} aria-hidden />}
              aria-expanded={hasSheet}
              onClick={() => setSheet(!hasSheet)}
            >
              {t.settings}
            </Button>
          </Group>
          {children}
          {foot}
        </div>
        {hasSheet && (
          <aside className="builder-sheet" aria-label={t.settings}>
            <Stack gap="md">{settings}</Stack>
          </aside>
        )}
      </div>
    </Modal>
  )
}
