// Words for the contacts of a task: their states in it, and the filters by them.
const en = {
  states: {
    success: 'Successful',
    failed: 'Failed',
    dialing: 'In a call now',
    waiting: 'Waiting for the next attempt',
    skipped: 'Skipped',
    notDialed: 'Not dialed yet',
  },
  state: 'State',
  anyState: 'Any state',
  cause: 'Last cause',
  anyCause: 'Any cause',
  minAttempts: 'Attempts',
  anyAttempts: 'Any number of attempts',
  atLeast: (count: string) => (count === '1' ? 'At least 1 attempt' : `At least ${count} attempts`),
  next: 'Next attempt',
  lastCall: 'Last call',
  search: 'Search by phone number or name',
  noMatch: 'No matching contacts',
  changed: (count: string) => `${count} changed`,
}

const zh: typeof en = {
  states: {
    success: '成功',
    failed: '未成功',
    dialing: '正在呼叫',
    waiting: '等待下次拨打',
    skipped: '已跳过',
    notDialed: '未拨打',
  },
  state: '状态',
  anyState: '全部状态',
  cause: '最近结果',
  anyCause: '全部结果',
  minAttempts: '拨打次数',
  anyAttempts: '不限次数',
  atLeast: (count) => `至少 ${count} 次`,
  next: '下次拨打',
  lastCall: '最近呼叫',
  search: '按电话号码或姓名搜索',
  noMatch: '没有匹配的联系人',
  changed: (count) => `${count} 个有变化`,
}

export const taskContactsMessages = { en, zh }
