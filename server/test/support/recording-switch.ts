// A gateway that has recordings, as a switch does after a call.

import type { CallControl } from '../../src/conversations/answered-call.ts'
import type { Gateway } from '../../src/telephony/gateway.ts'
import { createInstantGateway } from './instant-gateway.ts'

export interface RecordingSwitch {
  gateway: Gateway
  /** What it has, by the id of the recording. */
  files: Map<string, Uint8Array>
  /** While it is set, every request fails with it. */
  fault: Error | undefined
}

export function createRecordingSwitch(): RecordingSwitch {
  const files = new Map<string, Uint8Array>()
  const failing = () => {
    if (telephoneSwitch.fault) throw telephoneSwitch.fault
  }
  const control: Partial<CallControl> = {
    abilities: new Set(['record'] as const),
    async readRecording(id) {
      failing()
      return files.get(id)
    },
    async removeRecording(id) {
      failing()
      files.delete(id)
    },
  }
  const telephoneSwitch: RecordingSwitch = {
    gateway: createInstantGateway(undefined, { control: control as CallControl }),
    files,
    fault: undefined,
  }
  return telephoneSwitch
}

/** A WAV file of 8 kHz, 16 bit, mono. */
export function makeWav(seconds: number): Uint8Array {
  const length = seconds * 16_000
  const file = new DataView(new ArrayBuffer(44 + length))
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) file.setUint8(at + index, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  file.setUint32(4, 36 + length, true)
  write(8, 'WAVEfmt ')
  file.setUint32(16, 16, true)
  file.setUint16(20, 1, true)
  file.setUint16(22, 1, true)
  file.setUint32(24, 8000, true)
  file.setUint32(28, 16_000, true)
  file.setUint16(32, 2, true)
  file.setUint16(34, 16, true)
  write(36, 'data')
  file.setUint32(40, length, true)
  for (let at = 0; at < length; at += 2)
    file.setInt16(44 + at, Math.round(8000 * Math.sin((at / 2) * 0.3)), true)
  return new Uint8Array(file.buffer)
}
