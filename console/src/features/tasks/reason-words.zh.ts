import { denialMessages } from './denial.messages.ts'
import type { Reason, ReasonTools, ReasonWords } from './reason-words.ts'

function byWhom({ actor, since }: Reason, { time }: ReasonTools): string {
  return [actor ? `由 ${actor} ` : '', since ? `于 ${time(since)} ` : '', '被'].join('')
}

const since = ({ since }: Reason, { time }: ReasonTools) => (since ? `，自 ${time(since)} 起` : '')
const brackets = ({ why }: ReasonTools) => (why ? `（${why}）` : '')

/** Of a contact, or of how many contacts of a task. */
const notYet =
  (why: string) =>
  ({ contacts, isMore, nextTime, until }: Reason, { time }: ReasonTools) => {
    if (contacts === undefined) return `${why}：${time(until)} 起呼叫。`
    return `${isMore ? '至少 ' : ''}${contacts} 个联系人${why}，最早在 ${time(nextTime)} 呼叫。`
  }
const never = (why: string) => () => `跳过该联系人：${why}。重呼时会再次检查。`

const permissionWords = {
  recipient_hours: notYet('不在对方当地的呼叫时段'),
  daily_budget: notYet('24 小时内呼叫次数已达上限'),
  monthly_budget: notYet('30 天内呼叫次数已达上限'),
  do_not_call: never('号码在禁呼名单中'),
  emergency_number: never('这是紧急号码'),
  denied_prefix: never('号码前缀被禁止'),
  no_allowed_prefix: never('号码前缀不在允许范围'),
  too_short: never('号码位数太少'),
  too_long: never('号码位数太多'),
  no_calling_hours: never('对方可能所在的各时区没有共同的呼叫时段'),
}

const serviceWords = {
  storage_fault: (reason: Reason, tools: ReasonTools) =>
    `数据库无法工作${since(reason, tools)}${brackets(tools)}。`,
  no_dialer: ({ since }: Reason, { time }: ReasonTools) =>
    `没有拨号程序在运行${since ? `，最近一次运行在 ${time(since)}` : ''}。`,
  gateway_down: (reason: Reason, tools: ReasonTools) =>
    `网关不可用${since(reason, tools)}${brackets(tools)}。`,
  no_lines: () => '线路上限为 0：不会发起呼叫。',
  scheduled: ({ until }: Reason, { time }: ReasonTools) => `任务已排期：${time(until)} 开始呼叫。`,
  outside_window: ({ until }: Reason, { time }: ReasonTools) =>
    until ? `不在每日时段内：${time(until)} 恢复呼叫。` : '不在呼叫时段内，且未来数月内都不会开放。',
}

const stateWords = {
  draft: () => '任务是草稿：发布之前不会发起呼叫。',
  paused: (reason: Reason, tools: ReasonTools) =>
    `任务${byWhom(reason, tools)}暂停${brackets(tools)}：继续之前不会发起新的呼叫。`,
  stopped: (reason: Reason, tools: ReasonTools) => `任务${byWhom(reason, tools)}停止${brackets(tools)}。`,
  completed: () => '任务的所有联系人都已完成。',
  nobody_called: ({ skips = [] }: Reason) =>
    `没有呼叫任何人：${skips.map(({ reason, contacts }) => `${contacts} 个${denialMessages.zh[reason] ?? reason}`).join('，')}。`,
  failed: (_: Reason, tools: ReasonTools) =>
    `网关拒绝了这个任务的呼叫${brackets(tools)}：网关恢复后请继续任务。`,
  closed: (reason: Reason, tools: ReasonTools) => `任务${byWhom(reason, tools)}关闭。`,
}

