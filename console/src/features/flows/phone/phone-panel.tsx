import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { FormError } from '../../../parts/forms/form-footer.tsx'
import { Keypad } from '../preview/keypad.tsx'
import { phoneMessages } from './phone.messages.ts'
import type { BrowserPhoneHook } from './use-browser-phone.ts'

const PROBLEMS = ['insecure', 'denied', 'noMicrophone', 'lost'] as const

/** The phone in this browser, from the moment it rings. */
export function PhonePanel({ state, error, phone, sound }: BrowserPhoneHook) {
  const t = useMessages(phoneMessages)
  const speaker = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    if (speaker.current) speaker.current.srcObject = sound ?? null
  }, [sound])
  const problem = PROBLEMS.find((each) => each === state)
  if (state === 'off') return null
  if (state === 'failed') return <FormError error={error} />
  if (problem)
    return (
      <Alert color="orange" role="alert">
        {t.problems[problem]}
      </Alert>
    )
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {t.states[state] ?? ''}
      </Text>
      <Group gap="xs">
        {state === 'ringing' && (
          <Button
            color="teal"
            leftSection={<IconPhone size={14} aria-hidden />}
            onClick={() => phone?.answer()}
          >
            {t.answer}
          </Button>
        )}
        {(state === 'ringing' || state === 'talking') && (
          <Button
            color="red"
            variant="light"
            leftSection={<IconPhoneOff size={14} aria-hidden />}
            onClick={() => phone?.hangUp()}
          >
            {state === 'ringing' ? t.decline : t.hangUp}
          </Button>
        )}
      </Group>
      {state === 'talking' && <Keypad isActive onKey={(key) => phone?.press(key)} />}
      {state === 'talking' && (
        <Text size="xs" c="dimmed">
          {t.noSound}
        </Text>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: it is a live call */}
      <audio ref={speaker} autoPlay />
    </Stack>
  )
}
