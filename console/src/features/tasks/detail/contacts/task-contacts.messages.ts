// Words for the contacts of a task: their states in it, and the filters by them.
import { stateWords } from '@carillon/server/words/states'

const en = {
  states: stateWords.en.contacts,
  state: 'State',
  anyState: 'Any state',
  /** Contacts that are done without a success, by their last call. */
  notSuccessful: 'Not successful',
  cause: 'Last cause',
  anyCause: 'Any cause',
  pressed: 'Pressed',
  minAttempts: 'Attempts',
  anyAttempts: 'Any number of attempts',
  atLeast: (count: string) => (count === '1' ? 'At least 1 attempt' : `At least ${count} attempts`),
  withoutResult: (filter: string) => `Remove the filter “${filter}”`,
  next: 'Next attempt',
  lastCall: 'Last call',
  search: 'Search by phone number or name',
  noMatch: 'No matching contacts',
  changed: (count: string) => `${count} changed`,
}

const zh: typeof en = {
  states: stateWords.zh.contacts,
  state: '状态',
  anyState: '全部状态',
  notSuccessful: '未成功',
  cause: '最近原因',
  anyCause: '全部原因',
  pressed: '按键',
  minAttempts: '本轮次数',
  anyAttempts: '不限次数',
  atLeast: (count) => `至少 ${count} 次`,
  withoutResult: (filter) => `移除筛选“${filter}”`,
  next: '下次呼叫',
  lastCall: '最近一次呼叫',
  search: '按电话号码或姓名搜索',
  noMatch: '没有符合条件的联系人',
  changed: (count) => `${count} 个有变化`,
}

export const taskContactsMessages = { en, zh }
