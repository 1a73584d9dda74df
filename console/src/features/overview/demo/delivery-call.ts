// The call of the second campaign of the demo: when a parcel comes, and whether somebody is at home.
import type { Schemas } from '@carillon/client'
import type { Language } from '../../../language/messages.ts'

type Flow = NonNullable<Schemas['Flow']>

const texts: Record<Language, Record<'ask' | 'again' | 'home' | 'neighbour' | 'nothing', string>> = {
  en: {
    ask: 'Hello {{name|there}}, your parcel comes {{date|tomorrow}}. Press 1 if somebody is at home. Press 2 if we should leave it with a neighbour.',
    again: 'Press 1 if somebody is at home. Press 2 for a neighbour.',
    home: 'Thank you, see you then. Goodbye.',
    neighbour: 'Thank you, we will leave it with a neighbour. Goodbye.',
    nothing: 'We did not get an answer. We will try to deliver it. Goodbye.',
  },
  zh: {
    ask: '{{name|尊敬的客户}}您好，您的包裹将在{{date|明天}}送达。家中有人请按 1，由邻居代收请按 2。',
    again: '家中有人请按 1，由邻居代收请按 2。',
    home: '谢谢，届时见。再见。',
    neighbour: '谢谢，我们会交给邻居代收。再见。',
    nothing: '没有收到您的选择，我们会尝试派送。再见。',
  },
}

export function deliveryCall(language: Language): { flow: Flow; successWhen: string } {
  const { ask, again, home, neighbour, nothing } = texts[language]
  return {
    flow: {
      language: language === 'zh' ? 'zh-CN' : 'en-US',
      onMachine: { do: 'hangup' },
      steps: [
        {
          id: 'where',
          type: 'gather',
          text: ask,
          retryText: again,
          keys: '12',
          tries: 2,
          noInput: 'nothing',
        },
        { id: 'choice', type: 'branch', cases: [{ when: 'digits.where == "1"', next: 'home' }] },
        { id: 'neighbour', type: 'say', text: neighbour, next: 'end' },
        { id: 'home', type: 'say', text: home, next: 'end' },
        { id: 'nothing', type: 'say', text: nothing, next: 'end' },
        { id: 'end', type: 'hangup' },
      ],
    },
    successWhen: 'digits.where == "1" or digits.where == "2"',
  }
}
