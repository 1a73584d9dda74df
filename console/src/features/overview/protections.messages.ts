const en = {
  title: 'Protect the people you call',
  text: 'These values keep people from being called too often or at the wrong time. Nothing is set until you choose it, and everything can be changed later.',
  budget: 'At most 3 attempts per number in 24 hours',
  budgetHint: 'Counted over all tasks. You can change it under Settings.',
  window:
    'New tasks dial from 9:00 to 20:00 in the time zone of the called person, with an hour between attempts',
  windowHint:
    'The form of a new task starts with these values. You can change them there, and under Settings.',
  list: 'A do-not-call list for everyone who opts out',
  listHint: 'No task calls the numbers on it.',
  listName: 'Opt-outs',
  listDescription: 'People who asked not to be called',
  set: 'Set',
  setName: (name: string) => `Set: ${name}`,
  setAll: 'Set all',
  isSet: 'set',
  dismiss: 'Do not offer this again',
  done: 'Set',
}

const zh: typeof en = {
  title: '保护您呼叫的人',
  text: '这些设置可以避免呼叫过于频繁，或在不合适的时间呼叫。您选择之后才会生效，以后也可以修改。',
  budget: '每个号码 24 小时内最多呼叫 3 次',
  budgetHint: '所有任务合计，可以在“设置”中修改。',
  window: '新任务只在对方当地时间 9:00 到 20:00 呼叫，两次呼叫间隔一小时',
  windowHint: '新建任务表单的初始值，可以在表单和“设置”中修改。',
  list: '为要求不再呼叫的人准备的禁呼名单',
  listHint: '任何任务都不会呼叫其中的号码。',
  listName: '退订名单',
  listDescription: '要求不再呼叫的人',
  set: '设置',
  setName: (name) => `设置：${name}`,
  setAll: '全部设置',
  isSet: '已设置',
  dismiss: '不再提供',
  done: '已设置',
}

export const protectionsMessages = { en, zh }
