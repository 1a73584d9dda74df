import { Button, Collapse, Group, Stack } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { builderMessages } from './builder.messages.ts'

/** Settings that few calls need, closed unless one of them is set. */
export function MoreFields({ isSet, children }: { isSet: boolean; children: ReactNode }) {
  const { fields: t } = useMessages(builderMessages)
  const id = useId()
  const [isOpen, setOpen] = useState(isSet)
  return (
    <div>
      <Group>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t.less : t.more}
        </Button>
      </Group>
      <Collapse id={id} expanded={isOpen} transitionDuration={0}>
        <Stack gap="sm" pt="xs">
          {children}
        </Stack>
      </Collapse>
    </div>
  )
}
