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
  withoutFilter: (filter: string) => `Remove the filter “${filter}”`,
  /** Which way a call took through the flow. */
  way: {
    reached: (step: string) => `Reached step “${step}”`,
    left: (step: string) => `Went on from step “${step}”`,
    took: (exit: string, step: string) => `Took “${exit}” at step “${step}”`,
    ofVersion: (way: string, version: number) => `${way}, version ${version}`,
    or: ', ',
    case: (number: string) => `case ${number}`,
    keys: 'several keys',
    exits: {
      '': 'then',
      noInput: 'no valid keys',
      else: 'otherwise',
      machine: 'a machine',
      passedScreening: 'put through by call screening',
      hungUp: 'hung up',
      failed: 'failed',
      interrupted: 'interrupted',
      skipped: 'steps left out',
    } as Record<string, string>,
  },
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
  withoutFilter: (filter) => `移除筛选“${filter}”`,
  way: {
    reached: (step) => `到达步骤“${step}”`,
    left: (step) => `从步骤“${step}”继续`,
    took: (exit, step) => `在步骤“${step}”走了“${exit}”`,
    ofVersion: (way, version) => `${way}，版本 ${version}`,
    or: '、',
    case: (number) => `情况 ${number}`,
    keys: '多个按键',
    exits: {
      '': '然后',
      noInput: '无有效按键',
      else: '否则',
      machine: '机器',
      passedScreening: '来电筛选已转接',
      hungUp: '挂断',
      failed: '失败',
      interrupted: '意外中断',
      skipped: '省略的步骤',
    },
  },
  next: '下次呼叫',
  lastCall: '最近一次呼叫',
  search: '按电话号码或姓名搜索',
  noMatch: '没有符合条件的联系人',
  changed: (count) => `${count} 个有变化`,
}

export const taskContactsMessages = { en, zh }
