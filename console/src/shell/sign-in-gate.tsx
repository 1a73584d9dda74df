import { Group, Modal, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import { useServices, useSessionState } from '../session/console-context.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import { signInMessages } from './sign-in.messages.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Shows the page only after sign-in. While the user signs in again, the page stays mounted and keeps its input. */
export function SignInGate({ children }: { children: ReactNode }) {
  const t = useMessages(signInMessages)
  const { token, isRefused, isAsking } = useSessionState()
  const { live } = useServices()
  const isSignedIn = token !== undefined && !isRefused
  useEffect(() => (isSignedIn ? live.start() : undefined), [isSignedIn, live])

  if (isAsking) return null
  if (token === undefined) return <SignInPage />
  return (
    <>
      {children}
      <Modal
        opened={isRefused}
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title={t.titleAgain}
        // Above every other dialog.
        zIndex={400}
      >
        <Text size="sm" mb="sm">
          {t.expired}
        </Text>
        <SignInForm />
      </Modal>
    </>
  )
}

function SignInPage() {
  const t = useMessages(signInMessages)
  useEffect(() => {
    document.title = `${t.title}`
  }, [t.title])
  return (
    <main
      style={{
        minHeight: '100dvh',
        display: 'grid',
        placeItems: 'center',
        padding: 16,
        background: 'var(--console-sunken)',
      }}
    >
      <Paper withBorder p="lg" w="100%" maw={400}>
        <Group justify="space-between" mb="md" wrap="nowrap">
          <Group gap={8} wrap="nowrap">
            <Logo />
            <Title order={1}>{t.title}</Title>
          </Group>
          <Group gap={4} wrap="nowrap">
            <LanguageSwitch />
            <SchemeSwitch />
          </Group>
        </Group>
        <SignInForm />
      </Paper>
    </main>
  )
}
