// What can be done about a number: put it on a do-not-call list, which people ask for most, call it, or have a task call it back.
import type { Schemas } from '@carillon/client'
import { Group } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { ActionButton } from '../../parts/action-button.tsx'
import { lazyDialog, lazyPart } from '../../parts/lazy-part.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { calledContacts } from './called-contacts.ts'
import { numbersMessages } from './numbers.messages.ts'

const ForbidDialog = lazyPart(async () => (await import('./forbid-dialog.tsx')).ForbidDialog)
const CallDialog = lazyDialog(async () => (await import('./call-dialog.tsx')).CallDialog, { isOpen: false })
const CallBackDialog = lazyDialog(async () => (await import('./call-back-dialog.tsx')).CallBackDialog, {
  isOpen: false,
})

interface NumberActionsProps {
  phoneNumber: string
  history: Schemas['NumberHistory']
}

export function NumberActions({ phoneNumber, history }: NumberActionsProps) {
  const { call, forbid, callBack } = useMessages(numbersMessages)
  const rightReason = useRightReason()('operate')
  const [open, setOpen] = useState<'call' | 'forbid' | 'callBack'>()
  const isForbidden = history.summary.doNotCall.some(
    ({ isGlobal, expireTime }) => isGlobal && expireTime === null,
  )
  const contacts = calledContacts(history.rows)
  const isNeverCalled = !history.summary.mayBeRung && history.summary.until === null
  const close = () => setOpen(undefined)
  return (
    <Group gap="xs" mb="sm">
      <ActionButton
        variant="filled"
        disabledReason={rightReason ?? (isForbidden ? forbid.already : undefined)}
        onClick={() => setOpen('forbid')}
      >
        {forbid.open}
      </ActionButton>
      <ActionButton
        disabledReason={rightReason ?? (isNeverCalled ? call.forbidden : undefined)}
        onClick={() => setOpen('call')}
      >
        {call.open}
      </ActionButton>
      <ActionButton
        disabledReason={
          rightReason ??
          (isNeverCalled ? callBack.forbidden : contacts.length === 0 ? callBack.none : undefined)
        }
        onClick={() => setOpen('callBack')}
      >
        {callBack.open}
      </ActionButton>
      <CallDialog isOpen={open === 'call'} phoneNumber={phoneNumber} onClose={close} />
      {open === 'forbid' && <ForbidDialog phoneNumber={phoneNumber} onClose={close} />}
      <CallBackDialog
        isOpen={open === 'callBack'}
        phoneNumber={phoneNumber}
        contacts={contacts}
        onClose={close}
      />
    </Group>
  )
}
