// Example flows, each in English and in Chinese.
import type { Flow, FlowStep } from './flow.ts'

/** The flow that descriptions of requests show. */
export const SHORT_EXAMPLE = {
  steps: [
    { id: 'confirm', type: 'gather', text: 'Press 1 to confirm.', keys: '1' },
    { id: 'thanks', type: 'say', text: 'Thank you.' },
  ],
}

export type ExampleLanguage = 'en' | 'zh'

interface Example {
  id: string
  name: string
  description: string
  flow: Flow
  successWhen: string
  /** What the user has to fill in: the example has only a stand-in for it. */
  choices: { step: string; field: string; what: 'list' | 'target' | 'url' }[]
}

interface Words {
  name: string
  description: string
  texts: Record<string, string>
}

interface ExampleForm {
  en: Words
  zh: Words
  successWhen: string
  onMachine?: Flow['onMachine']
  choices?: Example['choices']
  /** `say` gives a text by its name; `out` is how the callee opts out. */
  steps(say: (name: string) => string, out: OptOut, listId?: string): FlowStep[]
}

/** A key by which the number comes on a list. Without a list all of it is empty. */
interface OptOut {
  /** Said behind what is asked. */
  text: string
  key: string
  /** For a branch behind the question. */
  cases(question: string): { when: string; next: string }[]
  /** The branch behind a question that has none. */
  branch(question: string, next: string): FlowStep[]
  /** A question of its own, for a flow that asks nothing. */
  question(next: string): FlowStep[]
  /** At the end; nothing before leads there. */
  steps: FlowStep[]
  /** The same, behind a step that would lead there. */
  apart: FlowStep[]
}

const NO_OPT_OUT: OptOut = {
  ...{ text: '', key: '', steps: [], apart: [] },
  ...{ cases: () => [], branch: () => [], question: () => [] },
}
const OPT_OUT_WORDS = {
  en: {
    ask: 'If you want no more calls from us, press 9.',
    behind: ' If you want no more calls from us, press 9.',
    removed: 'We will not call you again. Goodbye.',
  },
  zh: {
    ask: '如不希望再接到来电，请按 9。',
    behind: '如不希望再接到来电，请按 9。',
    removed: '我们不会再致电给您。再见。',
  },
}

function optOutTo(
  listId: string,
  { ask, behind, removed }: { ask: string; behind: string; removed: string },
): OptOut {
  const steps: FlowStep[] = [
    { id: 'noMoreCalls', type: 'optOut', listId },
    { id: 'removed', type: 'say', text: removed },
  ]
  const cases = (question: string) => [{ when: `digits.${question} == "9"`, next: 'noMoreCalls' }]
  const branch = (question: string, next: string): FlowStep[] => [
    { id: 'wish', type: 'branch', cases: cases(question), next },
  ]
  return {
    ...{ text: behind, key: '9', steps, cases, branch },
    question: (next) => [
      { id: 'noMore', type: 'gather', text: ask, keys: '9', timeout: 1 },
      ...branch('noMore', next),
    ],
    apart: [{ id: 'end', type: 'hangup' }, ...steps],
  }
}

const NO_LIST = '00000000-0000-0000-0000-000000000000'

