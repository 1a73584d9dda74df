// Connects the call with a voice agent.
import { IconRobot } from '@tabler/icons-react'
import type { StepOf } from '../flow.ts'
import type { StepKind } from './step-kind.ts'

export const streamWords = {
  en: {
    title: 'Voice agent',
    hint: 'Lets a voice agent talk with the person over a WebSocket',
    exits: { agentDone: 'when the agent is done' },
  },
  zh: {
    title: '语音智能体',
    hint: '由语音智能体通过 WebSocket 与对方对话',
    exits: { agentDone: '智能体结束后' },
  },
}

export const stream: StepKind<StepOf<'stream'>> = {
  icon: IconRobot,
  words: streamWords,
  name: 'agent',
  blank: () => ({ url: '' }),
  summary: ({ url }, _words, { nothingYet }) => url || nothingYet,
  exits: ({ next }) => [{ name: 'next', word: 'agentDone', target: next }],
  texts: ({ failText, parameters = {} }) => [failText, ...Object.values(parameters)],
  resultsOf: () => ['agent'],
  hasAgent: true,
}
