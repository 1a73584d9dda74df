// What happens when a part of the page throws while it is rendered: only this part is replaced, by words and a way to try again.
import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { partsMessages } from '../parts.messages.ts'

interface ErrorBoundaryProps {
  children: ReactNode
  /** What is shown instead. */
  broken(error: Error, retry: () => void): ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | undefined }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    return error ? this.props.broken(error, () => this.setState({ error: undefined })) : this.props.children
  }
}

interface PartBoundaryProps {
  children: ReactNode
  /** Of a dialog or drawer: what is shown instead is a dialog too, because its place on the page may not be visible. */
  onClose?: (() => void) | undefined
  /** Called before another try. */
  onRetry?: () => void
}

/** The rest of the page stays as it is, with everything that was typed. */
export function PartBoundary({ children, onClose, onRetry }: PartBoundaryProps) {
  return (
    <ErrorBoundary
      broken={(error, reset) => {
        const retry = () => {
          onRetry?.()
          reset()
        }
        const close =
          onClose &&
          (() => {
            onClose()
            reset()
          })
        return close ? (
          <BrokenDialog error={error} onRetry={retry} onClose={close} />
        ) : (
          <BrokenPart error={error} onRetry={retry} />
        )
      }}
    >
      {children}
    </ErrorBoundary>
  )
}

interface BrokenProps {
  error: Error
  onRetry(): void
}

function BrokenPart({ error, onRetry }: BrokenProps) {
  const t = useMessages(partsMessages)
  return (
    <Alert color="red" variant="outline" title={t.brokenPart} role="alert">
      <Group justify="space-between" gap="sm">
        <ErrorWords error={error} />
        <Button variant="default" onClick={onRetry}>
          {t.retry}
        </Button>
      </Group>
    </Alert>
  )
}

function BrokenDialog({ error, onRetry, onClose }: BrokenProps & { onClose(): void }) {
  const t = useMessages(partsMessages)
  return (
    <Modal opened onClose={onClose} title={t.brokenPart} size="sm">
      <ErrorWords error={error} />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t.dismiss}
        </Button>
        <Button data-autofocus onClick={onRetry}>
          {t.retry}
        </Button>
      </Group>
    </Modal>
  )
}

function ErrorWords({ error }: { error: Error }) {
  const t = useMessages(partsMessages)
  return <Text size="sm">{isMissingModule(error) ? t.unreachable : t.brokenHint(error.message)}</Text>
}

/** Whether the code of the part could not be loaded. */
export function isMissingModule({ message }: Error): boolean {
  return /dynamically imported module|importing a module script/i.test(message)
}
