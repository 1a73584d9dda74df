// How the sound of a call arrived: the variables that Asterisk sets when the channel is hung up, if it had sound.
import type { MediaQuality } from '../../../../conversations/flows/call-result.ts'

/** What the variables tell, each a part of it. */
export interface RtpQuality {
  received?: number
  lost?: number
  jitterMs?: number
  mes?: number
}

/** Fewer packets tell nothing: a second of sound. */
export const MIN_PACKETS = 50

/** Undefined if the variable is another one. */
export function readRtpVariable(name: string, text: string): RtpQuality | undefined {
  const fields = new Map(
    text.split(';').map((field) => {
      const [key = '', found] = field.trim().split('=')
      return [key, found] as const
    }),
  )
  const value = (field: string) => {
    const found = Number(fields.get(field) ?? Number.NaN)
    return Number.isNaN(found) ? undefined : found
  }
  if (name === 'RTPAUDIOQOSJITTER') {
    const seconds = value('avgrxjitter')
    return seconds === undefined ? {} : { jitterMs: seconds * 1000 }
  }
  if (name !== 'RTPAUDIOQOS') return undefined
  const [received, lost, mes] = [value('rxcount'), value('lp'), value('rxmes')]
  return {
    ...(received !== undefined && { received }),
    ...(lost !== undefined && { lost }),
    ...(mes !== undefined && { mes }),
  }
}

/** As it is on record; undefined if there was too little sound. */
export function mediaQuality({
  received = 0,
  lost = 0,
  jitterMs = 0,
  mes = 0,
}: RtpQuality): MediaQuality | undefined {
  if (received < MIN_PACKETS) return undefined
  const rounded = (value: number, factor: number) => Math.round(value * factor) / factor
  return {
    loss: rounded(lost / (received + lost), 10_000),
    jitterMs: rounded(jitterMs, 10),
    // 0: Asterisk has not computed it, because the call was too short.
    ...(mes > 0 && { mes: rounded(mes, 10) }),
  }
}
