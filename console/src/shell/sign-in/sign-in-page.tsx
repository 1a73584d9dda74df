// The page to sign in, and the dialog to sign in again when the token is refused.
import { Group, Modal, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { LanguageSwitch } from '../language-switch.tsx'
import { Logo } from '../logo.tsx'
import { SchemeSwitch } from '../scheme-switch.tsx'
import { signInMessages } from './sign-in.messages.ts'
import { SignInForm } from './sign-in-form.tsx'

export function SignInAgain({ isOpen }: { isOpen: boolean }) {
  const t = useMessages(signInMessages)
  return (
    <Modal
      opened={isOpen}
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
  )
}

export function SignInPage() {
  const t = useMessages(signInMessages)
  return (
    <SignInFrame title={t.title}>
      <SignInForm />
    </SignInFrame>
  )
}

/** What is shown to those who are not signed in. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main
      style={{
        minHeight: '100dvh',
        display: 'grid',
        placeItems: 'center',
        padding: 'var(--mantine-spacing-md)',
        background: 'var(--console-sunken)',
      }}
    >
      <Paper withBorder p="lg" w="100%" maw={420}>
        <Group justify="space-between" mb="md" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Logo />
            <Title order={1}>{title}</Title>
          </Group>
          <Group gap="2xs" wrap="nowrap">
            <LanguageSwitch />
            <SchemeSwitch />
          </Group>
        </Group>
        {children}
      </Paper>
    </main>
  )
}
