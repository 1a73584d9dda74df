import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import { webhookMessages } from './webhooks.messages.ts'

/** Sends what waits for its next attempt: of all webhooks, of one, or one delivery of it. */
export function useSendNow(): (which: { id?: string; deliveryId?: string }) => Promise<void> {
  const { log: t } = useMessages(webhookMessages)
  const format = useFormat()
  const notify = useNotify()
  const send = useApiMutation('/api/webhook/sendNow')
  return async (which) => {
    try {
      const { count } = await send.mutateAsync({ body: which })
      notify.done(t.sentNow(format.number(count)))
    } catch (error) {
      notify.failed(error, 'sendNow')
    }
  }
}