export const zh: ReasonWords = {
  ...serviceWords,
  ...stateWords,
  ...permissionWords,
  task_draft: stateWords.draft,
  task_paused: stateWords.paused,
  task_stopped: stateWords.stopped,
  task_completed: stateWords.completed,
  task_failed: stateWords.failed,
  task_closed: stateWords.closed,
  dialing: ({ calls = 0, lines = 0, linesInUseAll = 0 }) =>
    calls > 0
      ? `这个任务有 ${calls} 个呼叫正在进行；${lines} 条线路中占用 ${linesInUseAll} 条。`
      : '即将发起下一批呼叫。',
  waiting_for_line: ({ lines = 0, tasksBefore = 0, tasksBeside = 0 }) =>
    [
      lines > 0 ? `全部 ${lines} 条线路都在使用中` : '所有线路都在使用中',
      tasksBefore > 0 ? `，有 ${tasksBefore} 个优先级更高的任务排在前面` : '',
      tasksBeside > 0 ? `，有 ${tasksBeside} 个同优先级的任务共享线路` : '',
      '。',
    ].join(''),
  rate_limited: ({ calls = 0 }) => `已达到每秒 ${calls} 次呼叫的上限。`,
  waiting_for_retry: ({ contacts = 0, nextTime }, { time }) =>
    `${contacts} 个联系人等待再次呼叫${nextTime ? `，最早在 ${time(nextTime)}` : ''}。`,
  nothing_left: () => '所有联系人都已完成：任务即将完成。',
  calls_ending: ({ calls = 0 }) => `还有 ${calls} 个呼叫正在进行，会持续到结束。`,
  gateway_partly_down: ({ dialers = 0, dialersDown = 0 }, tools) =>
    `${dialers} 个拨号程序中有 ${dialersDown} 个的网关不可用${brackets(tools)}。`,
  gateway_busy: (_, tools) => `网关暂时不接受更多呼叫${brackets(tools)}。`,
  speech_slow: ({ seconds = 0 }) =>
    `语音合成较慢：生成一通呼叫的语音需要 ${seconds} 秒。语音就绪后才会呼叫。`,
  agent_failing: (_, tools) => `语音智能体出现故障，每次只尝试一个呼叫${brackets(tools)}。`,
  recordings_waiting: ({ calls = 0, since }, { time }) =>
    `${calls} 段录音尚未能保存${since ? `，最早的自 ${time(since)} 起等待` : ''}。`,
  live: ({ since, attempt = 1 }, { time }) => `自 ${time(since)} 起正在进行第 ${attempt} 次呼叫。`,
  done_success: () => '联系人已完成：呼叫成功。',
  done_failed: (_, { why }) =>
    why ? `联系人已完成：网关拒绝了呼叫（${why}）。可以重呼。` : '联系人已完成：所有呼叫都未接通。可以重呼。',
  done_unsuccessful: (_, { why }) =>
    `联系人已完成：最后一次呼叫已接听，但按任务的成功条件不算成功${why ? `（${why}）` : ''}。可以重呼。`,
  deleted: () => '联系人已从数据源中删除，不会再呼叫。',
  not_in_task: () => '联系人在任务发布之后才加入数据源，不在任务的名单中。',
  cut_short: () => '任务在下一次呼叫之前就停止了。续呼这个任务的新任务会呼叫该联系人。',
  not_remaining: () => '联系人在被续呼的任务中已经完成，所以不在这个任务的名单中。',
  number_busy_elsewhere: ({ since }, { time }) =>
    `该号码自 ${time(since)} 起正在另一个呼叫中，结束后再呼叫。`,
  waiting_interval: ({ until }, { time, why }) =>
    why
      ? `网关拒绝了上一次呼叫（${why}）：${time(until)} 再次呼叫。`
      : `等待下一次呼叫，直到 ${time(until)}。`,
  waiting_callback: ({ until }, { time }) => `对方要求回呼：等待到 ${time(until)}。`,
  waiting_line: () => '已到下一次呼叫的时间：有空闲线路时立即呼叫。',
  waiting_turn: (reason) => {
    const ahead = 'contactsAhead' in reason ? (reason.contactsAhead ?? 0) : 0
    return ahead === 0 ? '联系人是名单中的下一个。' : `名单中有 ${ahead} 个联系人排在前面。`
  },
}
