import {
  IconArrowForward,
  IconArrowsSplit2,
  IconDialpad,
  IconMessage,
  IconMusic,
  IconPencil,
  IconPhoneEnd,
  IconPhoneOff,
  IconPlayerRecord,
  IconRobot,
} from '@tabler/icons-react'
import type { StepType } from './flow.ts'

const icons = {
  say: IconMessage,
  play: IconMusic,
  gather: IconDialpad,
  branch: IconArrowsSplit2,
  transfer: IconArrowForward,
  record: IconPlayerRecord,
  stream: IconRobot,
  set: IconPencil,
  optOut: IconPhoneOff,
  hangup: IconPhoneEnd,
} satisfies Record<StepType, unknown>

export function StepIcon({ type, size = 16 }: { type: StepType; size?: number }) {
  const Icon = icons[type]
  return <Icon size={size} aria-hidden style={{ flex: 'none' }} />
}
