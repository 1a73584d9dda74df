// What the example call says to its made-up contact. Each sentence is recorded in ./sounds, so that it is heard on a service that
// cannot speak. After a change: `node console/scripts/record-sentences.ts`.

export const exampleContact = {
  en: { name: 'Ada', date: 'Monday at ten' },
  zh: { name: '王小明', date: '周一上午十点' },
}

export const sentences = {
  en: {
    ask: 'Hello Ada, this is a reminder of your appointment on Monday at ten. Press 1 to confirm it. Press 2 if we should call you again later.',
    again: 'Press 1 to confirm. Press 2 if we should call you again later.',
    thanks: 'Thank you, your appointment is confirmed. Goodbye.',
    later: 'We will call you again in a minute. Goodbye.',
    nothing: 'We did not get an answer. Goodbye.',
  },
  zh: {
    ask: '王小明您好，提醒您在周一上午十点有预约。确认请按 1，稍后再联系请按 2。',
    again: '确认请按 1，稍后再联系请按 2。',
    thanks: '谢谢，您的预约已确认。再见。',
    later: '我们将在一分钟后再次致电。再见。',
    nothing: '没有收到您的选择。再见。',
  },
}
