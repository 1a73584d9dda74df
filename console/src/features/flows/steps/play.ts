// Plays an uploaded audio.
import { IconMusic } from '@tabler/icons-react'
import type { StepOf } from '../flow.ts'
import type { StepKind } from './step-kind.ts'

export const playWords = {
  en: { title: 'Play audio', hint: 'Plays an audio that you uploaded or recorded' },
  zh: { title: '播放音频', hint: '播放您上传或录制的音频' },
}

export const play: StepKind<StepOf<'play'>> = {
  icon: IconMusic,
  words: playWords,
  blank: () => ({ audioId: '' }),
  summary: ({ audioId }, _words, { audio, nothingYet }, names) =>
    audioId ? audio(names.audio(audioId)) : nothingYet,
}
