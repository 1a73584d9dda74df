import { Box, Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useMessages } from '../../../language/language-provider.tsx'
import { previewMessages } from './preview.messages.ts'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const

type PhoneKey = (typeof keys)[number]

/** The keys of a phone. Those of the keyboard work too, except while a value is typed. */
export function Keypad({ isActive, onKey }: { isActive: boolean; onKey(key: PhoneKey): void }) {
  const t = useMessages(previewMessages)
  useWindowEvent('keydown', (event) => {
    if (!isActive || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const key = keys.find((each) => each === event.key)
    if (key !== undefined) onKey(key)
  })
  return (
    <Box className="keypad" role="group" aria-label={t.keypad}>
      {keys.map((key) => (
        <Button
          key={key}
          variant="default"
          size="md"
          aria-label={t.key(key)}
          data-disabled={!isActive || undefined}
          aria-disabled={!isActive}
          onClick={() => isActive && onKey(key)}
        >
          {key}
        </Button>
      ))}
    </Box>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type="checkbox"]), textarea') !== null
}
