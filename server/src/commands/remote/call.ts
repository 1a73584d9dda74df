// `carillon call`: one call to one number, by the API of a running service. It is followed to its end, unless it is only asked for.
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../config.ts'
import { CommandFailed, NOT_AS_WISHED } from '../failure.ts'
import { say, sayAside } from '../terminal.ts'
import { type ApiClient, isTemporary, openApi } from './api-client.ts'
import { findTask, readJson } from './task.ts'

interface CallFlags {
  flow?: string
  task?: string
  fields?: string
  at?: string
  'caller-id'?: string
  detach?: boolean
  json?: boolean
  url?: string
}

interface SingleCall {
  id: string
  phoneNumber: string
  status: 'scheduled' | 'waiting' | 'preparing' | 'calling' | 'answered' | 'ended'
  reason: string | null
  attempts: number
  calls: { outcome: number; cause: string; talkSeconds: number }[]
}

const POLL_MS = 500
const MAX_SILENCE_MS = 60_000
const SUCCESS = 1

export async function callCommand([number, ...rest]: string[], flags: CallFlags): Promise<void> {
  if (!number || rest.length > 0 || !flags.flow === !flags.task)
    throw new CommandFailed('call needs a phone number, and --flow or --task: see carillon help call')
  const flow = flags.flow === undefined ? undefined : await readJson(flags.flow, '--flow')
  const fields = flags.fields === undefined ? undefined : await readJson(flags.fields, '--fields')
  const api = await openApi(readConfig(), flags.url)
  const { id } = await api.post<{ id: string }>('/api/call', {
    ...{ phoneNumber: number, flow, fields },
    taskId: flags.task === undefined ? undefined : (await findTask(api, flags.task.trim())).id,
    callTime: flags.at,
    callerId: flags['caller-id'],
  })
  if (flags.detach) return say(flags.json ? JSON.stringify({ id }) : id)
  const call = await follow(api, id, flags.json ? () => undefined : sayAside)
  const last = call.calls.at(-1)
  const isSuccess = call.calls.some(({ outcome }) => outcome === SUCCESS)
  if (flags.json) say(JSON.stringify(call))
  else if (last)
    say(`${isSuccess ? 'Successful' : 'Not successful'}: ${last.cause}, ${Math.round(last.talkSeconds)} s.`)
  if (isSuccess) return
  throw new CommandFailed(
    `the call to ${call.phoneNumber} was not successful: ${last?.cause ?? call.reason}`,
    NOT_AS_WISHED,
  )
}

async function follow(api: ApiClient, id: string, onChange: (text: string) => void): Promise<SingleCall> {
  let shown = ''
  let lastAnswerMs = performance.now()
  for (;;) {
    try {
      const call = await api.get<SingleCall>(`/api/call/${id}`)
      lastAnswerMs = performance.now()
      const now = call.reason === null ? call.status : `${call.status}: ${call.reason}`
      if (now !== shown && call.status !== 'ended') onChange(now)
      shown = now
      if (call.status === 'ended') return call
    } catch (error) {
      if (!isTemporary(error) || performance.now() - lastAnswerMs > MAX_SILENCE_MS) throw error
    }
    await sleep(POLL_MS)
  }
}