const forms: Record<string, ExampleForm> = {
  appointment: {
    en: {
      name: 'Appointment confirmation',
      description: 'Reads out the appointment; 1 confirms it, 2 asks for another call.',
      texts: {
        ask: 'Hello {{name|there}}, this is a reminder of your appointment on {{date|the agreed day}}. Press 1 to confirm it. Press 2 if we should call you again later.',
        again: 'Press 1 to confirm. Press 2 if we should call you again later.',
        thanks: 'Thank you, your appointment is confirmed. Goodbye.',
        later: 'We will call you again in two hours. Goodbye.',
        nothing: 'We did not get an answer. Goodbye.',
        message:
          'Hello {{name|there}}, this is a reminder of your appointment on {{date|the agreed day}}. Please call us back to confirm it.',
      },
    },
    zh: {
      name: '预约确认',
      description: '播报预约；按 1 确认，按 2 要求回呼。',
      texts: {
        ask: '{{name|尊敬的客户}}您好，提醒您在{{date|约定的日期}}有预约。确认请按 1，稍后再联系请按 2。',
        again: '确认请按 1，稍后再联系请按 2。',
        thanks: '谢谢，您的预约已确认。再见。',
        later: '我们将在两小时后再次致电。再见。',
        nothing: '没有收到您的选择。再见。',
        message: '{{name|尊敬的客户}}您好，提醒您在{{date|约定的日期}}有预约，请回电确认。',
      },
    },
    successWhen: 'digits.confirm == "1"',
    onMachine: { do: 'leaveMessage', step: 'message' },
    steps: (say, out) => [
      {
        id: 'confirm',
        type: 'gather',
        text: say('ask') + out.text,
        retryText: say('again'),
        keys: `12${out.key}`,
        tries: 2,
        noInput: 'nothing',
      },
      {
        id: 'choice',
        type: 'branch',
        cases: [{ when: 'digits.confirm == "1"', next: 'thanks' }, ...out.cases('confirm')],
      },
      { id: 'callback', type: 'set', field: 'callbackTime', value: '+2h' },
      { id: 'later', type: 'say', text: say('later'), next: 'end' },
      { id: 'thanks', type: 'say', text: say('thanks'), next: 'end' },
      { id: 'nothing', type: 'say', text: say('nothing'), next: 'end' },
      { id: 'message', type: 'say', text: say('message') },
      { id: 'end', type: 'hangup' },
      ...out.steps,
    ],
  },
  survey: {
    en: {
      name: 'Survey with two questions',
      description: 'Two answers by key; a success if both were given.',
      texts: {
        hello: 'Hello {{name|there}}, we have two short questions about your last visit.',
        service: 'How was the service? Press a key from 1, bad, to 5, excellent.',
        recommend: 'Would you recommend us? Press 1 for yes, 2 for no.',
        thanks: 'Thank you for your answers. Goodbye.',
      },
    },
    zh: {
      name: '两个问题的调查',
      description: '用按键回答两个问题；都回答才算成功。',
      texts: {
        hello: '{{name|尊敬的客户}}您好，想就您最近一次到访请教两个问题。',
        service: '您对服务满意吗？请按 1 到 5，1 为很差，5 为非常好。',
        recommend: '您愿意推荐我们吗？愿意请按 1，不愿意请按 2。',
        thanks: '感谢您的回答，再见。',
      },
    },
    successWhen: 'digits.service != "" and digits.recommend != ""',
    onMachine: { do: 'hangup' },
    steps: (say, out) => [
      { id: 'hello', type: 'say', text: say('hello') },
      { id: 'service', type: 'gather', text: say('service') + out.text, keys: `12345${out.key}`, tries: 2 },
      ...out.branch('service', 'recommend'),
      { id: 'recommend', type: 'gather', text: say('recommend'), keys: '12', tries: 2 },
      { id: 'thanks', type: 'say', text: say('thanks') },
      ...out.apart,
    ],
  },
  optOut: {
    en: {
      name: 'Message with opt-out',
      description: 'Says a message; 9 puts the number on a do-not-call list.',
      texts: {
        message:
          'Hello {{name|there}}, our spring sale begins on Monday. If you want no more calls from us, press 9.',
        removed: 'We will not call you again. Goodbye.',
      },
    },
    zh: {
      name: '可退订的通知',
      description: '播报通知；按 9 将号码加入禁呼名单。',
      texts: {
        message: '{{name|尊敬的客户}}您好，我们的春季促销将于周一开始。如不希望再接到来电，请按 9。',
        removed: '我们不会再致电给您。再见。',
      },
    },
    successWhen: 'answered',
    choices: [{ step: 'remove', field: 'listId', what: 'list' }],
    steps: (say, _, listId = NO_LIST) => [
      { id: 'message', type: 'gather', text: say('message'), keys: '9' },
      {
        id: 'choice',
        type: 'branch',
        cases: [{ when: 'digits.message == "9"', next: 'remove' }],
        next: 'end',
      },
      { id: 'remove', type: 'optOut', listId },
      { id: 'removed', type: 'say', text: say('removed') },
      { id: 'end', type: 'hangup' },
    ],
  },
  transfer: {
    en: {
      name: 'Transfer to a person',
      description: '1 connects the callee with a queue; if nobody is there, another call is promised.',
      texts: {
        ask: 'Hello {{name|there}}, your order is ready. To talk to one of us, press 1.',
        connecting: 'One moment please.',
        sorry: 'All of us are busy. We will call you again. Goodbye.',
      },
    },
    zh: {
      name: '转接人工',
      description: '按 1 转接到队列；无人接听时承诺再次致电。',
      texts: {
        ask: '{{name|尊敬的客户}}您好，您的订单已准备好。如需人工服务，请按 1。',
        connecting: '请稍候。',
        sorry: '目前坐席全忙，我们会再次致电。再见。',
      },
    },
    successWhen: 'transfer == "answered" or transfer == "handed_over"',
    onMachine: { do: 'hangup' },
    choices: [{ step: 'connect', field: 'to', what: 'target' }],
    steps: (say, out) => [
      {
        id: 'ask',
        type: 'gather',
        text: say('ask') + out.text,
        keys: `1${out.key}`,
        tries: 2,
        noInput: 'end',
      },
      ...out.branch('ask', 'connecting'),
      { id: 'connecting', type: 'say', text: say('connecting') },
      { id: 'connect', type: 'transfer', to: 'queue:sales', timeout: 30 },
      { id: 'callback', type: 'set', field: 'callbackTime', value: '+1h' },
      { id: 'sorry', type: 'say', text: say('sorry') },
      { id: 'end', type: 'hangup' },
      ...out.steps,
    ],
  },
  agent: {
    en: {
      name: 'Voice agent',
      description: 'Connects the call with a voice agent over a WebSocket.',
      texts: {
        hello: 'Hello, you are going to talk with an automated assistant. Its voice is artificial.',
        purpose: 'Ask {{name|the customer}} how the last visit was.',
        sorry: 'We are sorry, something went wrong. We will call you again. Goodbye.',
      },
    },
    zh: {
      name: '语音智能体',
      description: '通过 WebSocket 将通话接到语音智能体。',
      texts: {
        hello: '您好，接下来由自动智能助理与您通话，声音由人工合成。',
        purpose: '询问{{name|客户}}最近一次到访的感受。',
        sorry: '很抱歉，出现了问题，我们会再次致电。再见。',
      },
    },
    successWhen: 'agent == "done"',
    onMachine: { do: 'hangup' },
    choices: [{ step: 'agent', field: 'url', what: 'url' }],
    steps: (say, out) => [
      { id: 'hello', type: 'say', text: say('hello'), announces: ['artificialVoice'] },
      ...out.question('agent'),
      {
        id: 'agent',
        type: 'stream',
        url: 'wss://agent.example.com/calls',
        parameters: { purpose: say('purpose') },
        failText: say('sorry'),
        maxSeconds: 600,
      },
      ...out.apart,
    ],
  },
}

const TAGS: Record<ExampleLanguage, string> = { en: 'en-US', zh: 'zh-CN' }

/** `listId`: the do-not-call list on which callees put themselves; without one, only the example that is about it can be used, once a list is chosen. */
export function flowExamples(language: ExampleLanguage, listId?: string): Example[] {
  const out = listId === undefined ? NO_OPT_OUT : optOutTo(listId, OPT_OUT_WORDS[language])
  return Object.entries(forms).map(([id, form]) => {
    const { name, description, texts } = form[language]
    const choices = form.choices ?? []
    return {
      id,
      name,
      description,
      flow: {
        language: TAGS[language],
        ...(form.onMachine && { onMachine: form.onMachine }),
        steps: form.steps((text) => texts[text] ?? '', out, listId),
      },
      successWhen: form.successWhen,
      choices: listId === undefined ? choices : choices.filter(({ what }) => what !== 'list'),
    }
  })
}
